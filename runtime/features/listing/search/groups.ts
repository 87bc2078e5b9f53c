/** Returns the groups of an operation: its tags, or the first word of its path if it has none. */
export function groupNames(
  tags: readonly string[],
  path: string,
): readonly string[] {
  const word = path.split("/").find((part) => /^(?!api$|v\d)\w/.test(part));
  return tags.length === 0 && word !== undefined ? [word] : tags;
}
