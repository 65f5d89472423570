import { Detail, List, Search } from "@deadheat/ssr-react-pages";
import { fromStrings, serve } from "@deadheat/ssr-shop/serve";
import { renderToString } from "react-dom/server";

const pages = { list: List, detail: Detail, search: Search };

function Document({ title, Page, data }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
      </head>
      <body>
        <Page {...data} />
      </body>
    </html>
  );
}

serve(
  fromStrings((page, title, data) =>
    renderToString(<Document title={title} Page={pages[page]} data={data} />),
  ),
);
