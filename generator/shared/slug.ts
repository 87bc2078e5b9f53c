/** Name for folders and packages: lower-case ASCII letters, digits and single hyphens. Empty if the text has no such letter or digit. */
export function toSlug(text: string, maxLength = 60): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, maxLength)
    .replace(/-$/, "");
}

/** First characters of a text, `length` UTF-16 units at most, without half of a surrogate pair at the end. */
export function truncateAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
