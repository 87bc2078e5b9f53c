import type { Finding } from "./errors.js";

/**
 * API in one model for all versions of OpenAPI. Every default is filled in, every
 * reference outside schemas is resolved, and every `$ref` in a schema is `#/$defs/<name>`
 * with a name from `Api.schemas`.
 */
export interface Api {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** URLs, absolute or relative, variables filled with their defaults. At least one: a document without servers has `/`. */
  readonly servers: readonly string[];
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Security of the document itself, which applies to operations that declare none. */
  readonly security: readonly SecurityRequirement[];
  /** Operations in the document's order, without those that can't be served. */
  readonly operations: readonly Operation[];
  /** Descriptions of tags, by name, without empty ones. */
  readonly tags: ReadonlyMap<string, string>;
  /** Shared schemas by name; names consist of `A-Za-z0-9_.-`, so that they need no escape in a pointer. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly findings: readonly Finding[];
}

/** JSON Schema 2020-12 object without OpenAPI-only keywords, except `readOnly`, `writeOnly` and `discriminator`. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Operation {
  /** Identifier as written; null if the document has none. */
  readonly operationId: string | null;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path template as written: `/pets/{petId}`. */
  readonly path: string;
  /** JSON pointer: `/paths/~1pets~1{petId}/get`. */
  readonly pointer: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Parameters in the document's order, including those of the path item, without Swagger's body and form parameters. */
  readonly parameters: readonly Parameter[];
  /** Schema of the header `Accept`, which is never an argument; null if it is not declared as a parameter. */
  readonly acceptSchema: Schema | null;
  readonly body: Body | null;
  /** Sorted by status; `default` last. */
  readonly responses: readonly Response[];
  /** Links of its responses. */
  readonly links: readonly Link[];
  /** Alternative requirements, of declared schemes alone. Empty if no credential is needed; an empty alternative means that it is optional. */
  readonly security: readonly SecurityRequirement[];
  /** True if its own `security` names no scheme, which removes the document's: https://spec.openapis.org/oas/v3.1.1#operation-object */
  readonly removesSecurity: boolean;
  /** Servers of the operation or its path; empty if the API's apply. */
  readonly servers: readonly string[];
  readonly hints: OperationHints;
}

/** Hints of extensions such as `x-mcp` about an operation as a tool. Texts are empty if there is no hint. */
export interface OperationHints {
  /** Extension that hides it, such as `x-internal of its path`; null if none does. */
  readonly hiddenBy: string | null;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** https://spec.openapis.org/oas/v3.1.1#parameter-locations */
export type Location = "path" | "query" | "querystring" | "header" | "cookie";

/** https://spec.openapis.org/oas/v3.2.0#style-values, and Swagger's `tsv` */
export type Style =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "cookie"
  | "deepObject";

export interface Parameter {
  /** Name in the request. */
  readonly name: string;
  /** Name for callers, if a placeholder's name contains a router's constraint: `id` of `{id:\d+}`. */
  readonly label?: string;
  /** Name in the document's `components.parameters`: `per-page`; null if it is declared in its operation or path. */
  readonly component: string | null;
  readonly in: Location;
  readonly description: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** Media type of a `content` parameter, otherwise null. */
  readonly contentType: string | null;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

export interface Body {
  readonly description: string;
  /** True or false as declared; null if the document doesn't say. */
  readonly required: boolean | null;
  /** Media types in the document's order. */
  readonly media: readonly MediaType[];
}

export interface MediaType {
  /** Content-Type as declared: `application/json; charset=utf-8`. */
  readonly contentType: string;
  /** Schema of the body; `{}` if none is declared. */
  readonly schema: Schema;
  /** Encodings by property name. */
  readonly encoding: ReadonlyMap<string, Encoding>;
  readonly examples: readonly unknown[];
}

export interface Encoding {
  /** Content-Type of the part; null if the property's type decides. */
  readonly contentType: string | null;
  readonly headers: ReadonlyMap<string, Schema>;
  /** Style as declared; null if `contentType` decides (https://spec.openapis.org/oas/v3.1.1#encoding-object). */
  readonly style: Style | null;
  readonly explode: boolean | null;
  readonly allowReserved: boolean;
}

export interface Response {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly media: readonly MediaType[];
  /** Names of its headers in lower case, sorted; undefined if it has none. */
  readonly headers?: readonly string[];
}

/** Link from a response to another operation: https://spec.openapis.org/oas/v3.1.1#link-object */
export interface Link {
  /** Target: an operationId, or `GET /pets/{petId}`. */
  readonly operation: string;
  /** Expressions such as `$response.body#/id`, by parameter, which may be called `path.petId`. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Names of schemes that are needed together. */
export type SecurityRequirement = readonly string[];

export type SecurityScheme = { readonly description: string } & (
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
    }
  | {
      readonly type: "http";
      /** Scheme as written: some services compare it case-sensitively, though RFC 9110 says that its case doesn't matter. */
      readonly scheme: string;
    }
  | { readonly type: "oauth2"; readonly flows: ReadonlyMap<string, OAuthFlow> }
  | { readonly type: "openIdConnect"; readonly url: string }
  | { readonly type: "mutualTLS" }
);

export interface OAuthFlow {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly refreshUrl: string;
  readonly scopes: readonly string[];
}

/** Key of an operation that doesn't depend on its operationId: `POST /pets`. */
export function operationKey(
  operation: Pick<Operation, "method" | "path">,
): string {
  return `${operation.method} ${operation.path}`;
}

/** Responses of an operation with a status of 2xx. */
export function successResponsesOf({ responses }: Operation): Response[] {
  return responses.filter(({ status }) => status.startsWith("2"));
}
