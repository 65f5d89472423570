import { Detail } from "@deadheat/ssr-solid";
import { findProduct } from "@deadheat/ssr-shop";
import { Title } from "@solidjs/meta";
import { createAsync, query } from "@solidjs/router";
import { Show } from "solid-js";

const read = query(async (id) => {
  "use server";
  return findProduct(id);
}, "Detail");

export default function Page(props) {
  const data = createAsync(() => read(props.params.id), { deferStream: true });
  return (
    <Show when={data()}>
      <Title>{data().product.name}</Title>
      <Detail {...data()} />
    </Show>
  );
}
