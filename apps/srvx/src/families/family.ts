/** Answers what is its own; null: it is somebody else's. Written by hand, since srvx has no router. */
export type Family = (request: Request, url: URL) => Response | Promise<Response> | null;
