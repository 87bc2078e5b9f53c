import { isObject } from "../../../generator/shared/json.js";
import { KEYWORDS } from "../../../generator/schema/keywords.js";

/** Fields of one kind of object: read, or skipped on purpose. */
interface Kind {
  /** With the kind of what they hold, if that is looked into: `kind`, `kind[]` or `kind{}`. */
  readonly read: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
}

const EXAMPLES = "example examples";

/** Every object of OpenAPI 2.0 to 3.2 with its fields. `field:kind` is looked into. */
const KINDS: Readonly<Record<string, Kind>> = {
  document: fields(
    "openapi swagger $self info:info servers:server[] paths:pathItem{} webhooks components:components security host basePath schemes consumes produces definitions:schema{} parameters:parameter{} responses:response{} securityDefinitions:securityScheme{}",
    "tags externalDocs jsonSchemaDialect",
  ),
  info: fields(
    "title version description",
    "summary termsOfService contact license",
  ),
  server: fields("url description name variables:serverVariable{}"),
  serverVariable: fields("default enum", "description"),
  components: fields(
    "schemas:schema{} responses:response{} parameters:parameter{} examples:example{} requestBodies:requestBody{} headers:header{} securitySchemes:securityScheme{} pathItems:pathItem{} mediaTypes:mediaType{} links:link{}",
    "callbacks",
  ),
  pathItem: fields(
    "$ref summary description servers:server[] parameters:parameter[] additionalOperations:operation{} get:operation put:operation post:operation delete:operation options:operation head:operation patch:operation trace:operation query:operation",
  ),
  operation: fields(
    "operationId summary description tags deprecated parameters:parameter[] requestBody:requestBody responses:response{} callbacks security servers:server[] consumes produces",
    // A Swagger operation may narrow the schemes down; the client's base URL decides.
    "externalDocs schemes",
  ),
  parameter: fields(
    `$ref name in description required deprecated style explode allowReserved allowEmptyValue schema:schema content:mediaType{} collectionFormat ${EXAMPLES}`,
  ),
  requestBody: fields("$ref description required content:mediaType{}"),
  mediaType: fields(
    `$ref schema:schema itemSchema:schema encoding:encoding{} ${EXAMPLES}`,
    // Of multipart bodies whose parts have no names, and of bodies that are streamed up.
    "prefixEncoding itemEncoding description",
  ),
  encoding: fields(
    "contentType headers:header{} style explode allowReserved",
    "encoding prefixEncoding itemEncoding",
  ),
  response: fields(
    "$ref description summary content:mediaType{} schema:schema examples links:link{}",
    // What a response's headers mean.
    "headers",
  ),
  link: fields(
    "$ref operationId operationRef parameters",
    "requestBody description server",
  ),
  header: fields(
    "$ref schema:schema",
    `description required deprecated style explode content allowReserved allowEmptyValue ${EXAMPLES}`,
  ),
  example: fields(
    "$ref value dataValue",
    "summary description externalValue serializedValue",
  ),
  securityScheme: fields(
    "$ref type description name in scheme flows:flow{} openIdConnectUrl flow authorizationUrl tokenUrl refreshUrl scopes",
    "bearerFormat oauth2MetadataUrl deprecated",
  ),
  flow: fields(
    "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes",
  ),
};

function fields(read: string, ignored = ""): Kind {
  return {
    read: Object.fromEntries(
      read.split(" ").map((field) => {
        const [name = "", holds = ""] = field.split(":");
        return [name, holds];
      }),
    ),
    ignored: ignored.split(" "),
  };
}

/** Below which keywords a schema holds others, and in which form. */
const SUBSCHEMAS: Readonly<Record<string, string>> = {
  schema: "schema",
  "schema-or-flag": "schema",
  "schema-list": "schema[]",
  "schema-map": "schema{}",
};

/** Fields that are neither read nor passed over on purpose, as `kind.field`. Swagger's parameters and headers are schemas, too. */
export function unknownFields(document: object): Set<string> {
  const unknown = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, form: string): void => {
    const kind = form.replace(/\W+$/, "");
    if (form.endsWith("[]") && Array.isArray(value))
      value.forEach((item) => {
        visit(item, kind);
      });
    else if (form.endsWith("{}") && isObject(value))
      Object.entries(value).forEach(([name, item]) => {
        if (!name.startsWith("x-")) visit(item, kind);
      });
    else if (form === kind && isObject(value) && !seen.has(value)) {
      seen.add(value);
      for (const [field, inner] of Object.entries(value))
        if (!field.startsWith("x-")) visitField(kind, field, inner);
    }
  };
  const visitField = (kind: string, field: string, inner: unknown): void => {
    const known = KINDS[kind];
    if (known && Object.hasOwn(known.read, field)) {
      const holds = known.read[field];
      if (holds) visit(inner, holds);
    } else if (known?.ignored.includes(field)) {
      return;
    } else if (kind === "schema" || kind === "parameter" || kind === "header") {
      const keyword = KEYWORDS.get(field);
      const form = keyword && SUBSCHEMAS[keyword];
      if (keyword === undefined) unknown.add(`${kind}.${field}`);
      else if (form) visit(inner, form);
    } else {
      unknown.add(`${kind}.${field}`);
    }
  };
  visit(document, "document");
  return unknown;
}
