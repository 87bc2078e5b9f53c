const byteOrderMark = "\uFEFF";

/** Text with LF line endings and without a byte order mark, the form in which texts are compared. */
export function normalizeLineEndings(text: string): string {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return body.includes("\r") ? body.replaceAll("\r\n", "\n") : body;
}

/** Text with the line endings and the byte order mark of another text, so that a file with CRLF keeps CRLF. */
export function withLineEndingsOf(text: string, original: string): string {
  const crlfCount = original.split("\r\n").length - 1;
  const lfCount = original.split("\n").length - 1 - crlfCount;
  const body = crlfCount > lfCount ? text.replaceAll("\n", "\r\n") : text;
  return original.startsWith(byteOrderMark) ? byteOrderMark + body : body;
}
