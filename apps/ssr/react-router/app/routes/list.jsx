import { List } from "@deadheat/ssr-react-pages";
import { listProducts } from "@deadheat/ssr-shop";
import { Link } from "react-router";

export const meta = () => [{ title: "Products" }];
export const loader = () => listProducts();

export default function Page({ loaderData }) {
  return <List {...loaderData} Link={Link} />;
}
