import { documentOf, fromStrings, serve } from "@deadheat/ssr-shop/serve";
import { createSSRApp, h } from "vue";
import { renderToString } from "vue/server-renderer";
import Detail from "./pages/Detail.vue";
import List from "./pages/List.vue";
import Search from "./pages/Search.vue";

const pages = { list: List, detail: Detail, search: Search };

const link = ({ to }, { slots }) => h("a", { href: to }, slots);
link.props = ["to"];

serve(
  fromStrings(async (page, title, data) => {
    const app = createSSRApp(pages[page], { ...data, link });
    return documentOf(title, await renderToString(app));
  }),
);
