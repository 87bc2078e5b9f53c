import type {
  Answer,
  Component,
  Headers,
  HttpRequest,
  HttpResponse,
  Log,
  Principal,
  Waiting,
} from "./types.js";

/** How the API is called. Everything but the base URL and the transport has a default. */
export interface ClientOptions {
  /** Absolute; may have a path and a query. */
  readonly baseUrl: string;
  /** Put between the base URL and every path, where the API is rooted elsewhere: `/v1`. Default: none. */
  readonly routePrefix?: string;
  /** Operations with an absolute server of their own are sent there. Default: true. */
  readonly ownServers?: boolean;
  /** Seconds for one call, waiting and redirects included; 0 for no limit. Default: 30. */
  readonly timeout?: number;
  /** Seconds by name of a tool, resource or template; goes before everything else. */
  readonly timeouts?: Readonly<Record<string, number>>;
  /** Sent with every request; no argument takes their place. Undefined: never sent at all. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Errors of the API keep their status and lose their body. Default: false. */
  readonly redactErrors?: boolean;
  /** Bytes of an answer, unpacked; longer text is cut. Default: 4 MB, since 10 MB end a stdio connection. */
  readonly maxResponseBytes?: number;
  /** Writers of bodies other than JSON and text. */
  readonly bodies?: readonly BodyWriter[];
  /** What sends the requests: an HTTP client, or an application in this process. */
  readonly transport: Transport;
  readonly credentials?: Credentials;
  /** Reads successful answers piece by piece; undefined for those that are no stream. Default: all are read whole. */
  readonly stream?: (
    response: HttpResponse,
    receiving: Receiving,
  ) => Promise<Answer> | undefined;
  /** Waits for a place among the requests under way; resolves to the function that gives it back. */
  readonly takePlace?: (signal: AbortSignal) => Promise<() => void>;
  /** The client as it is for one caller, by the headers of its own request and who it has proved to be. */
  forCaller?(client: Client, headers: Headers, principal?: Principal): Client;
  /** The request that follows a redirect after `hops` others; undefined where it is told and not followed. Default: none is. */
  readonly follow?: (
    request: HttpRequest,
    response: HttpResponse,
    hops: number,
  ) => HttpRequest | undefined;
  /** Sees every request last and may change its URL and headers. */
  readonly onRequest?: (request: HttpRequest) => void | Promise<void>;
  /** Sees the head of every answer. */
  readonly onResponse?: (
    response: HttpResponse,
    request: HttpRequest,
  ) => void | Promise<void>;
}

/** How the API is called, with every default filled in. */
export type Client = ClientOptions &
  Required<Pick<ClientOptions, keyof typeof DEFAULTS>> &
  Pick<Credentials, "mask">;

const DEFAULTS = {
  routePrefix: "",
  ownServers: true,
  timeout: 30,
  timeouts: {},
  headers: {},
  redactErrors: false,
  maxResponseBytes: 4 * 1024 * 1024,
  bodies: [],
} satisfies Partial<ClientOptions>;

/** A client of the API. Nothing is opened before the first call. */
export function createHttpClient(options: ClientOptions): Client {
  const { credentials, headers = {} } = options;
  const named = Object.entries(headers);
  return {
    ...DEFAULTS,
    ...options,
    headers: Object.fromEntries(
      named.map(([name, value]) => [name.toLowerCase(), value]),
    ),
    mask: (text) => credentials?.mask(text) ?? text,
  };
}

/** Sends one request. Rejects only where no answer arrived, never on a status. Stops when the signal aborts. */
export interface Transport {
  (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Before the server listens, and when it has ended. */
  start?(): Promise<void>;
  close?(): Promise<void>;
  /** What kept an answer from arriving, or from being complete; other errors as they are. */
  explain?(error: unknown): unknown;
}

/** What this server can prove itself with. */
export interface Credentials {
  /** What the requests of an operation get. */
  choose(security: Component["security"]): Proof;
  /** The same for one caller. */
  forCaller?(headers: Headers, principal?: Principal): Credentials;
  /** Tells the log what would have to be set so that these can be called. */
  warn(components: readonly Component[], log: Log): void;
  /** Takes what must never be shown out of text. */
  readonly mask: (text: string) => string;
}

/** How the requests of one operation prove who is calling. */
export interface Proof {
  /** Adds itself to a request. */
  apply(request: HttpRequest, context: Sending): Promise<void>;
  /** Drops what is cached if the request, answered with 401, was sent with it. True: another try is worth it. */
  renew(rejected: HttpRequest): boolean;
  /** What would have to be set; undefined where nothing is missing. */
  readonly missing: string | undefined;
}

/** What a credential may need to be got. */
export type Sending = { signal: AbortSignal; transport: Transport };

/** Writes bodies that are no JSON or text: forms, uploads. */
export interface BodyWriter {
  /** Whether it writes this media type: lower case, without parameters. */
  takes(type: string): boolean;
  /** Undefined where there is nothing to send. Throws an `ArgumentError` that names the argument. */
  write(
    value: unknown,
    how: Required<Pick<Component, "contentType" | "encoding">>,
  ): Promise<Body | undefined> | Body | undefined;
}

type Body = { contentType: string; bytes: Uint8Array };

/** What reading an answer needs to know. */
export type Receiving = Omit<Waiting, "headers"> & { readonly client: Client };
