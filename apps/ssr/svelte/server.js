import { fromStrings, serve } from "@deadheat/ssr-shop/serve";
import { render } from "svelte/server";
import Detail from "./pages/Detail.svelte";
import List from "./pages/List.svelte";
import Search from "./pages/Search.svelte";

const pages = { list: List, detail: Detail, search: Search };

serve(
  fromStrings((page, _title, data) => {
    const { head, body } = render(pages[page], { props: data });
    return `<html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
  }),
);
