/** A JSON Schema 2020-12 object. References are local: `{ $ref: "#/$defs/Pet" }`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Arguments of one call, by argument name. */
export type Args = Record<string, unknown>;

/** Headers with names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/**
 * Schema of an argument and its location in the request, in OpenAPI's terms, or a reference to a shared argument:
 * `#/arguments/per-page`.
 */
export interface Argument extends JsonSchema {
  /**
   * Location. `body`: the argument is the whole body; `querystring`: the whole query; `handler`: it isn't sent, and the
   * handler reads it.
   */
  readonly in?:
    "path" | "query" | "querystring" | "header" | "cookie" | "body" | "handler";
  /** Name in the HTTP request. Default: the argument's name. */
  readonly name?: string;
  /** True if a call must have the argument; path arguments are always required. A list is JSON Schema's keyword. */
  readonly required?: boolean | readonly string[];
  /** https://spec.openapis.org/oas/v3.2.0#style-values; `tabDelimited` is `tsv` of Swagger 2.0. */
  readonly style?: "form" | "simple" | "deepObject" | "cookie" | RareStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
  /** Media type in which the value is serialized. */
  readonly contentType?: string;
  /** Schema of an argument whose own `required` would conflict with this interface. */
  readonly schema?: JsonSchema;
}

type RareStyle = "label" | "matrix" | `${"space" | "pipe" | "tab"}Delimited`;

/** Encoding of one field of a form or multipart body. https://spec.openapis.org/oas/v3.1.1#encoding-object */
export interface PartEncoding extends Pick<Argument, StyleKeyword> {
  readonly headers?: Headers;
  /** False: text is sent unchanged; a file object is still sent as a file. */
  readonly file?: boolean;
}

type StyleKeyword = "style" | "explode" | "allowReserved" | "contentType";

/** Schemas and arguments that modules share; `#/$defs/…` and `#/arguments/…` are pointers into it. */
export interface Schemas {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  readonly arguments: Readonly<Record<string, Argument>>;
  /**
   * Requests whose schemas are too long for the listing with references replaced, and the places whose details are left
   * out, if any.
   */
  readonly leftOut?: Readonly<Record<string, readonly string[]>>;
}

/** Types of an operation, from `api-types.ts`. */
export type OperationTypes = { arguments: object; response: unknown };

/** Types of an operation with further arguments, which only its handler reads. */
export type WithHandlerArguments<
  Operation extends OperationTypes,
  HandlerArguments extends object,
> = {
  arguments: Operation["arguments"] & HandlerArguments;
  response: Operation["response"];
};

/** Declarations of arguments that only the handler reads: each has to be there, with a schema of its type. */
export type HandlerArgumentSchemas<HandlerArguments extends object> = {
  readonly [Name in keyof HandlerArguments]-?: Argument & {
    readonly in: "handler";
  } & (undefined extends HandlerArguments[Name]
      ? { readonly required?: false }
      : { readonly required: true }) &
    SchemaOf<NonNullable<HandlerArguments[Name]>>;
};

/** Keywords of a schema by the type of its values; of a union of types, any. */
type SchemaOf<Value> = [Value] extends [string]
  ? { readonly type: "string"; readonly enum?: readonly Value[] }
  : [Value] extends [number]
    ? {
        readonly type: "integer" | "number";
        readonly enum?: readonly Value[];
      }
    : [Value] extends [boolean]
      ? { readonly type: "boolean" }
      : [Value] extends [readonly unknown[]]
        ? { readonly type: "array" }
        : [Value] extends [object]
          ? { readonly type: "object" }
          : unknown;

/** Arguments of an example: their names are checked, their values are the document's. `confirm` is one if the tool asks for it. */
export type Example<Arguments> = Arguments extends unknown
  ? { readonly [Name in ExampleName<Arguments>]?: unknown }
  : never;

type ExampleName<Arguments> = keyof Arguments | Confirm<keyof Arguments>;

type Confirm<Name> = [Name] extends [never] ? never : "confirm";

/** Members of every kind of component. */
export interface Definition<Operation extends OperationTypes> {
  readonly name: string;
  readonly title?: string;
  /** Text for the model. Default: the title. */
  readonly description?: string;
  /** Icons for clients: https://modelcontextprotocol.io/specification/2025-11-25/basic#general-fields */
  readonly icons?: readonly object[];
  readonly _meta?: object;
  /** Groups to which the component belongs. */
  readonly tags?: readonly string[];
  /** Example for the model, which follows the description. */
  readonly example?: Example<Operation["arguments"]>;
  /** Method and path below the base URL: `GET /pets/{petId}`; `custom` for a component without an operation. */
  readonly request: string;
  /** Base URL of this operation, if it has its own; may be relative to the client's. */
  readonly server?: string;
  /** Arguments by name. */
  readonly arguments?: Readonly<Record<string, Argument>>;
  /**
   * Object schema whose properties are arguments as well, by name in the HTTP request. Keywords beside a `$ref` win.
   */
  readonly body?: JsonSchema;
  /**
   * False: the body is optional. `expected`: it is optional, but the properties that its schema requires are listed as
   * required.
   */
  readonly bodyRequired?: boolean | "expected";
  /** Media type of the body as declared. Default: `application/json`. */
  readonly contentType?: string;
  /** Encoding of a form's fields, by name in the HTTP request. */
  readonly encoding?: Readonly<Record<string, PartEncoding>>;
  /** Names in the HTTP request of body properties whose argument has another name, by argument name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Arguments with fixed values, which are always sent and not listed. */
  readonly fixed?: Readonly<Args>;
  /**
   * Arguments that are not listed and whose values are those of the client's `variables`: text as it is, or parsed as
   * JSON.
   */
  readonly fromClient?: Readonly<Record<string, "json" | "text">>;
  /** Media types for the `Accept` header. Default: JSON first, then anything. */
  readonly accept?: string;
  /** Alternatives; each one is the list of security schemes that it combines. Default: none is needed. */
  readonly security?: readonly (readonly string[])[];
  /** Scopes that a caller of this server needs, if the server requires tokens. */
  readonly scopes?: readonly string[];
  /** Components that the handler calls. If one of them asks for confirmation, and this one can't, nothing is sent. */
  readonly calls?: readonly Component[];
  /** False: no client sees or calls it; handlers may `call` it. */
  readonly listed?: boolean;
  /** False: responses keep the fields that the document doesn't declare. */
  readonly strip?: boolean;
  /** Time limit of one call in seconds. Default: the client's. */
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
  /** Differences from the protocol's defaults: a tool that writes, destroys and reaches the outside. */
  readonly annotations?: { readonly [Name in Hint]?: boolean };
  /** Example arguments with made-up values, shown in the input schema. */
  readonly examples?: readonly Example<Operation["arguments"]>[];
  readonly outputSchema?: JsonSchema;
}

