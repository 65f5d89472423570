import { deflateRawSync } from "node:zlib";

/** Returns the element that holds JSON for the page. Base64 has no character that could end it. */
export function dataElement(json: string): string {
  const base64 = deflateRawSync(json, { level: 9 }).toString("base64");
  return `<script type="text/plain" id="data">${base64}</script>`;
}
