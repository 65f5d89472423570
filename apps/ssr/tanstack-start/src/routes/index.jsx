import { List } from "@deadheat/ssr-react-pages";
import { listProducts } from "@deadheat/ssr-shop";
import { createFileRoute } from "@tanstack/react-router";
import { Link } from "../link.jsx";

export const Route = createFileRoute("/")({
  head: () => ({ meta: [{ title: "Products" }] }),
  loader: () => listProducts(),
  component: Page,
});

function Page() {
  return <List {...Route.useLoaderData()} Link={Link} />;
}
