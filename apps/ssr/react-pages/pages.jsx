import { classOf, priceOf, stockOf } from "@deadheat/ssr-shop";

// The pages of every React target. `Link` is the link of the framework; react-dom alone has `a`.

export function PlainLink({ to, children }) {
  return <a href={to}>{children}</a>;
}

export function Layout({ at, Link, children }) {
  return (
    <>
      <header>
        <Link to="/">Shop</Link>
        <time>Read at {at}</time>
      </header>
      <main>{children}</main>
    </>
  );
}

function Badge({ sale }) {
  return sale ? <strong className="badge">Sale</strong> : null;
}

function Tags({ tags }) {
  return (
    <ul className="tags">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}

function Item({ product, Link }) {
  return (
    <li className={classOf(product)}>
      <h2>
        <Link to={`/products/${product.id}`}>{product.name}</Link>
      </h2>
      <p>{product.text}</p>
      <span className="price">{priceOf(product)}</span>
      <Badge sale={product.sale} />
      <Tags tags={product.tags} />
      <em>{stockOf(product)}</em>
    </li>
  );
}

export function List({ at, products, Link = PlainLink }) {
  return (
    <Layout at={at} Link={Link}>
      <h1>{products.length} products</h1>
      <ul>
        {products.map((product) => (
          <Item key={product.id} product={product} Link={Link} />
        ))}
      </ul>
    </Layout>
  );
}

export function Detail({ at, product, Link = PlainLink }) {
  return (
    <Layout at={at} Link={Link}>
      <h1>{product.name}</h1>
      <p>{product.text}</p>
      <span className="price">{priceOf(product)}</span>
      <Badge sale={product.sale} />
      <em>{stockOf(product)}</em>
    </Layout>
  );
}

export function Search({ at, query, Link = PlainLink }) {
  return (
    <Layout at={at} Link={Link}>
      <h1>Search</h1>
      <p>You searched for {query}</p>
    </Layout>
  );
}

const pages = { list: List, detail: Detail, search: Search };

/** The whole document of a page, for renderers without a framework. */
export function Document({ page, title, data }) {
  const Page = pages[page];
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
      </head>
      <body>
        <Page {...data} />
      </body>
    </html>
  );
}
