import type { IncomingMessage, ServerResponse } from "node:http";
import type { Principal } from "./auth.js";

/** One authenticated request at the endpoint. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined where this server asks nobody who they are. */
  readonly principal: Principal | undefined;
  /** The parsed body of a POST. */
  readonly message: unknown;
}

/** What answers at `/mcp`. */
export interface Endpoint {
  answer(visit: Visit): Promise<void>;
  /** Ends what stays open without a call, when the server closes. */
  drain(): void;
}

/** The principal in the SDK's form, without the token: nothing behind the door needs it. */
export function authInfoOf({ principal }: Visit) {
  return principal
    ? {
        authInfo: {
          token: "",
          clientId: principal.id,
          scopes: [...principal.scopes],
        },
      }
    : {};
}
