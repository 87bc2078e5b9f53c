// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Log } from "./types.js";

/**
 * Variables by name. Read a variable when it is used, and never copy the object: a secret may be in a file, which
 * changes.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A part of a running server that is opened when it starts, and closed when it ends. */
export interface Lifecycle {
  /** The server does not start if this rejects. */
  start?(): Promise<void> | void;
  close?(): Promise<void> | void;
}

/** Authentication of callers without which a server must not start. */
export interface AuthNeed {
  /** `callers`: over HTTP, all callers authenticate. `claims`: `auth` verifies tokens that have claims. */
  readonly kind: "callers" | "claims";
  /** Text of the error, with the remedy. */
  readonly reason: string;
}

/** Things that a running server has: made once, when it starts, and handed to its features and clients. */
export interface ServerContext {
  readonly env: Environment;
  /** Secrets that the server took out of the environment, by variable: no handler and no child process sees them. */
  readonly removedVariables: Map<string, string>;
  /** Writes lines without the secrets that `secrets` returns. */
  readonly log: Log;
  /** Functions that return secrets to mask, from the clients and features that hold some. */
  readonly secrets: Set<() => readonly string[]>;
  /** Removes these secrets from text. */
  readonly redact: (text: string) => string;
  /** Reasons why this server is not ready. */
  readonly problems: Set<string>;
  /** Needs of credentials, from the clients that have them. */
  readonly authNeeds: Set<AuthNeed>;
  /** Parts that are started in this order, and closed in reverse. */
  readonly lifecycles: Set<Lifecycle>;
}

/**
 * Reads a secret of this server at each use, and removes it from the environment, so that no handler and no child
 * process can reveal it. Empty if it isn't set.
 */
export function takeVariable(
  { env, removedVariables }: Pick<ServerContext, "env" | "removedVariables">,
  name: string,
): string {
  const text = env[name] ?? removedVariables.get(name) ?? "";
  if (text !== "") removedVariables.set(name, text);
  // The type keeps everyone else from it. A variable whose value is in a file has nothing to delete.
  delete (env as Record<string, string | undefined>)[name];
  return text;
}

/** Starts the parts of a server. If one fails, those that were started are closed, and the error is thrown. */
export async function startParts({ lifecycles }: ServerContext): Promise<void> {
  const started: Lifecycle[] = [];
  try {
    for (const lifecycle of lifecycles) {
      started.push(lifecycle);
      await lifecycle.start?.();
    }
  } catch (error) {
    await closeAll(started);
    throw error;
  }
}

/** Closes the parts of a server, the last one first. */
export async function closeParts({ lifecycles }: ServerContext): Promise<void> {
  await closeAll([...lifecycles]);
}

/** Closes parts one after the other; one that fails must not keep the others from closing. */
async function closeAll(lifecycles: readonly Lifecycle[]): Promise<void> {
  for (const lifecycle of lifecycles.toReversed())
    await Promise.allSettled([(async () => lifecycle.close?.())()]);
}
