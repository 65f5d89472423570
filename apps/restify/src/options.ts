import process from "node:process";
import type { ServerOptions } from "restify";

/** Restify speaks HTTP/2 where it is told so when it is created; certificates are for the adapter's server. */
export const options: ServerOptions = process.env.DEADHEAT_PROTOCOL === "h2" ? { http2: {} } : {};
