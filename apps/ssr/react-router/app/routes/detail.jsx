import { Detail } from "@deadheat/ssr-react-pages";
import { findProduct } from "@deadheat/ssr-shop";
import { data, Link } from "react-router";

export const meta = ({ loaderData }) => [{ title: loaderData?.product.name }];

export async function loader({ params }) {
  const found = await findProduct(params.id);
  if (!found.product) throw data(null, { status: 404 });
  return found;
}

export default function Page({ loaderData }) {
  return <Detail {...loaderData} Link={Link} />;
}
