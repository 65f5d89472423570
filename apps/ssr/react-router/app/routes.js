import { index, route } from "@react-router/dev/routes";

export default [
  index("routes/list.jsx"),
  route("products/:id", "routes/detail.jsx"),
  route("search", "routes/search.jsx"),
];
