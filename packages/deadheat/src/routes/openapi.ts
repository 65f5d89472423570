import SwaggerParser from "@apidevtools/swagger-parser";
import { sample } from "openapi-sampler";
import * as v from "valibot";
import { attempt, messageOf, readText, UsageError } from "@deadheat/journal";
import { nameOf, type Candidate, type Candidates, type LeftOut } from "./candidate.ts";

const record = v.record(v.string(), v.unknown());
const optional = <T extends v.GenericSchema>(schema: T) =>
  v.optional(v.fallback(v.optional(schema), undefined));
const exampled = {
  example: v.optional(v.unknown()),
  examples: optional(record),
  schema: optional(record),
};
const parameterSchema = v.object({
  name: v.string(),
  in: v.string(),
  required: optional(v.boolean()),
  ...exampled,
});
const operationSchema = v.object({
  parameters: optional(v.array(v.unknown())),
  requestBody: optional(v.object({ content: v.record(v.string(), v.object(exampled)) })),
  deprecated: optional(v.boolean()),
});
const documentSchema = v.object({
  openapi: v.pipe(v.string(), v.regex(/^3\.[0-9]/, "3.0 or 3.1")),
  servers: optional(v.array(v.object({ url: v.string() }))),
  paths: v.record(v.string(), record),
});

const METHODS = ["get", "head", "options", "post", "put", "patch", "delete"];
const SECRET_HEADERS = /^(?:authorization|cookie|proxy-authorization|x-api-key)$/i;

/**
 * Returns the requests of an OpenAPI document, 3.0 or 3.1. Examples and defaults of the document fill paths, queries and
 * bodies. What has none is made from its schema, always the same.
 * @param source the path of a file, or a document that a server returned
 * @throws UsageError if it is no such document
 */
export async function fromOpenApi(source: string | object): Promise<Candidates> {
  const isFile = typeof source === "string";
  // The parser itself waits for a FIFO and reads /dev/zero without an end, also behind a reference.
  const file = {
    read: ({ url }: { readonly url: string }) =>
      Buffer.from(readText(attempt(() => decodeURIComponent(url)) ?? url)),
  };
  if (isFile) readText(source);
  const document = await SwaggerParser.dereference(source as string, {
    // No address that a server names is fetched, and nothing is fetched from the network.
    resolve: isFile ? { http: false, file } : { external: false },
    dereference: { circular: "ignore" },
  }).catch((error: unknown) => {
    const name = isFile ? source : "the server's document";
    throw new UsageError(`--openapi: ${name} cannot be read: ${messageOf(error).split("\n")[0]}`);
  });
  const read = v.safeParse(documentSchema, document);
  if (!read.success) {
    const {
      issues: [issue],
    } = read;
    throw new UsageError(
      `--openapi: this is no OpenAPI document of version 3.0 or 3.1: ${v.getDotPath(issue) ?? "it"} is ${issue.received}`,
    );
  }
  const { paths, servers } = read.output;
  const base = basePath(servers?.[0]?.url);
  const found: Candidate[] = [];
  const left: LeftOut[] = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS.filter((one) => one in item)) {
      const name = nameOf({ method: method.toUpperCase(), path: base + path });
      const operation = v.safeParse(operationSchema, item[method]);
      const shared = v.safeParse(v.array(v.unknown()), item["parameters"]);
      const made = operation.success
        ? requestOf(
            method.toUpperCase(),
            base + path,
            operation.output,
            shared.success ? shared.output : [],
            document,
          )
        : "the operation is not what OpenAPI describes";
      if (typeof made === "string") left.push({ request: name, why: made });
      else found.push(made);
    }
  }
  return { found, left };
}

/** Returns the request of an operation, or why there is none. */
function requestOf(
  method: string,
  template: string,
  { parameters = [], requestBody }: v.InferOutput<typeof operationSchema>,
  shared: readonly unknown[],
  document: object,
): Candidate | string {
  const read = [...shared, ...parameters].flatMap((one) => {
    const parameter = v.safeParse(parameterSchema, one);
    return parameter.success ? [parameter.output] : [];
  });
  // The operation's own parameter replaces that of the path.
  const all = [...new Map(read.map((one) => [`${one.in} ${one.name}`, one])).values()];
  let path = template;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, in: place, required, ...own } of all) {
    const value =
      exampleOf(own) ?? (required || place === "path" ? sampled(own.schema, document) : undefined);
    if (value === undefined || value === null) {
      if (required) return `nothing fills the ${place} parameter ${name}`;
      continue;
    }
    const text =
      typeof value === "object"
        ? Array.isArray(value)
          ? value.join(",")
          : JSON.stringify(value)
        : String(value);
    if (place === "path") path = path.replaceAll(`{${name}}`, encodeURIComponent(text));
    else if (place === "query") query.append(name, text);
    else if (place === "header" && !SECRET_HEADERS.test(name)) headers[name.toLowerCase()] = text;
  }
  if (path.includes("{")) return "its path has a parameter that is not described";
  const search = query.size > 0 ? `?${query}` : "";
  const candidate = { method, path: path + search, headers, count: null };
  if (requestBody === undefined) return candidate;
  const types = Object.entries(requestBody.content);
  const [, json] = types.find(([type]) => /^application\/(?:[\w.-]+\+)?json\b/.test(type)) ?? [];
  if (json === undefined) return `its body is ${types[0]?.[0] ?? "not described"}`;
  const body = exampleOf(json) ?? sampled(json.schema, document);
  if (body === undefined) return "nothing fills its body";
  return {
    ...candidate,
    body:
      typeof body === "object" && body !== null && !Array.isArray(body)
        ? body
        : JSON.stringify(body),
    ...(typeof body !== "object" || Array.isArray(body)
      ? { headers: { "content-type": "application/json", ...headers } }
      : {}),
  };
}

type Exampled =
  | v.InferOutput<typeof parameterSchema>
  | Pick<v.InferOutput<typeof parameterSchema>, "example" | "examples" | "schema">;

/** Returns the value that the document itself names; undefined if it names none. */
function exampleOf({
  example,
  examples,
  schema = {},
}: Pick<Exampled, "example" | "examples" | "schema">): unknown {
  const [first] = Object.values(examples ?? {}) as { readonly value?: unknown }[];
  const own = schema["examples"];
  return (
    example ??
    first?.value ??
    schema["example"] ??
    (Array.isArray(own) ? own[0] : undefined) ??
    schema["default"]
  );
}

function sampled(schema: Readonly<Record<string, unknown>> | undefined, document: object): unknown {
  if (schema === undefined) return undefined;
  try {
    return sample(
      schema as Parameters<typeof sample>[0],
      { skipReadOnly: true, quiet: true },
      document,
    );
  } catch {
    return undefined;
  }
}

/** Returns the path of a server's address: `/api/v3` of `https://example.org/api/v3`. */
function basePath(url = "/"): string {
  if (url.includes("{")) return "";
  return new URL(url, "http://localhost").pathname.replace(/\/$/, "");
}
