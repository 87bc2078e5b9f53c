import { createSlots } from "./call/limit.js";
import type { Slots } from "./call/limit.js";
import { createHttpTransport } from "./call/send.js";
import type {
  Credential,
  HttpRequest,
  HttpResponse,
  Transport,
} from "./types.js";

/** How the API is called. Everything but the base URL has a default. */
export interface ClientOptions {
  /** Absolute; may have a path and a query. */
  readonly baseUrl: string;
  /** Put between the base URL and every path, where the API is rooted elsewhere: `/v1`. Default: none. */
  readonly routePrefix?: string;
  /**
   * Operations that declare an absolute server of their own are sent there; with `false` they go to the base URL
   * as well, so that a test server gets all requests. Default: true.
   */
  readonly ownServers?: boolean;
  /** Seconds for one call, waiting and redirects included; 0 for no limit. Default: 30. */
  readonly timeout?: number;
  /** Seconds by name of a tool, resource or template; goes before everything else. */
  readonly timeouts?: Readonly<Record<string, number>>;
  /** Sent with every request. A declared header of the same name goes before. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers of the caller's own request, over HTTP, that are sent with its calls. Default: none. */
  readonly passHeaders?: readonly string[];
  /** By name of the security scheme. */
  readonly credentials?: Readonly<Record<string, Credential>>;
  /** Errors of the API keep their status and lose their body. Default: false. */
  readonly redactErrors?: boolean;
  /** Requests under way at the same time; others wait in line. Default: no limit. */
  readonly maxConcurrency?: number;
  /** Bytes of an answer, unpacked; longer text is cut. Default: 4 MB, since 10 MB end a stdio connection. */
  readonly maxResponseBytes?: number;
  /** Events or lines of a stream. Default: 1,000. */
  readonly maxEvents?: number;
  /** Further tries of idempotent requests after 429, 502, 503 and 504. Default: 0. */
  readonly retries?: number;
  /** Redirects within the same host are followed. Default: true. */
  readonly followRedirects?: boolean;
  /** Fields that the API's description does not know are taken out of answers. Default: true. */
  readonly stripUnknownFields?: boolean;
  /** Empty strings are sent in the query. Default: false. */
  readonly sendEmptyStrings?: boolean;
  /** Arguments given as text are accepted for numbers, booleans, arrays and objects. Default: true. */
  readonly coerce?: boolean;
  /** Files below it may be sent by `file://` URL. Default: none may. */
  readonly allowedFileFolder?: string;
  /** Sees every request last and may change its URL and headers. */
  readonly onRequest?: (request: HttpRequest) => void | Promise<void>;
  /** Sees the head of every answer. */
  readonly onResponse?: (
    response: HttpResponse,
    request: HttpRequest,
  ) => void | Promise<void>;
  /** What sends the requests. Default: HTTP; an application in this process is another one. */
  readonly transport?: Transport;
}

type Optional = "allowedFileFolder" | "onRequest" | "onResponse";

/** How the API is called, with every default filled in. */
export type Client = Required<Omit<ClientOptions, Optional>> &
  Pick<ClientOptions, Optional> & { readonly slots: Slots };

/** A client of the API. Nothing is opened before the first call. Throws where it would give away what callers prove themselves with. */
export function createHttpClient(options: ClientOptions): Client {
  if (
    options.passHeaders?.some((name) => /^(authorization|cookie)$/i.test(name))
  )
    throw new Error(
      "passHeaders: authorization and cookie are meant for this server alone. For the API, let callers send a header of another name and use fromCaller in credentials.",
    );
  return {
    routePrefix: "",
    ownServers: true,
    timeout: 30,
    timeouts: {},
    headers: {},
    passHeaders: [],
    credentials: {},
    redactErrors: false,
    maxConcurrency: Infinity,
    maxResponseBytes: 4 * 1024 * 1024,
    maxEvents: 1000,
    retries: 0,
    followRedirects: true,
    stripUnknownFields: true,
    sendEmptyStrings: false,
    coerce: true,
    transport: options.transport ?? createHttpTransport(),
    slots: createSlots(options.maxConcurrency ?? Infinity),
    ...options,
  };
}
