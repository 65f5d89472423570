/** What Bun's router takes: for each pattern and method a function, never a static response. */
export type Routes = Record<
  string,
  Record<string, (request: RoutedRequest) => Response | Promise<Response>>
>;

export interface RoutedRequest extends Request {
  readonly params: Record<string, string>;
}

export function text(body: string, status = 200): Response {
  return new Response(body, { status, headers: { "content-type": "text/plain" } });
}

export function html(body: string): Response {
  return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
}
