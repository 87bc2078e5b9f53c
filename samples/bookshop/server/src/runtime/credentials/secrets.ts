import type { Client } from "../client.js";

/** Shorter ones are likely words of the text. */
const shortestSecret = 8;

/**
 * The text without the secrets of the client's credentials, plain, percent-encoded or within JSON, and without what it
 * passes on for its caller.
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

/** A JSON value without them in its texts; the same value where it holds none. */
export function withoutSecrets<Value>(value: Value, client: Client): Value {
  const text = JSON.stringify(value);
  if (maskSecrets(text, client) === text) return value;
  const mask = (_name: string, part: unknown) =>
    typeof part === "string" ? maskSecrets(part, client) : part;
  return JSON.parse(text, mask) as Value; // texts stay texts, so the type stays
}

function secretsOf({ credentials, headers, passHeaders }: Client): string[] {
  const own = Object.values(credentials).flatMap(({ secrets }) => secrets);
  const passed = passHeaders.map((name) => headers[name.toLowerCase()] ?? "");
  return [...own, ...passed];
}
