type Handler = (request: RoutedRequest) => Response | Promise<Response>;

/** Routes of Bun's router: a function for each method, never a static response, or a folder of files. */
export type Routes = Record<string, Record<string, Handler> | Handler | { readonly dir: string }>;

export interface RoutedRequest extends Request {
  readonly params: Record<string, string>;
}

export function text(body: string, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": "text/plain" } });
}

export function html(body: string): Response {
  return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
}
