const byteOrderMark = "\uFEFF";

/** The text with LF line ends and without a byte order mark: what counts when two texts are compared. */
export function plain(text: string): string {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return body.includes("\r") ? body.replaceAll("\r\n", "\n") : body;
}

/** Gives a plain text the line ends and the byte order mark of another one, so that a file with CRLF stays one. */
export function dressedAs(text: string, model: string): string {
  const crlf = model.split("\r\n").length - 1;
  const lf = model.split("\n").length - 1 - crlf;
  const body = crlf > lf ? text.replaceAll("\n", "\r\n") : text;
  return model.startsWith(byteOrderMark) ? byteOrderMark + body : body;
}
