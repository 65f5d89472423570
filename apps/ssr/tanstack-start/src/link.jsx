import { Link as RouterLink } from "@tanstack/react-router";

export function Link({ to, children }) {
  return <RouterLink to={to}>{children}</RouterLink>;
}
