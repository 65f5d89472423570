import { List } from "@deadheat/ssr-solid";
import { listProducts } from "@deadheat/ssr-shop";
import { Title } from "@solidjs/meta";
import { createAsync, query } from "@solidjs/router";
import { Show } from "solid-js";

const read = query(async () => {
  "use server";
  return listProducts();
}, "List");

export default function Page() {
  const data = createAsync(() => read(), { deferStream: true });
  return (
    <Show when={data()}>
      <Title>Products</Title>
      <List {...data()} />
    </Show>
  );
}
