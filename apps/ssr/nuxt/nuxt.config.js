export default defineNuxtConfig({
  compatibilityDate: "2026-11-01",
  telemetry: false,
  app: { head: { htmlAttrs: { lang: "en" } } },
  build: { transpile: ["@deadheat/ssr-vue"] },
});
