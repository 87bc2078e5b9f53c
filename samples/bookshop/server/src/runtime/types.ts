/**
 * The contract between emitted modules, this runtime and the generator. Types only.
 */

/** A JSON Schema 2020-12 object. References are local: `{ $ref: "#/$defs/Pet" }`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Shared schemas by name, what `#/$defs/<name>` points to. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Arguments of one call, by argument name. */
export type Args = Record<string, unknown>;

// The request recipe: how the arguments of an operation become one HTTP request.

/** Where a parameter goes. https://spec.openapis.org/oas/v3.1.1#parameter-locations */
export type ParameterLocation = "path" | "query" | "header" | "cookie";

/** How a value is written. https://spec.openapis.org/oas/v3.1.1#style-values */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** One parameter. What is left out has OpenAPI's default for its location and style. */
export interface ParameterRecipe {
  readonly in: ParameterLocation;
  /** Name on the wire, where it is not the argument's name. */
  readonly name?: string;
  /** Default: `form` in query and cookie, `simple` in path and header. */
  readonly style?: ParameterStyle;
  /** Default: true for `form`, else false. */
  readonly explode?: boolean;
  /** Reserved characters of RFC 3986 stay as they are. */
  readonly allowReserved?: boolean;
  /** An empty string is sent as `name=`. */
  readonly allowEmptyValue?: boolean;
  /** A `content` parameter: the value is written in this media type. */
  readonly contentType?: string;
}

/** One property of a form body. https://spec.openapis.org/oas/v3.1.1#encoding-object */
export interface PartEncoding {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** The property is a file: base64 text, `{ data, filename, contentType }` or an allowed `file://` URL. */
  readonly file?: boolean;
}

/** The body of a request. */
export interface BodyRecipe {
  /** Media type as declared, parameters included. */
  readonly contentType: string;
  /** The argument that is the whole body. Without it, every argument that is no parameter is a property. */
  readonly argument?: string;
  /** With nothing given, `{}` is sent. Only set where the declared schema is an object. */
  readonly required?: boolean;
  /** Wire names of properties whose argument is named otherwise, by argument name. */
  readonly names?: Readonly<Record<string, string>>;
  /** How form properties are written, by wire name. */
  readonly encoding?: Readonly<Record<string, PartEncoding>>;
}

/** Everything that turns arguments into a request. */
export interface RequestRecipe {
  /** Upper case. */
  readonly method: string;
  /** Path template below the base URL: `/pets/{petId}`. */
  readonly path: string;
  /** Base URL of this operation, where it has its own; may be relative to the client's base URL. See `ownServers` of the client. */
  readonly server?: string;
  /** By argument name; a bare location is a parameter with all defaults. */
  readonly parameters?: Readonly<
    Record<string, ParameterLocation | ParameterRecipe>
  >;
  readonly body?: BodyRecipe;
  /** Media types to ask for. Default: JSON first, then anything. */
  readonly accept?: string;
  /** Alternatives; each one is the list of security schemes it combines. Left out: none is needed. */
  readonly security?: readonly (readonly string[])[];
  /** Arguments that are always sent and never asked for, by argument name. */
  readonly fixed?: Readonly<Args>;
}

// The wire, below the recipe: one function that any HTTP client or in-process application can be.

/** One request, ready to leave. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, exactly as it leaves. */
  url: string;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | undefined;
  /** The client's certificate for the connection. The same object every time, so that connections are kept. */
  tls?: TlsIdentity;
}

/** PEM text. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
  /** Authorities to trust instead of the well-known ones. */
  readonly ca?: string;
}

