import NextLink from "next/link";

export function Link({ to, children }) {
  return <NextLink href={to}>{children}</NextLink>;
}
