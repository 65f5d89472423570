import { classOf, priceOf, stockOf } from "@deadheat/ssr-shop";
import { For, Show } from "solid-js";

export function Layout(props) {
  return (
    <>
      <header>
        <a href="/">Shop</a>
        <time>Read at {props.at}</time>
      </header>
      <main>{props.children}</main>
    </>
  );
}

function Badge(props) {
  return (
    <Show when={props.sale}>
      <strong class="badge">Sale</strong>
    </Show>
  );
}

function Tags(props) {
  return (
    <ul class="tags">
      <For each={props.tags}>{(tag) => <li>{tag}</li>}</For>
    </ul>
  );
}

function Item(props) {
  return (
    <li class={classOf(props.product)}>
      <h2>
        <a href={`/products/${props.product.id}`}>{props.product.name}</a>
      </h2>
      <p>{props.product.text}</p>
      <span class="price">{priceOf(props.product)}</span>
      <Badge sale={props.product.sale} />
      <Tags tags={props.product.tags} />
      <em>{stockOf(props.product)}</em>
    </li>
  );
}

export function List(props) {
  return (
    <Layout at={props.at}>
      <h1>{props.products.length} products</h1>
      <ul>
        <For each={props.products}>{(product) => <Item product={product} />}</For>
      </ul>
    </Layout>
  );
}

export function Detail(props) {
  return (
    <Layout at={props.at}>
      <h1>{props.product.name}</h1>
      <p>{props.product.text}</p>
      <span class="price">{priceOf(props.product)}</span>
      <Badge sale={props.product.sale} />
      <em>{stockOf(props.product)}</em>
    </Layout>
  );
}

export function Search(props) {
  return (
    <Layout at={props.at}>
      <h1>Search</h1>
      <p>You searched for {props.query}</p>
    </Layout>
  );
}
