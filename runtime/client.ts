import type { Lifecycle, ServerContext } from "./context.js";
import type {
  Account,
  ApiResponse,
  Args,
  ByteStream,
  Component,
  Headers,
  HttpRequest,
  HttpResponse,
  JsonSchema,
  Log,
  Principal,
  CallSignals,
  Schemas,
} from "./types.js";

/** Options of the API's client. Everything but the base URL and the transport has a default. */
export interface ClientOptions {
  /** Absolute URL; it may have a path and a query. */
  readonly baseUrl: string;
  /** Sends the requests: an HTTP client, or an application in this process. */
  readonly transport: Transport;
  /** Functions around the transport. A request passes them from the first to the last, and then the transport. */
  readonly middleware?: readonly Middleware[];
  /** Path between the base URL and the path of each operation, for an API with another root: `/v1`. Default: none. */
  readonly routePrefix?: string;
  /** Sends an operation that has its own absolute server to that server. Default: true. */
  readonly ownServers?: boolean;
  /** Time limit of one call in seconds, with waiting and redirects; 0 for no limit. Default: 30. */
  readonly timeout?: number;
  /** Headers of every request; no argument replaces them. A header whose value is undefined is never sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Creates the values of arguments that callers don't see. Default: there are none. */
  readonly hiddenArguments?: (context: ServerContext) => HiddenArguments;
  /** Number of redirects to follow, within the same host only; any other redirect is reported. Default: 5. */
  readonly maxRedirects?: number;
  /** Removes the body of the API's error responses and keeps their status. Default: false. */
  readonly redactErrors?: boolean;
  /**
   * Limit of a response in bytes, after decompression; longer text is cut. Default: 4 MB, since 10 MB end a stdio
   * connection.
   */
  readonly maxResponseBytes?: number;
  /** Writers of bodies other than JSON and text. */
  readonly bodies?: readonly BodyWriter[];
  /**
   * Writes JSON of a value by its schema, or of the part of a body at a path: `["owner", "id"]`. Default:
   * `JSON.stringify`, for schemas whose integers are all below 2^53.
   */
  readonly writeJson?: (
    value: unknown,
    schema: JsonSchema | undefined,
    $defs: Schemas["$defs"],
    path?: readonly string[],
  ) => string;
  /** Returns a body in which strings of JSON are the objects and lists that its schema wants. Default: unchanged. */
  readonly parseStrings?: (
    body: unknown,
    schema: JsonSchema | undefined,
    $defs: Schemas["$defs"],
  ) => unknown;
  /** Returns a body as it is to be written, by its schema. Default: unchanged. */
  readonly prepareBody?: (
    body: unknown,
    schema: JsonSchema | undefined,
    $defs: Schemas["$defs"],
  ) => Promise<unknown>;
  /** Creates the credentials. */
  readonly credentials?: (context: ServerContext) => Credentials;
  /**
   * Reads a successful response piece by piece; undefined if the response is not a stream. Default: each response is read
   * as a whole.
   */
  readonly stream?: (
    response: HttpResponse,
    options: ReadOptions,
  ) => Promise<ApiResponse> | undefined;
  /** Returns the client for one caller, by the headers of the caller's request and its proven identity. */
  forCaller?(client: Client, headers: Headers, principal?: Principal): Client;
}

/** A client of the API: its options, with every default filled in. */
export type Client = ReturnType<typeof createHttpClient>;

/** Creates a client of the API. It opens no connection before the first call. */
export function createHttpClient(
  context: ServerContext,
  {
    credentials: createCredentials,
    hiddenArguments,
    middleware = [],
    ...options
  }: ClientOptions,
) {
  const headerEntries = Object.entries(options.headers ?? {});
  const credentials = createCredentials?.(context);
  if (credentials) context.secrets.add(credentials.secrets);
  const transport = middleware.reduceRight<Transport>(
    (wrapped, wrap) => carryDryRun(wrapped, wrap(wrapped, context)),
    options.transport,
  );
  if (!transport.isDryRun) context.lifecycles.add(options.transport);
  const caller: Pick<HttpRequest, "caller" | "principal"> = {};
  return {
    ...caller,
    routePrefix: "",
    ownServers: true,
    timeout: 30,
    maxRedirects: 5,
    redactErrors: false,
    maxResponseBytes: 4 * 1024 * 1024,
    bodies: [],
    writeJson: writePlainJson,
    parseStrings: ((body) => body) satisfies ClientOptions["parseStrings"],
    ...options,
    headers: Object.fromEntries(
      headerEntries.map(([name, value]) => [name.toLowerCase(), value]),
    ),
    credentials,
    hiddenArguments: hiddenArguments?.(context),
    transport,
    redact: context.redact,
  };
}

