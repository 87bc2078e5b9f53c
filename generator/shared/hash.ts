import { createHash } from "node:crypto";
import { normalizeLineEndings } from "./line-endings.js";

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** SHA-256 in base64url, 6 bits a character. Line endings are normalised first, so that a checkout with CRLF counts as no edit. */
export function digest(text: string, length = 22): string {
  return createHash("sha256")
    .update(normalizeLineEndings(text))
    .digest("base64url")
    .slice(0, length);
}
