import fastify from "fastify";
    const app = fastify();
    app.get("/", () => "hi"); app.get("/closed", (q, r) => r.code(401).send());
    app.register(async (api) => {
      api.get("/users", () => [{ userId: "ann" }]);
      api.get("/users/:userId", (q, r) => q.params.userId === "ann" ? {} : r.code(404).send());
      api.post("/users", () => { throw new Error("sent"); });
    }, { prefix: "/api" });
    app.get("/admin/stats", () => 1);
    await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });