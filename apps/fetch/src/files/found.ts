/** An existing file: the data for its validators, and its content. */
export interface Found {
  readonly size: number;
  /** The time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  readonly content: () => Content | Promise<Content>;
}

/** Bytes, or a file that the runtime sends by itself. */
export type Content = Uint8Array<ArrayBuffer> | Blob;
