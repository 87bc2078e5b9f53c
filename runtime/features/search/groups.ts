/** What an operation is found under: its tags; without any, the first word of its path. */
export function groupNames(
  tags: readonly string[],
  path: string,
): readonly string[] {
  const word = path.split("/").find((part) => /^(?!api$|v\d)\w/.test(part));
  return tags.length === 0 && word !== undefined ? [word] : tags;
}
