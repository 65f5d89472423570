import { List } from "@deadheat/ssr-react-pages";
import { listProducts } from "@deadheat/ssr-shop";
import { Link } from "./link.jsx";

export const dynamic = "force-dynamic";
export const metadata = { title: "Products" };

export default function Page() {
  return <List {...listProducts()} Link={Link} />;
}
