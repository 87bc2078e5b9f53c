import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { INTERNAL_ERROR, ProtocolError, takeVariable } from "../../index.js";
import type { ServerContext } from "../../index.js";

declare module "../../context.js" {
  interface ServerContext {
    /** Key of a server without `MCP_STATE_KEY`. */
    randomKey?: Buffer;
  }
}

/** Minimum length of `MCP_STATE_KEY` in characters, and how many of them differ. */
const MIN_LENGTH = 32;
const MIN_DIFFERENT = 8;

/** Keys of one server. */
export interface StateKeys {
  /** True if the environment has a key, so that other replicas may have the same one. */
  isConfigured(): boolean;
  /**
   * Returns the key for new values, then the previous one, which only opens older values. Throws if one is too short, or the first one can be guessed.
   */
  list(): readonly [Buffer, ...Buffer[]];
}

/**
 * Reads `MCP_STATE_KEY` and `MCP_STATE_KEY_PREVIOUS` at each use, and removes them from the environment. Without a key,
 * the server has a random one.
 */
export function stateKeysOf(context: ServerContext): StateKeys {
  const readKey = (name: string) => {
    const text = takeVariable(context, name);
    if (text !== "" && text.length < MIN_LENGTH)
      throw new ProtocolError(
        INTERNAL_ERROR,
        `${name} must have at least ${MIN_LENGTH} characters.`,
      );
    const isGuessable = new Set(text).size < MIN_DIFFERENT;
    // The previous key only opens older values, so that a weak one can be replaced.
    if (text !== "" && name === "MCP_STATE_KEY" && isGuessable)
      throw new ProtocolError(
        INTERNAL_ERROR,
        `${name} has fewer than ${MIN_DIFFERENT} different characters, so it can be guessed. Create one with: openssl rand -hex 32`,
      );
    return text;
  };
  const keys: StateKeys = {
    isConfigured: () => readKey("MCP_STATE_KEY") !== "",
    list() {
      const current = readKey("MCP_STATE_KEY");
      const previous = readKey("MCP_STATE_KEY_PREVIOUS");
      return [
        current === ""
          ? (context.randomKey ??= randomBytes(32))
          : Buffer.from(current),
        ...(previous === "" ? [] : [Buffer.from(previous)]),
      ];
    },
  };
  keys.list(); // throws at the start, and not in the middle of a call
  return keys;
}

/**
 * Digests the name of a value that others may read. Without the key, no one can confirm a guess of what it names, such
 * as a caller.
 */
export function digestName(key: Uint8Array, text: string): string {
  const nameKey = deriveKey(key, "names in a store");
  return createHmac("sha256", nameKey).update(text).digest("base64url");
}

/** Derives the key of one use, so that no two uses have the same one. https://www.rfc-editor.org/rfc/rfc5869 */
export function deriveKey(key: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", use, 32));
}
