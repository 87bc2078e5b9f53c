import { CallError } from "../../index.js";
import type { ServerContext } from "../../index.js";
import type { Credential, CredentialFactory } from "./credentials.js";

/**
 * Creates the credential of one caller from a value that came with its request; it is missing if the value is. A value
 * that can't be sent as it is refuses each call that needs it, and no other one.
 */
export function createOwnCredential(
  place: string,
  value: string | undefined,
  create: CredentialFactory,
  context: ServerContext,
): Credential {
  try {
    const credential = create({ ...context, env: { [place]: value } });
    return { ...credential, account: "caller" };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return createRefusal(error.message.replace(/\.$/, ""), value);
  }
}

/** Creates a caller's credential that sends nothing and gives the reason. The refused value stays masked. */
export function createRefusal(reason: string, value = ""): Credential {
  return {
    missing: [],
    secrets: [value].filter(Boolean),
    account: "caller",
    async apply() {
      throw new CallError(`nothing was sent, because ${reason}.`);
    },
  };
}

/** Lets a credential be used only after a caller was assigned to it. */
export function refuseUnassigned(credential: Credential): Credential {
  return {
    ...credential,
    async apply() {
      throw new CallError(
        "nothing was sent, because this server does not read the callers' own credentials. This server's owner must set `forCaller: perCaller()` in client.ts.",
      );
    },
  };
}
