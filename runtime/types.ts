/** A JSON Schema 2020-12 object. References are local: `{ $ref: "#/$defs/Pet" }`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Arguments of one call, by argument name. */
export type Args = Record<string, unknown>;

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** Its schema and its place in the request, in OpenAPI's words, or what operations share: `#/arguments/per-page`. */
export interface Argument extends JsonSchema {
  /** `body`: the argument is the whole body; `querystring`: the whole query. */
  readonly in?: "path" | "query" | "querystring" | "header" | "cookie" | "body";
  /** Name on the wire, where it is not the argument's name. */
  readonly name?: string;
  /** Whether it must be given; path arguments always must. A list is JSON Schema's keyword. */
  readonly required?: boolean | readonly string[];
  /** https://spec.openapis.org/oas/v3.2.0#style-values; `tabDelimited` is `tsv` of Swagger 2.0. */
  readonly style?: "form" | "simple" | "deepObject" | "cookie" | RareStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
  /** The value is written in this media type. */
  readonly contentType?: string;
  /** The schema, where its own `required` would stand in the way. */
  readonly schema?: JsonSchema;
}

type RareStyle = "label" | "matrix" | `${"space" | "pipe" | "tab"}Delimited`;

/** One field of a form or multipart body. https://spec.openapis.org/oas/v3.1.1#encoding-object */
export interface PartEncoding extends Pick<Argument, Written> {
  readonly headers?: Headers;
  /** False: text is sent as it is, and what is given as a file as one. */
  readonly file?: boolean;
}

type Written = "style" | "explode" | "allowReserved" | "contentType";

/** What modules share; `#/$defs/…` and `#/arguments/…` are pointers into it. */
export interface Schemas {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  readonly arguments: Readonly<Record<string, Argument>>;
  /** What is too long to be listed written out, by request: the places whose details are left out, if any. */
  readonly leftOut?: Readonly<Record<string, readonly string[]>>;
}

/** What api.ts says of an operation. */
export type OperationTypes = { arguments: object; answer: unknown };

/** Arguments of an example: its names are checked, its values come from the document as they are. `confirm`: where a tool asks for it. */
export type Example<Arguments> = Arguments extends unknown
  ? { readonly [Name in keyof Arguments | Confirm<keyof Arguments>]?: unknown }
  : never;

type Confirm<Name> = [Name] extends [never] ? never : "confirm";

/** What every kind of component says. */
export interface Definition<Operation extends OperationTypes> {
  readonly name: string;
  readonly title?: string;
  /** Default: the title. */
  readonly description?: string;
  /** For clients: https://modelcontextprotocol.io/specification/2025-11-25/basic#general-fields */
  readonly icons?: readonly object[];
  readonly _meta?: object;
  /** Groups that it belongs to. */
  readonly tags?: readonly string[];
  /** Told to the model behind the description. */
  readonly example?: Example<Operation["arguments"]>;
  /** `GET /pets/{petId}`, below the base URL; `custom` where no operation stands behind it. */
  readonly request: string;
  /** Base URL of this operation, where it has its own; may be relative to the client's. */
  readonly server?: string;
  /** By argument name. */
  readonly arguments?: Readonly<Record<string, Argument>>;
  /** An object whose properties are arguments as well, by wire name. What stands beside a `$ref` wins. */
  readonly body?: JsonSchema;
  /** False: the body may be left out. `expected`: so it may, but what its schema requires is listed as required. */
  readonly bodyRequired?: boolean | "expected";
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
  /** Scopes that a caller of this server needs, where it asks for tokens. */
  readonly scopes?: readonly string[];
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
  /** Told in the input schema: examples with values that stand for any others. */
  readonly examples?: readonly Example<Operation["arguments"]>[];
  readonly outputSchema?: JsonSchema;
}

/** A definition without the types of its operation: with them, a list of a thousand is too much for the compiler (TS2590). */
export interface Component extends Definition<OperationTypes> {
  readonly kind: "tool" | "resource" | "template" | "prompt";
}

export type Tool = ToolDefinition & { readonly kind: "tool" };

/** Tells `call` the types of an operation; nothing stands there when it runs. */
export type Typed<Operation> = { readonly types?: Operation };

/** What a handler is given besides its arguments. */
export interface Context<Operation extends OperationTypes = OperationTypes> {
  /** Sends this operation's request with these arguments. Throws on a 4xx or 5xx answer and where none arrived. */
  send(
    this: void,
    args: Operation["arguments"],
  ): Promise<Answer<Operation["answer"]>>;
  /** The same for another operation of this server: `call(getPet, { petId: 7 })`. */
  call<Other extends OperationTypes>(
    this: void,
    other: Component & Typed<Other>,
    args: Other["arguments"],
  ): Promise<Answer<Other["answer"]>>;
  /** Aborts when the client cancels or the connection ends. The time limit is each request's own. */
  readonly signal: AbortSignal;
  /** Tells the client how far the work is; does nothing where it did not ask. */
  progress(this: void, message: string): void;
  /** Headers of the incoming MCP request over HTTP; empty on stdio. Never passed on by itself. */
  readonly headers: Headers;
}

/** Who calls this server. */
export interface Principal {
  /** The same for all tokens of one caller; sessions belong to it. */
  readonly id: string;
  /** `sub` of the token, else its client's id, or the name before a static token; where none is known, the log tells the id. */
  readonly name?: string;
  /** The name is a client's: its token is for no user. */
  readonly isClient?: boolean;
  readonly scopes: readonly string[];
}

/** Who waits for the result of a call. */
export type Waiting = Pick<Context, "headers" | "progress" | "signal">;

/** What an API answered. */
export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Media type in lower case without parameters; empty where there is no body. */
  readonly contentType: string;
  /** Parsed JSON, text, bytes, a list of events or lines of a stream, or undefined for an empty body. */
  readonly data: Data;
  /** A text of `data` as it came, piece by piece. */
  readonly pieces?: readonly string[];
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
export type ResourceContents = Contents & ({ text: string } | { blob: string });
type Contents = { uri: string; mimeType?: string; _meta?: object };

export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: object;
}

/** A handler's result: an answer, a whole MCP result, text, or any JSON value. */
export type HandlerResult =
  Answer | ToolResult | string | number | boolean | object | null | undefined;

export interface HttpRequest {
  readonly method: string;
  /** Absolute, exactly as it leaves. */
  url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | undefined;
  /** The `https.Agent` of the connection, where it isn't Node's own: the same object every time. */
  agent?: object;
  /** Whose call it is, where callers are told apart: what is kept of one, such as cookies, is no other's. */
  readonly caller?: string | undefined;
}

/** The head of an answer, and its body as it arrives. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

type Write = (event: string, details?: object) => void;

/** Writes one line by level: what happened, and its details. */
export type Log = Readonly<Record<"debug" | "info" | "warn" | "error", Write>>;