/** The head of an answer, and its body as it arrives. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case, several values joined as RFC 9110 says. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends one request. Rejects only where no answer arrived; never on a status. Stops at once when the signal aborts. */
export interface Transport {
  (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Makes ready what the first request would; called before a server listens. Rejects where that fails. */
  start?(): Promise<void>;
  /** Ends what was started, when the server has ended. */
  close?(): Promise<void>;
}

/** A way to prove who is calling, for one security scheme of the document. */
export interface Credential {
  /** Adds itself to the request. Throws `MissingCredential` where nothing is configured. */
  apply(
    request: HttpRequest,
    context: { readonly signal: AbortSignal; readonly transport: Transport },
  ): Promise<void>;
  /** Drops what is cached if the request, answered with 401, was sent with it. True: another try is worth it. */
  renew?(rejected: HttpRequest): boolean;
  /** The credential for one call, from the headers of the caller's own request. */
  forCaller?(headers: Readonly<Record<string, string>>): Credential;
  /** Names of the environment variables that are not set; empty where it can be used. */
  readonly missing: readonly string[];
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
}

// Answers and handlers.

/** What an API answered. Made by `send`; give it back as it is, or give back something of your own. */
export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Media type in lower case without parameters; empty where there is no body. */
  readonly contentType: string;
  /** Parsed JSON, text, bytes, a list of events or lines of a stream, or undefined for an empty body. */
  readonly data: Data;
  /** File name from Content-Disposition. */
  readonly filename?: string;
  /** Said to the model behind the content: what was cut, where a redirect leads. */
  readonly note?: string;
}

/** One block of an MCP result. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export type Content =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image" | "audio";
      readonly data: string;
      readonly mimeType: string;
    }
  | { readonly type: "resource"; readonly resource: ResourceContents }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
    };

/** Contents of a resource: text, or bytes in base64. */
export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };

/** A whole MCP tool result. */
export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** What api.ts says of an operation. */
export interface OperationTypes {
  arguments: object;
  answer: unknown;
}

/** What a handler is given besides its arguments. */
export interface Context<Operation extends OperationTypes = OperationTypes> {
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
  /** Aborts when the client cancels or the connection ends. The time limit is each request's own. */
  readonly signal: AbortSignal;
  /** Tells the client how far the work is; does nothing where it did not ask. */
  progress(this: void, message: string): void;
  /** Headers of the incoming MCP request over HTTP; empty on stdio. Never passed on by itself. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A handler's result: an answer, a whole MCP result, text, or any JSON value. */
export type HandlerResult =
  Answer | ToolResult | string | number | boolean | object | null | undefined;

/** Hints to the client. https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

interface Definition<Operation extends OperationTypes> {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Arguments. A root `allOf` of references is merged into one flat object before it is listed. */
  readonly inputSchema: JsonSchema;
  /** Fields that an answer may have; others are stripped. Left out: nothing is stripped. */
  readonly answer?: JsonSchema;
  readonly request: RequestRecipe;
  /** Seconds for one call; default: the client's. */
  readonly timeout?: number;
  handler(
    args: Operation["arguments"],
    context: Context<Operation>,
  ): Promise<HandlerResult> | HandlerResult;
}

export interface ToolDefinition<
  Operation extends OperationTypes = OperationTypes,
> extends Definition<Operation> {
  readonly annotations?: ToolAnnotations;
  readonly outputSchema?: JsonSchema;
  /** Scopes that a caller of the MCP server needs, where it asks for tokens. */
  readonly scopes?: readonly string[];
}

export interface ResourceDefinition<
  Operation extends OperationTypes = OperationTypes,
> extends Definition<Operation> {
  /** `resource://pets` */
  readonly uri: string;
  /** The same with its optional arguments, readable but not listed: `resource://pets{?kind,limit}` */
  readonly uriTemplate?: string;
  readonly mimeType?: string;
}

export interface ResourceTemplateDefinition<
  Operation extends OperationTypes = OperationTypes,
> extends Definition<Operation> {
  /** RFC 6570 with simple and query expressions only: `pets://{petId}{?fields,limit}` */
  readonly uriTemplate: string;
  readonly mimeType?: string;
}

// Definitions as they leave `defineTool` and its like: the types of their operation are erased,
// since a list of a thousand distinct generic types is more than the compiler takes (TS2590).

export interface Tool extends ToolDefinition {
  readonly kind: "tool";
}

export interface Resource extends ResourceDefinition {
  readonly kind: "resource";
}

export interface ResourceTemplate extends ResourceTemplateDefinition {
  readonly kind: "template";
}

export type Component = Tool | Resource | ResourceTemplate;
