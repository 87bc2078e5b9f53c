// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type {
  ApiResponse,
  Component,
  Headers,
  HttpRequest,
  HttpResponse,
  Log,
  Principal,
  CallSignals,
} from "./types.js";

/** How the API is called. Everything but the base URL and the transport has a default. */
export interface ClientOptions {
  /** Absolute; may have a path and a query. */
  readonly baseUrl: string;
  /** What sends the requests: an HTTP client, or an application in this process, and what stands around it. */
  readonly transport: Transport;
  /** Put between the base URL and every path, where the API is rooted elsewhere: `/v1`. Default: none. */
  readonly routePrefix?: string;
  /** Operations with an absolute server of their own are sent there. Default: true. */
  readonly ownServers?: boolean;
  /** Seconds for one call, waiting and redirects included; 0 for no limit. Default: 30. */
  readonly timeout?: number;
  /** Sent with every request; no argument takes their place. Undefined: never sent at all. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Redirects that are followed, within the host alone; others are told. Default: 5. */
  readonly maxRedirects?: number;
  /** Errors of the API keep their status and lose their body. Default: false. */
  readonly redactErrors?: boolean;
  /** Bytes of an answer, unpacked; longer text is cut. Default: 4 MB, since 10 MB end a stdio connection. */
  readonly maxResponseBytes?: number;
  /** Writers of bodies other than JSON and text. */
  readonly bodies?: readonly BodyWriter[];
  readonly credentials?: Credentials;
  /** Reads successful answers piece by piece; undefined for those that are no stream. Default: all are read whole. */
  readonly stream?: (
    response: HttpResponse,
    receiving: ReadOptions,
  ) => Promise<ApiResponse> | undefined;
  /** Whose calls these are, where callers are told apart. */
  readonly caller?: string | undefined;
  /** The client as it is for one caller, by the headers of its own request and who it has proved to be. */
  forCaller?(client: Client, headers: Headers, principal?: Principal): Client;
}

/** How the API is called, with every default filled in. */
export type Client = ReturnType<typeof createHttpClient>;

/** A client of the API. Nothing is opened before the first call. */
export function createHttpClient(options: ClientOptions) {
  const named = Object.entries(options.headers ?? {});
  return {
    routePrefix: "",
    ownServers: true,
    timeout: 30,
    maxRedirects: 5,
    redactErrors: false,
    maxResponseBytes: 4 * 1024 * 1024,
    bodies: [],
    ...options,
    headers: Object.fromEntries(
      named.map(([name, value]) => [name.toLowerCase(), value]),
    ),
    redact: (text: string) => options.credentials?.redact(text) ?? text,
  };
}

/**
 * Sends one request. Rejects only where no answer arrived, never on a status. Stops when the signal aborts. What
 * changes requests or looks at answers is a function from one transport to another: `cookieJar(axiosTransport())`.
 */
export interface Transport {
  (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Before the server listens, and when it has ended. */
  start?(): Promise<void>;
  close?(): Promise<void>;
  /** Nothing is sent, so no credential is missed. */
  readonly isDryRun?: boolean;
}

/** What this server can prove itself with, to operations with these alternatives of security schemes. */
export interface Credentials {
  /** The transport that proves it, and tries once more where it was refused and newer ones can be got. */
  wrapTransport(
    transport: Transport,
    security: Component["security"],
  ): Transport;
  /** What would have to be set; undefined where nothing is missing. */
  missingVariables(security: Component["security"]): string | undefined;
  /** Tells the log what would have to be set so that these can be called. */
  warn(components: readonly Component[], log: Log): void;
  /** Those of one caller, by the headers of its own request and who it has proved to be. */
  forCaller?(headers: Headers, principal?: Principal): Credentials;
  /** Headers that they set, in lower case. */
  readonly headers?: readonly string[];
  /** What must never be shown, and what takes it out of text. */
  readonly secrets: () => readonly string[];
  readonly redact: (text: string) => string;
}

/** Writes bodies that are no JSON or text: forms, uploads. */
export interface BodyWriter {
  /** Whether it writes this media type: lower case, without parameters. */
  accepts(type: string): boolean;
  /** Undefined where there is nothing to send. Throws an `ArgumentError` that names the argument. */
  write(
    value: unknown,
    how: BodyOptions,
  ): Promise<Body | undefined> | Body | undefined;
}

/** How a body is written. */
export interface BodyOptions extends Required<
  Pick<Component, "contentType" | "encoding">
> {
  /** JSON of the body, or of a part of it that stands there: `toJson(id, "owner", "id")`. */
  readonly toJson: (value: unknown, ...at: string[]) => string;
}

type Body = { contentType: string; bytes: Uint8Array };

/** What reading an answer needs to know. */
export interface ReadOptions extends Omit<CallSignals, "headers"> {
  readonly client: Client;
  /** The document says that JSON comes, an object or a list: its type may be missing or another one's. */
  readonly isJson?: boolean;
}
