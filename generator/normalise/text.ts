/**
 * Text for people and models, as it is written, except what would break a transport: halves of
 * surrogate pairs and NUL become U+FFFD. What is no text gives an empty one.
 */
export function readText(value: unknown): string {
  if (typeof value !== "string") return "";
  return /[\0\uD800-\uDFFF]/.test(value)
    ? value.replace(/[\0\p{Surrogate}]/gu, "\uFFFD")
    : value;
}
