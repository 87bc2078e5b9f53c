import { createHash } from "node:crypto";
import { plain } from "./line-endings.js";

/** In hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** SHA-256 of the plain text in base64url, 6 bits a character, so that a checkout with CRLF counts as no edit. */
export function digest(text: string, length = 22): string {
  return createHash("sha256")
    .update(plain(text))
    .digest("base64url")
    .slice(0, length);
}
