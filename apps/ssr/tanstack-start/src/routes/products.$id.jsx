import { Detail } from "@deadheat/ssr-react-pages";
import { findProduct } from "@deadheat/ssr-shop";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { Link } from "../link.jsx";

export const Route = createFileRoute("/products/$id")({
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.product.name }] }),
  loader: async ({ params }) => {
    const found = await findProduct(params.id);
    if (!found.product) throw notFound();
    return found;
  },
  component: Page,
});

function Page() {
  return <Detail {...Route.useLoaderData()} Link={Link} />;
}
