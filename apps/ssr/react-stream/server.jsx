import { Detail, List, Search } from "@deadheat/ssr-react-pages";
import { serve } from "@deadheat/ssr-shop/serve";
import { renderToPipeableStream } from "react-dom/server";

function Document({ title, children }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
      </head>
      <body>{children}</body>
    </html>
  );
}

function of(Page, titleOf) {
  return async (data, response) => {
    const { pipe } = renderToPipeableStream(
      <Document title={titleOf(data)}>
        <Page {...data} />
      </Document>,
      { onShellReady: () => pipe(response) },
    );
  };
}

serve({
  list: of(List, () => "Products"),
  detail: of(Detail, ({ product }) => product.name),
  search: of(Search, () => "Search"),
});
