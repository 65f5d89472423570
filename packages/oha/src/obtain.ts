import { OhaUnavailableError } from "./errors.ts";
import { findOha, type FindOptions, type Oha } from "./find.ts";

export interface ObtainOptions extends FindOptions {
  /** Called with one line at a time, for people to read. */
  onProgress?: (line: string) => void;
}

/** Finds oha. */
export async function obtainOha(options: ObtainOptions = {}): Promise<Oha> {
  const { oha, attempts } = await findOha(options);
  if (oha !== null) return oha;
  throw new OhaUnavailableError(attempts.join("\n"), attempts);
}
