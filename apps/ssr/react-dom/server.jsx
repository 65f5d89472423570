import { Document } from "@deadheat/ssr-react-pages";
import { fromStrings, serve } from "@deadheat/ssr-shop/serve";
import { renderToString } from "react-dom/server";

serve(
  fromStrings((page, title, data) =>
    renderToString(<Document page={page} title={title} data={data} />),
  ),
);
