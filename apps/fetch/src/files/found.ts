/** A file that is there: what its validators are made of, and how it is read. */
export interface Found {
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly modified: number;
  readonly content: () => Content | Promise<Content>;
}

/** Bytes, or a file that the runtime sends by itself. */
export type Content = Uint8Array<ArrayBuffer> | Blob;
