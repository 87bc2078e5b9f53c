import type { Finding } from "./errors.js";

/**
 * An API, whatever version its document was written in. Every default is filled in, every
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
  /** The document's own `security`, which holds for operations without one. */
  readonly security: readonly SecurityRequirement[];
  /** In the document's order, without those that can't be served. */
  readonly operations: readonly Operation[];
  /** What the document says of its tags, by name; empty texts are left out. */
  readonly tags: ReadonlyMap<string, string>;
  /** By name; names hold only `A-Za-z0-9_.-`, so that they need no escape in a pointer. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly findings: readonly Finding[];
}

/** A JSON Schema 2020-12 object without OpenAPI-only keywords, except `readOnly`, `writeOnly` and `discriminator`. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Operation {
  /** As written; null where the document has none. */
  readonly operationId: string | null;
  /** Upper case. */
  readonly method: string;
  /** As written: `/pets/{petId}`. */
  readonly path: string;
  /** JSON pointer: `/paths/~1pets~1{petId}/get`. */
  readonly pointer: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Path-level ones included, Swagger's body and form parameters not. In the document's order. */
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  /** Sorted by status; `default` last. */
  readonly responses: readonly Response[];
  /** Where its answers lead. */
  readonly links: readonly Link[];
  /** Alternatives, of schemes that are declared; none: no credential is needed. An empty alternative: it is optional. */
  readonly security: readonly SecurityRequirement[];
  /** Its own `security` names no scheme, which removes the document's: https://spec.openapis.org/oas/v3.1.1#operation-object */
  readonly removesSecurity: boolean;
  /** Own servers of the path or operation; empty: the API's. */
  readonly servers: readonly string[];
  readonly asked: Asked;
}

/** What extensions of the document, such as `x-mcp`, ask for an operation as a tool. Empty texts: nothing. */
export interface Asked {
  /** `x-internal of its path`; null: it is shown. */
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
  /** On the wire. */
  readonly name: string;
  /** What names it to callers, where a placeholder's name goes on with a router's constraint: `id` of `{id:\d+}`. */
  readonly label?: string;
  /** The component of the document that it is: `per-page`; null where it stands in its operation or path. */
  readonly component: string | null;
  readonly in: Location;
  readonly description: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** Media type of a `content` parameter, else null. */
  readonly contentType: string | null;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

export interface Body {
  readonly description: string;
  /** Null: the document doesn't say. */
  readonly required: boolean | null;
  /** In the document's order. */
  readonly media: readonly MediaType[];
}

export interface MediaType {
  /** As declared: `application/json; charset=utf-8`. */
  readonly contentType: string;
  /** `{}` where none is declared. */
  readonly schema: Schema;
  /** By property name. */
  readonly encoding: ReadonlyMap<string, Encoding>;
  readonly examples: readonly unknown[];
}

export interface Encoding {
  /** Null: by the property's type. */
  readonly contentType: string | null;
  readonly headers: ReadonlyMap<string, Schema>;
  /** Null: not declared, so `contentType` decides (https://spec.openapis.org/oas/v3.1.1#encoding-object). */
  readonly style: Style | null;
  readonly explode: boolean | null;
  readonly allowReserved: boolean;
}

export interface Response {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly media: readonly MediaType[];
  /** Names of its headers, in lower case, sorted. Undefined: none. */
  readonly headers?: readonly string[];
}

/** What leads from an answer to the next operation: https://spec.openapis.org/oas/v3.1.1#link-object */
export interface Link {
  /** An operationId, or `GET /pets/{petId}`. */
  readonly operation: string;
  /** Expressions such as `$response.body#/id`, by parameter, which may be called `path.petId`. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Names of schemes: all of these together. */
export type SecurityRequirement = readonly string[];

export type SecurityScheme = { readonly description: string } & (
  | {
      readonly type: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
    }
  | {
      readonly type: "http";
      /** As written: some services compare it letter by letter, though RFC 9110 makes its case mean nothing. */
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

/** `POST /pets`: what stays the same when an operationId changes. */
export function operationKey(
  operation: Pick<Operation, "method" | "path">,
): string {
  return `${operation.method} ${operation.path}`;
}

/** What an operation answers where all went well. */
export function successesOf({ responses }: Operation): Response[] {
  return responses.filter(({ status }) => status.startsWith("2"));
}
