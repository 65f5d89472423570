import process from "node:process";
import type { ServerOptions } from "restify";

/** Restify must know at creation if it speaks HTTP/2. Certificates are for the adapter's server. */
export const options: ServerOptions = process.env.DEADHEAT_PROTOCOL === "h2" ? { http2: {} } : {};
