export default { transpilePackages: ["@deadheat/ssr-react-pages"] };
