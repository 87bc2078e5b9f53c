import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";

/** An operation of a document, as far as the tests need it. */
export interface Operation {
  /** `GET /books/{bookId}` */
  readonly route: string;
  readonly guarded: boolean;
  /** Schemas by status, then media type; no media type: no body. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly bodies: Readonly<Record<string, Json>>;
  readonly queryNames: readonly string[];
}

export interface Contract {
  readonly operations: readonly Operation[];
  /** The operation that a request belongs to. */
  find(method: string, path: string): Operation;
}

type Json = Readonly<Record<string, unknown>>;

const methods = ["get", "put", "post", "patch", "delete"];

/** Reads an OpenAPI 3.1 document, with all references filled in; it must have no circular ones. */
export async function readContract(url: URL): Promise<Contract> {
  const document = load(await readFile(url, "utf8"));
  const { paths } = asObject(inline(document, document));
  const operations = Object.entries(asObject(paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) =>
        readOperation(`${method.toUpperCase()} ${path}`, asObject(operation)),
      ),
  );
  return {
    operations,
    find(method, path) {
      const found = operations.find(({ route }) =>
        new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(
          `${method} ${path}`,
        ),
      );
      if (found === undefined) throw new Error(`Unknown: ${method} ${path}`);
      return found;
    },
  };
}

/**
 * Violations of a schema by a JSON value; empty if it is valid. Properties that the schema doesn't name are violations
 * too.
 */
export function violations(schema: Json | undefined, value: unknown): string[] {
  if (schema === undefined) return ["the document describes no such body"];
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.validate(closed(schema) as Json, value);
  return (ajv.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message ?? ""}`,
  );
}

function readOperation(route: string, operation: Json): Operation {
  const responses = Object.entries(asObject(operation["responses"]));
  const parameters = (operation["parameters"] ?? []) as readonly Json[];
  return {
    route,
    guarded: operation["security"] !== undefined,
    answers: Object.fromEntries(
      responses.map(([status, response]) => [
        status,
        readContent(asObject(response)),
      ]),
    ),
    bodies: withoutReadOnly(
      readContent(asObject(operation["requestBody"] ?? {})),
    ),
    queryNames: parameters
      .filter((parameter) => parameter["in"] === "query")
      .map((parameter) => String(parameter["name"])),
  };
}

/** Schemas by media type. */
function readContent(holder: Json): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(asObject(holder["content"] ?? {})).map(([type, media]) => [
      type,
      asObject(asObject(media)["schema"] ?? {}),
    ]),
  );
}

function inline(node: unknown, document: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => inline(one, document));
  if (typeof node !== "object" || node === null) return node;
  if ("$ref" in node)
    return inline(follow(String(node.$ref), document), document);
  return Object.fromEntries(
    Object.entries(node).map(([name, one]) => [name, inline(one, document)]),
  );
}

function follow(reference: string, document: unknown): unknown {
  return reference
    .replace("#/", "")
    .split("/")
    .reduce((node, name) => asObject(node)[name], document);
}

/** Schema that is closed for properties that it doesn't name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([name, one]) => [
    name,
    closed(one),
  ]);
  const shut = "properties" in node && !("additionalProperties" in node);
  return {
    ...Object.fromEntries(entries),
    ...(shut && { additionalProperties: false }),
  };
}

/** Schemas without the properties that requests don't have. */
function withoutReadOnly<T>(node: T): T {
  return JSON.parse(
    JSON.stringify(node, (_name, value: unknown) => {
      if (!isSchemaWithProperties(value)) return value;
      const asked = Object.entries(value.properties).filter(
        ([, property]) => property["readOnly"] !== true,
      );
      const names = asked.map(([name]) => name);
      const required = value.required?.filter((name) => names.includes(name));
      return { ...value, properties: Object.fromEntries(asked), required };
    }),
  ) as T;
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

function isSchemaWithProperties(value: unknown): value is ObjectSchema {
  return typeof value === "object" && value !== null && "properties" in value;
}

function asObject(value: unknown): Json {
  if (typeof value !== "object" || value === null) {
    throw new Error(`Not an object: ${JSON.stringify(value)}`);
  }
  return value as Json;
}
