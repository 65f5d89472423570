
    import { createServer } from "node:http";
    import { app } from "../../node-http/src/app.ts";
    let count = 0;
    const server = createServer((req, res) => {
      count++;
      
      app.handler(req, res);
    });
    server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ deadheat: "ready",
      port: server.address().port, pid: process.pid, runtime: "node", version: "1" })));
    process.on("SIGTERM", () => process.exit(0));