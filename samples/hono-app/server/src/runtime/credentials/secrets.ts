import type { Client } from "../client.js";
import { tokensFrom } from "../http/environment.js";

/** Shorter ones are likely words of the text. */
const shortestSecret = 8;

/**
 * The text without the secrets of the client's credentials, plain, percent-encoded or within JSON, without what it
 * passes on for its caller, and without the tokens of this server's own callers.
 */
export function maskSecrets(text: string, client: Client): string {
  let masked = text;
  for (const secret of secretsOf(client)) {
    if (secret.length < shortestSecret) continue;
    const inJson = JSON.stringify(secret).slice(1, -1);
    const spellings = [secret, encodeURIComponent(secret), inJson];
    for (const spelling of new Set(spellings))
      masked = masked.replaceAll(spelling, "[redacted]");
  }
  return masked;
}

/** A JSON value without them in its texts, and its size in bytes; the same value where it holds none. */
export function withoutSecrets<Value>(
  value: Value,
  client: Client,
): { readonly value: Value; readonly bytes: number } {
  const text = JSON.stringify(value);
  if (maskSecrets(text, client) === text)
    return { value, bytes: Buffer.byteLength(text) };
  const masked = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "string" ? maskSecrets(part, client) : part,
  );
  return {
    value: JSON.parse(masked) as Value, // texts stay texts, so the type stays
    bytes: Buffer.byteLength(masked),
  };
}

function secretsOf({ credentials, headers, passHeaders }: Client): string[] {
  const own = Object.values(credentials).flatMap(({ secrets }) => secrets);
  const passed = passHeaders.map((name) => headers[name.toLowerCase()] ?? "");
  return [...own, ...passed, ...tokensFrom(process.env)];
}
