import type { Client } from "../client.js";

/** Shorter ones are likely words of the text. */
const shortestSecret = 8;

/** The text without the secrets of the client's credentials, plain or percent-encoded. */
export function maskSecrets(text: string, client: Client): string {
  let masked = text;
  for (const credential of Object.values(client.credentials)) {
    for (const secret of credential.secrets) {
      if (secret.length < shortestSecret) continue;
      masked = masked
        .replaceAll(secret, "[redacted]")
        .replaceAll(encodeURIComponent(secret), "[redacted]");
    }
  }
  return masked;
}
