/** Words of a name as folders and packages have them: lower case, digits, single hyphens. Empty where none is of such letters. */
export function slug(text: string, longest = 60): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longest)
    .replace(/-$/, "");
}

/** The first characters of a text, without half of one. `length`: in UTF-16 units. */
export function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
