/** Returns a path parameter decoded, or unchanged if it cannot be decoded. */
export function parameter(sent: string): string {
  if (!sent.includes("%")) return sent;
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}