/**
 * A definition without the types of its operation: with them, a list of a thousand is too much for the compiler
 * (TS2590).
 */
export interface Component extends Definition<OperationTypes> {
  readonly kind: "tool" | "resource" | "template" | "prompt";
}

export type Tool = ToolDefinition & { readonly kind: "tool" };

/** Gives `call` the types of an operation; the member does not exist at run time. */
export type Typed<Operation> = { readonly types?: Operation };

/** Functions and data for a handler, in addition to its arguments. */
export interface Context<Operation extends OperationTypes = OperationTypes> {
  /**
   * Sends this operation's request with these arguments. Throws on a 4xx or 5xx response, and if no response arrives.
   */
  send(
    this: void,
    args: Operation["arguments"],
  ): Promise<ApiResponse<Operation["response"]>>;
  /** Sends the request of another operation of this server: `call(getPet, { petId: 7 })`. Throws as `send` does. */
  call<TargetOperation extends OperationTypes>(
    this: void,
    component: Component & Typed<TargetOperation>,
    args: TargetOperation["arguments"],
  ): Promise<ApiResponse<TargetOperation["response"]>>;
  /** Aborts when the client cancels or the connection ends. Each request has its own time limit. */
  readonly signal: AbortSignal;
  /** Reports progress to the client; does nothing if the client did not ask for it. */
  progress(this: void, message: string): void;
  /** Headers of the incoming MCP request over HTTP; empty on stdio. Nothing forwards them by itself. */
  readonly headers: Headers;
}

/** Identity of a caller of this server. */
export interface Principal {
  /** Id that all tokens of one caller share; sessions belong to it. */
  readonly id: string;
  /**
   * `sub` of the token, or its client's id, or the name before a static token; if none is known, the log shows the
   * id.
   */
  readonly name?: string;
  /** True if the name is a client's: its token is for no user. */
  readonly isClient?: boolean;
  readonly scopes: readonly string[];
  /** Returns the token of this caller, which must never be shown. A function, so that no text of this object has it. */
  readonly secrets?: () => readonly string[];
}

/** The part of a context by which a caller waits for the result of a call. */
export type CallSignals = Pick<Context, "headers" | "progress" | "signal">;

/** A response of the API. */
export interface ApiResponse<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Media type in lower case without parameters; empty if there is no body. */
  readonly contentType: string;
  /** Parsed JSON, text, bytes, a list of events or lines of a stream, or undefined for an empty body. */
  readonly data: Data;
  /** Text of `data` in the pieces in which it arrived. */
  readonly pieces?: readonly string[];
  /** File name from Content-Disposition. */
  readonly filename?: string;
  /** Text for the model, which follows the content: a cut, the target of a redirect. */
  readonly note?: string;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export type Content =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource"; resource: ResourceContents }
  | { type: "resource_link"; uri: string; name: string };

/** Text, or bytes in base64. */
export type ResourceContents = ContentsBase &
  ({ text: string } | { blob: string });
type ContentsBase = { uri: string; mimeType?: string; _meta?: object };

export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: object;
}

/** Result of a handler: a response, a complete MCP result, text, or any JSON value. */
export type HandlerResult =
  | ApiResponse
  | ToolResult
  | string
  | number
  | boolean
  | object
  | null
  | undefined;

export interface HttpRequest {
  readonly method: string;
  /** Absolute URL, exactly as it is sent. */
  url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | undefined;
  /** Body that is read while it is sent, instead of `body`. */
  readonly stream?: ByteStream;
  /** The `https.Agent` of the connection, if it isn't Node's own: the same object every time. */
  agent?: object;
  /**
   * Id of the caller, if the server distinguishes callers: data of one caller, such as cookies, is never used for
   * another.
   */
  readonly caller?: string | undefined;
  /** Identity of the caller; undefined if this server authenticates no one. */
  readonly principal?: Principal | undefined;
  /** End of the call's time on the clock of `performance.now()`; undefined if it has no limit. */
  readonly deadline?: number | undefined;
}

/** Bytes that are read while they are sent. */
export interface ByteStream {
  readonly size: number;
  /** Reads the bytes from the first one, again for each attempt. Rejects if they are no longer the same. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Head of a response, and its body as it arrives. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

type WriteLine = (event: string, details?: object) => void;

/** Writes one line by level: the event, and its details. */
export type Log = Readonly<
  Record<"debug" | "info" | "warn" | "error", WriteLine>
>;
