/** A parameter of a path, decoded; what cannot be decoded stays as it was sent. */
export function parameter(sent: string): string {
  if (!sent.includes("%")) return sent;
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}
