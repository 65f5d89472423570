import { Search } from "@deadheat/ssr-react-pages";
import { search } from "@deadheat/ssr-shop";
import { Link } from "../link.jsx";

export const metadata = { title: "Search" };

export default async function Page({ searchParams }) {
  const { q = "" } = await searchParams;
  return <Search {...search(q)} Link={Link} />;
}
