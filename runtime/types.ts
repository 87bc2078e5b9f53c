import type { Log } from "./log.js";

/** A JSON Schema 2020-12 object. References are local: `{ $ref: "#/$defs/Pet" }`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Arguments of one call, by argument name. */
export type Args = Record<string, unknown>;

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/**
 * One argument: its JSON Schema and its place in the request, in OpenAPI's words and with its defaults.
 * `$ref` names one that several operations share: `#/arguments/per-page`.
 */
export interface Argument extends JsonSchema {
  /** `body`: the argument is the whole body. */
  readonly in?: "path" | "query" | "header" | "cookie" | "body";
  /** Name on the wire, where it is not the argument's name. */
  readonly name?: string;
  /** Whether it must be given; path arguments always must. A list is JSON Schema's keyword. */
  readonly required?: boolean | readonly string[];
  /** https://spec.openapis.org/oas/v3.1.1#style-values */
  readonly style?: "form" | "simple" | "deepObject" | RareStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
  /** The value is written in this media type. */
  readonly contentType?: string;
  /** The schema, where its own `required` would stand in the way. */
  readonly schema?: JsonSchema;
}

type RareStyle = "label" | "matrix" | "spaceDelimited" | "pipeDelimited";

/** One field of a form or multipart body. https://spec.openapis.org/oas/v3.1.1#encoding-object */
export interface PartEncoding extends Pick<Argument, Written | "contentType"> {
  readonly headers?: Headers;
  /** The field is a file. */
  readonly file?: boolean;
}

/** How a value becomes text. */
export type Written = "style" | "explode" | "allowReserved";

/** What modules share; `#/$defs/…` and `#/arguments/…` are pointers into it. */
export interface Schemas {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** How many levels of its arguments a listing shows, by request, where all would be too long. */
  readonly levels?: Readonly<Record<string, number>>;
}

/** What api.ts says of an operation. */
export type OperationTypes = { arguments: object; answer: unknown };

/** Arguments of an example: its names are checked, its values come from the document as they are. */
export type Example<Arguments> = Arguments extends unknown
  ? { readonly [Name in keyof Arguments]?: unknown }
  : never;

