import { Detail } from "@deadheat/ssr-react-pages";
import { findProduct } from "@deadheat/ssr-shop";
import { notFound } from "next/navigation";
import { Link } from "../../link.jsx";

export const dynamic = "force-dynamic";

export default async function Page({ params }) {
  const { id } = await params;
  const found = await findProduct(id);
  if (!found.product) notFound();
  return (
    <>
      <title>{found.product.name}</title>
      <Detail {...found} Link={Link} />
    </>
  );
}
