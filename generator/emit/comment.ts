import { UNSEEN } from "../text.js";

/**
 * Text of a document as it may stand in a block comment: on one line, unable to end the comment or
 * to be a directive of the compiler (`@ts-ignore`).
 */
export function comment(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replace(UNSEEN, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^@(?=ts-)/, "\\@");
}
