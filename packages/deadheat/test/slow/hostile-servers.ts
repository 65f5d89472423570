// Servers that do to deadheat whatever a server can do without root. Each is the body of a CommonJS module.

/** The beginning of every server. `serve` answers rightly unless `before` returns true. */
export const PRELUDE = `
const { createServer } = require("node:http");
const { spawn, execFileSync } = require("node:child_process");
const net = require("node:net");
const fs = require("node:fs");
const zlib = require("node:zlib");
const PORT = Number(process.env.PORT);
let count = 0;
const answer = (res) => {
  res.setHeader("content-type", "text/plain");
  res.end("hello");
};
const serve = (before = () => false, port = PORT) =>
  createServer((req, res) => {
    count++;
    if (before(req, res) !== true) answer(res);
  }).listen(port, "127.0.0.1");
const raw = (each) =>
  net.createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => each(socket, String(data)));
  }).listen(PORT, "127.0.0.1");
// A process of its own that listens, writes its port down, and ignores every signal that it can.
const LIVES = \`
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => {});
  const server = require("node:net").createServer().listen(0, "127.0.0.1", () =>
    require("node:fs").appendFileSync("\${__dirname}/ports", server.address().port + "\\\\n"));
\`;
const child = (options, code = LIVES) =>
  spawn(process.execPath, ["-e", code, __filename], { stdio: "ignore", ...options });
`;

