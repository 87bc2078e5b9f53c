/** Extends a JSON pointer by one step. https://www.rfc-editor.org/rfc/rfc6901 */
export function below(pointer: string, step: string | number): string {
  const text = String(step);
  return /[~/]/.test(text)
    ? `${pointer}/${text.replaceAll("~", "~0").replaceAll("/", "~1")}`
    : `${pointer}/${text}`;
}

/** The steps of a JSON pointer: `/paths/~1pets` gives `["paths", "/pets"]`. */
export function steps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A part of a URI without its percent-escapes; what is badly escaped is taken as it is. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
