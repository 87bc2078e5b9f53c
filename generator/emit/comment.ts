/**
 * Text of a document as it may stand in a block comment: on one line, unable to end the comment.
 */
export function comment(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+/gu,
      " ",
    )
    .replace(/\s+/g, " ")
    .trim();
}
