import { Search } from "@deadheat/ssr-react-pages";
import { search } from "@deadheat/ssr-shop";
import { Link } from "react-router";

export const meta = () => [{ title: "Search" }];
export const loader = ({ request }) => search(new URL(request.url).searchParams.get("q") ?? "");

export default function Page({ loaderData }) {
  return <Search {...loaderData} Link={Link} />;
}
