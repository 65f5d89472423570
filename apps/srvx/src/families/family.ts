/** Responds to the family's own requests, and returns null for others. Written by hand, because srvx has no router. */
export type Family = (request: Request, url: URL) => Response | Promise<Response> | null;