export const servers: Readonly<Record<string, string>> = {
  // Starting
  "exits at once": `process.exit(0);`,
  "exits with 9 when it listens": `serve().on("listening", () => process.exit(9));`,
  "never listens": `setInterval(() => {}, 1000);`,
  "listens elsewhere": `serve(undefined, 0);`,
  throws: `throw new Error("\\u001b[2J".repeat(1000));`,
  "kills itself": `process.kill(process.pid, "SIGKILL");`,
  "kills its group": `serve().on("listening", () => process.kill(0, "SIGKILL"));`,
  "kills its parent": `serve().on("listening", () => process.kill(process.ppid, "SIGKILL"));`,
  "stops itself": `serve().on("listening", () => process.kill(process.pid, "SIGSTOP"));`,
  "stops its parent's group": `serve(() => { try { process.kill(-process.ppid, "SIGSTOP"); } catch {} });`,
  "calls itself oha": `process.title = "oha"; serve();`,
  "removes its own file": `fs.rmSync(__filename); serve();`,

  // Processes
  daemonizes: `
    if (process.env.DAEMON) serve();
    else {
      const env = { ...process.env, DAEMON: "1" };
      spawn(process.execPath, [__filename], { env, detached: true, stdio: "inherit" }).unref();
      process.exit(0);
    }`,
  "daemonizes without its environment": `
    if (process.argv[2]) serve(undefined, Number(process.argv[2]));
    else {
      spawn(process.execPath, [__filename, String(PORT)], { env: {}, detached: true, stdio: "ignore" }).unref();
      process.exit(0);
    }`,
  "has a detached child": `child({ detached: true }).unref(); serve();`,
  "has a detached child with its pipes": `child({ detached: true, stdio: "inherit" }).unref(); serve();`,
  "has a detached child without an environment": `child({ detached: true, env: {} }).unref(); serve();`,
  "has a child in its group": `child({}).unref(); serve();`,
  "has a child that outlives its parent": `
    spawn("sh", ["-c", "(setsid " + JSON.stringify(process.execPath) + " -e '" + LIVES + "' " + __filename + " &) &"], { stdio: "ignore" });
    serve();`,
  "starts 30 children": `for (let i = 0; i < 30; i++) spawn("sleep", ["1000"], { detached: true, stdio: "ignore", cwd: __dirname }).unref(); serve();`,
  "starts a child for each request": `
    serve(() => { if (count < 60) spawn("sleep", ["1000"], { detached: true, stdio: "ignore", cwd: __dirname }).unref(); });`,
  "moves from process to process": `
    const hop = "const { spawn } = require('node:child_process');" +
      "if (process.argv[3] > 0) setTimeout(() => { spawn(process.execPath, ['-e', process.argv[2], process.argv[1], process.argv[2], process.argv[3] - 1], { detached: true, stdio: 'ignore' }).unref(); process.exit(); }, 30);" +
      "else setInterval(() => {}, 1000);";
    spawn(process.execPath, ["-e", hop, __filename, hop, "40"], { detached: true, stdio: "ignore" }).unref();
    serve();`,
  "ignores every signal": `for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE"]) process.on(name, () => {}); serve();`,
  "starts children when it is ended": `process.on("SIGTERM", () => { child({ detached: true }).unref(); }); serve();`,

  // Output
  "closes its output": `for (const file of [0, 1, 2]) fs.closeSync(file); serve();`,
  "prints gigabytes": `
    serve();
    const line = Buffer.alloc(2 ** 20, "a\\n");
    const print = () => process.stdout.write(line, () => setImmediate(print));
    print();`,
  "prints gigabytes of errors": `
    serve();
    const line = Buffer.alloc(2 ** 20, "a");
    const print = () => process.stderr.write(line, () => setImmediate(print));
    print();`,
  "prints escapes": `console.error("\\u001b]0;pwned\\u0007\\u001b[2J\\u202e\\0"); process.exit(1);`,

  // Answers
  "answers with an endless body": `
    serve((req, res) => { const more = () => res.write(Buffer.alloc(65536, "a"), () => setImmediate(more)); more(); return true; });`,
  "answers with endless header fields": `
    raw((socket) => { const more = () => socket.write("x-a: " + "a".repeat(60000) + "\\r\\n", () => setImmediate(more));
      socket.write("HTTP/1.1 200 OK\\r\\n", more); });`,
  "answers a byte a second": `
    raw((socket) => { const text = "HTTP/1.1 200 OK\\r\\ncontent-length: 5\\r\\n\\r\\nhello"; let at = 0;
      const timer = setInterval(() => at < text.length ? socket.write(text[at++]) : clearInterval(timer), 1000);
      socket.on("close", () => clearInterval(timer)); });`,
  "answers with a gzip bomb": `
    const bomb = zlib.gzipSync(Buffer.alloc(3e8));
    serve((req, res) => { res.writeHead(200, { "content-encoding": "gzip", "content-type": "text/plain" }).end(bomb); return true; });`,
  "answers with a brotli bomb": `
    const bomb = zlib.brotliCompressSync(Buffer.alloc(2e8), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });
    serve((req, res) => { res.writeHead(200, { "content-encoding": "br" }).end(bomb); return true; });`,
  "answers with a length that is too long": `raw((socket) => socket.write("HTTP/1.1 200 OK\\r\\ncontent-length: 500\\r\\n\\r\\nhello"));`,
  "answers with a length that is too short": `raw((socket) => socket.write("HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nhello"));`,
  "answers with a huge length": `raw((socket) => socket.write("HTTP/1.1 200 OK\\r\\ncontent-length: 99999999999999999999\\r\\n\\r\\nhello"));`,
  "answers with a wrong chunk": `raw((socket) => socket.write("HTTP/1.1 200 OK\\r\\ntransfer-encoding: chunked\\r\\n\\r\\nFFFFFFFFFFFFFFFFF\\r\\nhello"));`,
  "answers with two lengths": `raw((socket) => socket.write("HTTP/1.1 200 OK\\r\\ntransfer-encoding: chunked\\r\\ncontent-length: 5\\r\\n\\r\\n0\\r\\n\\r\\n"));`,
  "answers with noise": `raw((socket) => socket.write(Buffer.alloc(100000, 7)));`,
  "answers without a header": `raw((socket) => socket.end("hello"));`,
  "answers twice": `raw((socket) => socket.write("HTTP/1.1 200 OK\\r\\ncontent-length: 5\\r\\n\\r\\nhello".repeat(2)));`,
  "answers 100 without an end": `
    raw((socket) => { const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\\r\\n\\r\\n"), 5); socket.on("close", () => clearInterval(timer)); });`,
  "redirects to itself": `serve((req, res) => { res.writeHead(302, { location: "/" }).end(); return true; });`,
  "redirects elsewhere": `serve((req, res) => { res.writeHead(302, { location: "http://169.254.169.254/latest" }).end(); return true; });`,
  "answers with 9,000 header fields": `serve((req, res) => { for (let i = 0; i < 9000; i++) res.setHeader("x-" + i, "a"); });`,
  "switches protocols": `raw((socket) => socket.write("HTTP/1.1 101 Switching Protocols\\r\\nupgrade: a\\r\\nconnection: upgrade\\r\\n\\r\\n"));`,
  "closes without an answer": `raw((socket) => socket.end());`,
  "resets the connection": `raw((socket) => socket.resetAndDestroy());`,
  "accepts and is silent": `raw(() => {});`,
  "answers differently each time": `serve((req, res) => { res.end(String(count)); return true; });`,

  // Later
  "is silent from request 300 on": `serve(() => count > 300);`,
  "fails from request 300 on": `serve((req, res) => { if (count > 300) res.statusCode = 500; });`,
  "exits at request 300": `serve(() => { if (count > 300) process.exit(7); });`,
  "spins from request 300 on": `serve(() => { if (count > 300) for (;;); });`,
  "stops itself at request 300": `serve(() => { if (count > 300) process.kill(process.pid, "SIGSTOP"); });`,
  "closes its port at request 300": `
    const server = serve(() => { if (count === 300) { server.close(); server.closeAllConnections(); } }); setInterval(() => {}, 1000);`,
  "leaks file descriptors": `serve(() => { for (let i = 0; i < 50; i++) { try { fs.openSync("/dev/null"); } catch {} } });`,
  "leaks memory": `const kept = []; serve(() => { if (kept.length < 40) kept.push(Buffer.alloc(10e6, 1)); });`,

  // The trace of its files
  "names a FIFO in its trace": `
    if (process.env.DEADHEAT_TRACE) {
      execFileSync("mkfifo", [__filename + ".fifo"]);
      fs.appendFileSync(process.env.DEADHEAT_TRACE, __filename + ".fifo\\n/dev/zero\\n/proc/self/mem\\n");
    }
    serve();`,
  "makes a FIFO of its trace": `
    if (process.env.DEADHEAT_TRACE) {
      fs.rmSync(process.env.DEADHEAT_TRACE);
      execFileSync("mkfifo", [process.env.DEADHEAT_TRACE]);
    }
    serve();`,
  "makes a link to /dev/zero of its trace": `
    if (process.env.DEADHEAT_TRACE) {
      fs.rmSync(process.env.DEADHEAT_TRACE);
      fs.symlinkSync("/dev/zero", process.env.DEADHEAT_TRACE);
    }
    serve();`,
  "fills its trace": `
    if (process.env.DEADHEAT_TRACE) fs.appendFileSync(process.env.DEADHEAT_TRACE, "/a\\n".repeat(3e7));
    serve();`,
};
