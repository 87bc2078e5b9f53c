/**
 * At most `limit` characters, ending at a word where one is near, with an ellipsis that tells
 * that something was cut.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "");
  const atWord = head.replace(/\s+\S*$/, "");
  return `${(atWord.length > limit * 0.8 ? atWord : head).trimEnd()}…`;
}
