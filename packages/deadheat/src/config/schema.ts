import * as v from "valibot";
import { fileRuntimes as runtimes } from "@deadheat/journal";
import { fields, isJson, isRecord, list, noList, oneOf, text } from "./fields.ts";
import { DURATION, GATE, PERCENT } from "./quantity.ts";
import { METHODS, REQUEST } from "./request.ts";
import { SERVICE } from "./services.ts";

/** No command, path or header may hold a NUL: the system would reject it later. */
const filled = (what: string) => text(/^[^\0]*[^\0\s][^\0]*$/, what);
const percentage = text(PERCENT, 'a percentage above 0% and below 100%, such as "5%"');
const gate = text(
  GATE,
  'a percentage above 0% and below 100%, such as "5%", or a limit for each metric, such as "cpu:5%,memory-peak:10%,memory-growth:100B"',
);
const shell = filled('a shell command, such as "npm run build"');
const variable = /^[A-Za-z_]\w*$/;

const label = text(
  /^[A-Za-z0-9][\w.-]{0,63}$/,
  "a name of letters, digits, dots, hyphens and underscores, at most 64",
);
const server = filled('a server as the command line names it, such as "./server.ts/node"');

/** Matches a program with its arguments. Without a shell, quotes and the signs of a shell would be literal. */
const commandLine = text(
  /^[^\0\s"'`|&;<>$][^\0"'`|&;<>$]*$/,
  'a program with its arguments, without quotes or signs of a shell, such as "node dist/server.js", or a list of them',
);
const commandList = v.pipe(
  list(text(/^[^\0]*$/, "a text"), "a list of a program and its arguments"),
  v.minLength(1, "must name a program"),
);

const environment = noList(
  v.record(
    text(variable, 'the name of an environment variable, such as "API_URL"'),
    text(/^[^\0]*$/, "a text"),
    "must be an object of environment variables",
  ),
);

const commandEntries = {
  label,
  command: oneOf([commandLine, commandList], (input) =>
    Array.isArray(input) ? commandList : commandLine,
  ),
  port: v.optional(
    text(
      variable,
      'the name of the environment variable that carries the port, such as "PORT" (a fixed port may be somebody else\'s)',
    ),
  ),
  runtime: v.optional(v.picklist(runtimes, `must be one of ${runtimes.join(", ")}`)),
  env: v.optional(environment),
  cwd: v.optional(filled("a folder, relative to this file's")),
  setup: v.optional(shell),
};
const commandTarget = fields(commandEntries, "command", ["server"]);
const serverTarget = fields({ label: v.optional(label), server }, "server", [
  "command",
  "port",
  "runtime",
  "cwd",
  "setup",
]);

const target = oneOf([server, serverTarget, commandTarget], (input) => {
  if (!isRecord(input)) return server;
  return "command" in input ? commandTarget : serverTarget;
});

const serviceName = text(
  SERVICE,
  '"postgres", "redis", or such a name with a variable: "postgres=PG_URL"',
);
const serviceDatabase = fields({
  service: v.picklist(["postgres", "redis"], 'must be "postgres" or "redis"'),
  env: environment,
});
const serviceProgram = fields({
  command: commandEntries.command,
  port: commandEntries.port,
  env: environment,
});
const service = oneOf([serviceName, serviceDatabase, serviceProgram], (input) => {
  if (!isRecord(input)) return serviceName;
  return "service" in input ? serviceDatabase : serviceProgram;
});

const json = oneOf(
  [v.string(), v.array(v.unknown()), v.looseObject({})],
  (input): v.GenericSchema<unknown, string | object> => {
    if (!Array.isArray(input) && !isRecord(input)) {
      return v.string("must be a text, or an object for JSON");
    }
    if (!isJson(input)) return v.never("must be JSON, without cycles and at most 100 levels deep");
    return Array.isArray(input) ? v.array(v.unknown()) : v.looseObject({});
  },
);

const headers = noList(
  v.record(
    text(/^[A-Za-z][\w!#$%&'*+.^`|~-]*$/, "the name of a header, such as content-type"),
    text(/^[^\0\r\n]*$/, "the text of a header, on one line"),
    "must be an object of headers",
  ),
);

const status = "must be a status such as 200";
const expectation = fields({
  status: v.optional(
    v.pipe(v.number(status), v.integer(status), v.minValue(200, status), v.maxValue(599, status)),
  ),
  body: v.optional(json),
});

const ignore = list(
  text(
    /^(?:\$|\/)[^\0]{1,1000}$/,
    'a path of JSON such as "$.items[*].at", or a regular expression such as "/nonce=.+/"',
  ),
  'a list of the parts of responses that are not compared, such as ["$.id"]',
);

const share = "must be a number above 0, such as 60";
const details = {
  name: v.optional(filled("a name, such as the request's")),
  headers: v.optional(headers),
  body: v.optional(json),
  expect: v.optional(expectation),
  ignore: v.optional(ignore),
  keepAlive: v.optional(v.boolean("must be true or false")),
  gate: v.optional(gate),
  values: v.optional(filled('the path of a file, such as "ids.txt"')),
  share: v.optional(v.pipe(v.number(share), v.minValue(1e-6, share), v.maxValue(1e9, share))),
};
const requestText = text(REQUEST, 'a method in capitals and a path, such as "GET /hello"');
const wholeEntries = { request: v.optional(requestText), ...details };
const partEntries = {
  method: v.optional(v.picklist(METHODS, `must be one of ${METHODS.join(", ")}`)),
  path: text(/^\/\S*$/, 'a path, such as "/hello?name=a"'),
  ...details,
};
const wholeRequest = fields(wholeEntries, "request", ["method", "path"]);
const requestParts = fields(partEntries, "path", ["request"]);

const request = oneOf([requestText, wholeRequest, requestParts], (input) => {
  if (!isRecord(input)) return requestText;
  return "path" in input || "method" in input ? requestParts : wholeRequest;
});

export const requestsSchema = list(request, 'a list of requests, such as ["GET /"]');

const login = fields({
  request: requestText,
  headers: v.optional(headers),
  body: v.optional(json),
  save: text(
    /^(?:set-cookie|\$(?:\.[\w-]+)+)$/,
    '"set-cookie", or a path of the JSON in the response, such as "$.token"',
  ),
});

const runtime = text(
  new RegExp(String.raw`^(?:${runtimes.join("|")})(?:@[\w.^~<>=*-]+)?$`),
  `one of ${runtimes.join(", ")}, with a version or without: "node@24"`,
);

export const configSchema = fields({
  $schema: v.optional(v.string("must be the address of a JSON Schema")),
  targets: v.optional(list(target, 'a list of servers, such as ["./server.ts"]')),
  app: v.optional(filled('the path of a server file, such as "./server.ts"')),
  requests: v.optional(requestsSchema),
  login: v.optional(login),
  runtimes: v.optional(list(runtime, 'a list of runtimes, such as ["node", "bun"]')),
  setup: v.optional(shell),
  services: v.optional(list(service, 'a list of services, such as ["postgres", "redis"]')),
  prepare: v.optional(shell),
  env: v.optional(
    list(
      text(
        /^[A-Za-z_]\w*$|[./]/,
        'the name of an environment variable, such as "DATABASE_URL", or a file of them, such as ".env"',
      ),
      'a list of environment variables and files of them, such as ["DATABASE_URL", ".env"]',
    ),
  ),
  scripts: v.optional(
    list(
      text(/^(?:@[\w.-]+\/)?[\w.][\w.-]*$/, 'the name of a package, such as "prisma"'),
      'a list of packages whose install scripts may run, such as ["prisma"]',
    ),
  ),
  writable: v.optional(
    list(
      text(
        /^(?:\/|~\/)[^\0]*[^\0/]$/,
        'an absolute folder, or one in your home, such as "/var/lib/shop" or "~/shop-data"',
      ),
      'a list of folders that servers write to for good, such as ["/var/lib/shop"]',
    ),
  ),
  history: v.optional(filled('versions, such as "v1.0.0..main"')),
  gate: v.optional(gate),
  budget: v.optional(text(DURATION, 'a time, such as "90s", "2m" or "1h"')),
  margin: v.optional(percentage),
  ignore: v.optional(ignore),
  allowDifferent: v.optional(v.boolean("must be true or false")),
});
