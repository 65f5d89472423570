import { Document } from "@deadheat/ssr-react-pages";
import { fromStrings, serve } from "@deadheat/ssr-shop/serve";

serve(
  fromStrings((page, title, data) => String(<Document page={page} title={title} data={data} />)),
);
