import { createHash, timingSafeEqual } from "node:crypto";
import { listed } from "../http.js";
import type { HttpOptions } from "../http.js";
import { bearerDoor } from "./door.js";

/**
 * Who may call, as `MCP_TOKENS` says: one or more tokens with commas. Without it, who reaches the server may call.
 * Throws where it holds no token, or one that can be guessed.
 */
export function tokensFrom(env: NodeJS.ProcessEnv): Pick<HttpOptions, "auth"> {
  const { MCP_TOKENS: text = "" } = env;
  return text === "" ? {} : { auth: staticTokens(listed(text)) };
}

/** Accepts any of these tokens. Throws where there are none or they can be guessed. */
export function staticTokens(
  tokens: readonly string[],
): HttpOptions["auth"] & object {
  if (tokens.length === 0 || tokens.some((token) => token.length < 16))
    throw new Error("A static token must have at least 16 characters.");
  const digests = tokens.map(digest);
  return bearerDoor({
    scopes: [],
    secrets: tokens,
    async verify(token) {
      const given = digest(token);
      // All are compared, each in constant time, so that the time tells nothing.
      const matches = digests.filter((own) => timingSafeEqual(own, given));
      return matches.length > 0
        ? { id: given.toString("hex"), scopes: [] }
        : undefined;
    },
  });
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
