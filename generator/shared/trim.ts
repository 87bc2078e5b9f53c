/** Text without a sign at its start and end. An expression for that would begin anew at each sign within the text. */
export function trimSign(text: string, sign: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === sign) start += 1;
  while (end > start && text[end - 1] === sign) end -= 1;
  return text.slice(start, end);
}
