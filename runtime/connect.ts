import type { Readable, Writable } from "node:stream";
import type { Service } from "./server.js";
import type { Log, Principal } from "./types.js";

/** What a kind of MCP SDK does for this server. */
export interface Sdk {
  /** Serves one client on two streams. */
  connectStdio(
    service: Service,
    log: Log,
    streams: { readonly input: Readable; readonly output: Writable },
  ): Promise<Connection>;
  /** Answers each request by itself, so that any number of replicas can stand behind a load balancer. */
  stateless(service: Service, log: Log): Endpoint;
}

export interface Connection {
  close(): Promise<void>;
  /** Resolves when it has ended, whoever ended it. */
  readonly closed: Promise<void>;
}

/** What answers over HTTP behind the door. */
export interface Endpoint {
  /** Of HTTP: `POST`, `GET, POST, DELETE`. */
  readonly methods: string;
  answer(visit: Visit): Promise<Response>;
  /** Ends what stays open without a call. */
  drain?(): void;
}

/** One request that was let in. Its signal aborts when nobody waits for the answer any more. */
export interface Visit {
  readonly request: Pick<Request, "headers" | "method" | "signal" | "url">;
  /** Those of the request, without what the caller proved itself with. */
  readonly headers: Headers;
  /** The parsed body of a POST. */
  readonly message: unknown;
  /** Undefined where this server asks nobody who they are. */
  readonly principal: Principal | undefined;
}
