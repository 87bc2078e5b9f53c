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

/** SHA-256 of a source's bytes in hex, with CRLF read as LF, so that it is the same in every checkout. */
export function digestSource(bytes: Buffer): string {
  return sha256(
    bytes.includes("\r\n")
      ? Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1")
      : bytes,
  );
}
