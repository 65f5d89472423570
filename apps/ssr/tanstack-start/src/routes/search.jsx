import { Search } from "@deadheat/ssr-react-pages";
import { search } from "@deadheat/ssr-shop";
import { createFileRoute } from "@tanstack/react-router";
import { Link } from "../link.jsx";

export const Route = createFileRoute("/search")({
  head: () => ({ meta: [{ title: "Search" }] }),
  validateSearch: ({ q }) => ({ q: String(q ?? "") }),
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: ({ deps: { q } }) => search(q),
  component: Page,
});

function Page() {
  return <Search {...Route.useLoaderData()} Link={Link} />;
}
