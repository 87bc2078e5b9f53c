import { createHash, timingSafeEqual } from "node:crypto";

/** Who calls this server. */
export interface Principal {
  /** The same for all tokens of one caller; sessions belong to it. */
  readonly id: string;
  readonly scopes: readonly string[];
}

/** How callers of this server over HTTP prove who they are. */
export interface Auth {
  /** Whose token it is; undefined where it is not valid. Rejects where that can't be found out. */
  verify(token: string): Promise<Principal | undefined>;
  /** Scopes that every caller needs. */
  readonly scopes: readonly string[];
  /**
   * Where callers get tokens; without it they have to know.
   * https://www.rfc-editor.org/rfc/rfc9728#section-2
   */
  readonly metadata?: {
    /** The URL of this server's endpoint, as callers know it. */
    readonly resource: string;
    readonly authorization_servers: readonly string[];
    /** Those of tools are added. */
    readonly scopes_supported: readonly string[];
    readonly bearer_methods_supported: readonly ["header"];
  };
}

/** Accepts any of these tokens. Throws where there are none or they can be guessed. */
export function staticTokens(tokens: readonly string[]): Auth {
  if (tokens.length === 0 || tokens.some((token) => token.length < 16))
    throw new Error("A static token must have at least 16 characters.");
  const digests = tokens.map(digest);
  return {
    scopes: [],
    async verify(token) {
      const given = digest(token);
      // All are compared, each in constant time, so that the time tells nothing.
      const matches = digests.filter((own) => timingSafeEqual(own, given));
      return matches.length > 0
        ? { id: given.toString("hex"), scopes: [] }
        : undefined;
    },
  };
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
