import { Search } from "@deadheat/ssr-solid";
import { search } from "@deadheat/ssr-shop";
import { Title } from "@solidjs/meta";
import { createAsync, query, useSearchParams } from "@solidjs/router";
import { Show } from "solid-js";

const read = query(async (q) => {
  "use server";
  return search(q);
}, "Search");

export default function Page() {
  const [params] = useSearchParams();
  const data = createAsync(() => read(params.q ?? ""), { deferStream: true });
  return (
    <Show when={data()}>
      <Title>Search</Title>
      <Search {...data()} />
    </Show>
  );
}