/** Writes JSON without a look at the schema: digits in a text stay text. */
export const writePlainJson: NonNullable<ClientOptions["writeJson"]> = (
  value,
) => JSON.stringify(value);

/** Marks a transport that sends nothing because the one that it wraps does not. */
const carryDryRun = (wrapped: Transport, transport: Transport): Transport =>
  wrapped.isDryRun && !transport.isDryRun
    ? Object.assign(transport, { isDryRun: true })
    : transport;

/** Wraps the transport below it in the list: changes requests, or inspects responses. */
export type Middleware = (
  transport: Transport,
  context: ServerContext,
) => Transport;

/** Sends one request. Rejects only if no response arrived, never because of a status. Stops when the signal aborts. */
export interface Transport extends Lifecycle {
  (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** True if the transport sends nothing, so that no credential is missing. */
  readonly isDryRun?: boolean;
}

/**
 * Credentials of this server. The `security` of an operation is a list of alternatives; each combines security schemes.
 */
export interface Credentials {
  /**
   * Returns a transport that sends the credentials. After a refusal it tries once more, if new credentials can be
   * obtained.
   */
  wrapTransport(
    transport: Transport,
    security: Component["security"],
  ): Transport;
  /** Names the environment variables that have to be set; undefined if none is missing. */
  missingVariables(security: Component["security"]): string | undefined;
  /** Returns the owner of the account that a request acts with; undefined if all callers share the credentials. */
  accountOf?(security: Component["security"]): Account | undefined;
  /** Logs the environment variables that have to be set before these components can be called. */
  warn(components: readonly Component[], log: Log): void;
  /** Returns the credentials of one caller, by the headers of the caller's request and its proven identity. */
  forCaller?(headers: Headers, principal?: Principal): Credentials;
  /** Names of the headers that the credentials set, in lower case. */
  readonly headers?: readonly string[];
  /** Secrets that must never be shown, and the function that removes them from text. */
  readonly secrets: () => readonly string[];
  readonly redact: (text: string) => string;
}

/** Values of arguments that the client sends by itself. */
export interface HiddenArguments {
  /** Returns the values for one component, at each call. */
  read(component: Component): Args;
  /** Logs what has to be set before these components can be called. */
  warn(components: readonly Component[], log: Log): void;
}

/** Writes bodies that are neither JSON nor text: forms, uploads. */
export interface BodyWriter {
  /**
   * True if this writer writes the media type, which comes in lower case and without parameters. `encoding` is that of
   * the component: `body.file` is set if the whole body may be a file, whatever its type.
   */
  accepts(type: string, encoding: BodyOptions["encoding"]): boolean;
  /**
   * Writes the body; returns undefined if there is nothing to send. Throws an `ArgumentError` that names the argument.
   */
  write(
    value: unknown,
    options: BodyOptions,
  ): Promise<Body | undefined> | Body | undefined;
}

/** Media type and encoding of a body. */
export interface BodyOptions extends Required<
  Pick<Component, "contentType" | "encoding">
> {
  /** Writes JSON of the body, or of the part of it at a path: `toJson(id, "owner", "id")`. */
  readonly toJson: (value: unknown, ...path: string[]) => string;
}

type Body = { contentType: string; bytes: Uint8Array | ByteStream };

/** Options for reading a response. */
export interface ReadOptions extends Omit<CallSignals, "headers"> {
  readonly client: Client;
  /** End of the call's time on the clock of `performance.now()`. Default: no limit. */
  readonly deadline?: number;
  /** Name of the component that sent the request. */
  readonly component?: string;
  /** True if the document declares a JSON object or list: the response's content type may be missing or wrong. */
  readonly isJson?: boolean;
}
