/** JSON pointer extended by one step. https://www.rfc-editor.org/rfc/rfc6901 */
export function appendPointer(pointer: string, step: string | number): string {
  const text = String(step);
  return /[~/]/.test(text)
    ? `${pointer}/${text.replaceAll("~", "~0").replaceAll("/", "~1")}`
    : `${pointer}/${text}`;
}

/** Steps of a JSON pointer, unescaped: `/paths/~1pets` gives `["paths", "/pets"]`. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Decodes the percent-escapes of a part of a URI. Returns the part unchanged if an escape is invalid. */
export function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