/** What every kind of component says. */
export interface Definition<Operation extends OperationTypes> {
  readonly name: string;
  readonly title?: string;
  /** Default: the title. */
  readonly description?: string;
  /** Example arguments and an example answer are told to the model behind the description. */
  readonly example?: Example<Operation["arguments"]>;
  readonly exampleAnswer?: unknown;
  /** `GET /pets/{petId}`, below the base URL. */
  readonly request: string;
  /** Base URL of this operation, where it has its own; may be relative to the client's. */
  readonly server?: string;
  /** By argument name. */
  readonly arguments?: Readonly<Record<string, Argument>>;
  /** An object whose properties are arguments as well, by wire name. What stands beside a `$ref` wins. */
  readonly body?: JsonSchema;
  /** The body may be left out; these arguments of it are required where another one is given. Default: true. */
  readonly bodyRequired?: boolean | readonly string[];
  /** Media type of the body as declared. Default: `application/json`. */
  readonly contentType?: string;
  /** How the fields of a form are written, by wire name. */
  readonly encoding?: Readonly<Record<string, PartEncoding>>;
  /** Wire names of properties of the body whose argument is named otherwise, by argument name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Arguments that are always sent and never asked for. */
  readonly fixed?: Readonly<Args>;
  /** Media types to ask for. Default: JSON first, then anything. */
  readonly accept?: string;
  /** Alternatives; each one is the list of security schemes it combines. Default: none is needed. */
  readonly security?: readonly (readonly string[])[];
  /** False: answers keep the fields that the document doesn't declare. */
  readonly strip?: boolean;
  /** Seconds for one call. Default: the client's. */
  readonly timeout?: number;
  handler(
    args: Operation["arguments"],
    context: Context<Operation>,
  ): Promise<HandlerResult> | HandlerResult;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
type Hint = `${"readOnly" | "destructive" | "idempotent" | "openWorld"}Hint`;

export interface ToolDefinition<
  Operation extends OperationTypes = OperationTypes,
> extends Definition<Operation> {
  /** What differs from the protocol's defaults: a tool that writes, destroys and reaches the outside. */
  readonly annotations?: { readonly [Name in Hint]?: boolean };
  readonly outputSchema?: JsonSchema;
  /** Scopes that a caller of this server needs, where it asks for tokens. */
  readonly scopes?: readonly string[];
}

/**
 * A definition as it leaves `defineTool` and its like. The types of its operation are erased, since a list of a
 * thousand distinct generic types is more than the compiler takes (TS2590).
 */
export interface Component extends Definition<OperationTypes> {
  readonly kind: "tool" | "resource" | "template";
}

export type Tool = ToolDefinition & { readonly kind: "tool" };

/** What a handler is given besides its arguments. */
export interface Context<
  Operation extends OperationTypes = OperationTypes,
> extends Waiting {
  /** Sends this operation's request with these arguments. Throws on a 4xx or 5xx answer and where none arrived. */
  send(
    this: void,
    args: Operation["arguments"],
  ): Promise<Answer<Operation["answer"]>>;
  /** The same for another operation of this server: `call<operations["getPet"]>(getPet, { petId: 7 })`. */
  call<Other extends OperationTypes>(
    this: void,
    other: Component,
    args: Other["arguments"],
  ): Promise<Answer<Other["answer"]>>;
}

/** Who waits for the result of a call. */
export interface Waiting {
  /** Aborts when the client cancels or the connection ends. The time limit is each request's own. */
  readonly signal: AbortSignal;
  /** Tells the client how far the work is; does nothing where it did not ask. */
  progress(this: void, message: string): void;
  /** Headers of the incoming MCP request over HTTP; empty on stdio. Never passed on by itself. */
  readonly headers: Headers;
}

/** What an API answered. */
export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Media type in lower case without parameters; empty where there is no body. */
  readonly contentType: string;
  /** Parsed JSON, text, bytes, a list of events or lines of a stream, or undefined for an empty body. */
  readonly data: Data;
  /** File name from Content-Disposition. */
  readonly filename?: string;
  /** Said to the model behind the content: what was cut, where a redirect leads. */
  readonly note?: string;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export type Content =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource"; resource: ResourceContents }
  | { type: "resource_link"; uri: string; name: string };

/** Text, or bytes in base64. */
export type ResourceContents = { uri: string; mimeType?: string } & (
  { text: string } | { blob: string }
);

/** A whole MCP tool result. */
export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** A handler's result: an answer, a whole MCP result, text, or any JSON value. */
export type HandlerResult =
  Answer | ToolResult | string | number | boolean | object | null | undefined;

/** One request, ready to leave. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, exactly as it leaves. */
  url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | undefined;
  /** The `https.Agent` of the connection, where it isn't Node's own: the same object every time. */
  agent?: object;
}

/** The head of an answer, and its body as it arrives. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
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
  /** The same for one caller, by the headers of its own request. */
  forCaller?(headers: Headers): Credentials;
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

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

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

/** With the Content-Type that describes it. */
export type Body = { contentType: string; bytes: Uint8Array };

/** What reading an answer needs to know. */
export type Receiving = Omit<Waiting, "headers"> & { readonly client: Client };

/** How the API is called. Everything but the base URL and the transport has a default. */
export interface ClientOptions extends Hooks {
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
}

/** What takes part in calls, where it is there. */
interface Hooks {
  readonly credentials?: Credentials;
  /** Reads successful answers piece by piece; undefined for those that are no stream. Default: all are read whole. */
  readonly stream?: (
    response: HttpResponse,
    receiving: Receiving,
  ) => Promise<Answer> | undefined;
  /** Waits for a place among the requests under way; resolves to the function that gives it back. */
  readonly takePlace?: (signal: AbortSignal) => Promise<() => void>;
  /** The client as it is for one caller, by the headers of its own request. */
  readonly forCaller?: (client: Client, headers: Headers) => Client;
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
export type Client = Required<Omit<ClientOptions, keyof Hooks>> &
  Hooks &
  Pick<Credentials, "mask">;
