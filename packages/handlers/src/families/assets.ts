import { get, type Exchange } from "../route.ts";

/** The path under which the server serves the whole folder of files. */
export const ASSETS_PATH = "/static";

const COUNT = 20;
const FILE_BYTES = 4096;

export interface AssetFile {
  readonly name: string;
  readonly content: string;
}

/** Returns every file in the folder: 20 files of 4 KB. */
export function assetFiles(): AssetFile[] {
  return Array.from({ length: COUNT }, (_, i) => ({
    name: `asset-${10 + i}.css`,
    content: contentOf(i),
  }));
}

/** A file beside the folder, which must not be served. */
export const BESIDE: AssetFile = { name: "beside.css", content: "not to be served" };

function contentOf(i: number): string {
  const rule = (n: number) => `.asset-${10 + i} .rule-${100 + n} { width: ${1000 + i + n}px; }\n`;
  const whole = Array.from({ length: 200 }, (_, n) => rule(n)).join("");
  return `${whole.slice(0, FILE_BYTES - 1)}\n`;
}

function assetExchange({ name, content }: AssetFile): Exchange {
  return get(`${ASSETS_PATH}/${name}`, "text/css", content);
}

/** Whole files, drawn from 20. */
export const asset = {
  name: "asset",
  exchanges: (token: string): readonly [Exchange, ...Exchange[]] => {
    const variants = assetFiles().map(assetExchange);
    const missing = get(`${ASSETS_PATH}/${token}.css`, null, "", 404);
    return [
      { ...(variants[0] as Exchange), variants, traffic: { warmResponses: 20_000 } },
      ...variants,
      { ...missing, response: { ...missing.response, problemOf: () => null } },
      // Paths that leave the folder, beside which there is a file.
      ...["..", "%2e%2e", "%2E%2E", "..%2f.."].map((up): Exchange => ({
        ...get(`${ASSETS_PATH}/${up}/${BESIDE.name}`, null, ""),
        response: {
          status: 404,
          orStatus: [400, 403],
          mediaType: null,
          body: "",
          problemOf: (body) => (body.includes(BESIDE.content) ? "out of its folder" : null),
        },
      })),
    ];
  },
} as const;

/** A file that the client already has: 304 without a body. */
export const assetUnchanged = {
  name: "assetUnchanged",
  exchanges: (): readonly [Exchange, ...Exchange[]] => {
    const whole = assetExchange(assetFiles()[7] as AssetFile);
    const response = { status: 304, mediaType: null, body: "" };
    return [{ ...whole, response, traffic: { conditional: true, warmResponses: 20_000 } }];
  },
} as const;
