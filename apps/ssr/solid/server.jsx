import { documentOf, fromStrings, serve } from "@deadheat/ssr-shop/serve";
import { renderToString } from "solid-js/web";
import { Detail, List, Search } from "./pages.jsx";

const pages = { list: List, detail: Detail, search: Search };

serve(
  fromStrings((page, title, data) => {
    const Page = pages[page];
    return documentOf(
      title,
      renderToString(() => <Page {...data} />),
    );
  }),
);
