/** Reads the page's data, which are deflated JSON in base64. */
export async function loadData<T>(): Promise<T> {
  const base64 = document.getElementById("data")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).json()) as T;
}
