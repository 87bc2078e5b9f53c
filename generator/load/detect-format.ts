import { ToolwrightError } from "../errors.js";
import {
  isObject,
  type JsonObject,
  getMember,
  toWord,
} from "../shared/json.js";

const OPENAPI_NEEDED = "Pass an OpenAPI document (3.x or Swagger 2.0).";

interface ForeignFormat {
  readonly message: string;
  readonly hint: string;
}

/** Format of a text that is neither JSON nor YAML, as a message and a hint; undefined if it may be one of them. */
export function detectForeignText(text: string): ForeignFormat | undefined {
  const start = text.slice(0, 200).trimStart();
  const [, formatName, hint = OPENAPI_NEEDED] =
    TEXT_SIGNATURES.find(([signature]) => signature.test(start)) ?? [];
  return formatName === undefined
    ? undefined
    : { message: `This is ${formatName}.`, hint };
}

/** Signatures at the start of a text, the format of each, and its remedy if that isn't to name another document. */
const TEXT_SIGNATURES: readonly (readonly [RegExp, string, string?])[] = [
  [
    /^<(?:!doctype html|html|head|body|script|style)|^<!--.*<(?:!doctype )?html/is,
    "an HTML page",
    `${OPENAPI_NEEDED} API documentation pages load it from a URL such as openapi.json: look for it in the page's source. If this is a login page, save the document to a file.`,
  ],
  [/^</, "XML (such as WSDL)"],
  [
    /^(?:\x1f\ufffd|PK\x03)/,
    "a compressed file (gzip or ZIP)",
    "Unpack it first, and pass the document inside.",
  ],
  [
    /^(?:["']use |(?:import|export|const)\s+[\w"'{*])/m,
    "a module",
    "Use --app for a web application: toolwright generate --app ./src/app.ts",
  ],
  [
    /^[{[]?\s*\/[/*]/,
    "JSON with comments",
    "Remove the comments: JSON does not allow them. In YAML, comments begin with #.",
  ],
  [/^#%RAML/, "RAML", `${OPENAPI_NEEDED} RAML can be converted.`],
  [/^FORMAT: 1A/, "API Blueprint"],
];

/** Other formats in JSON or YAML, each with the test that recognises it. */
const DOCUMENT_SIGNATURES: readonly (readonly [
  string,
  (document: JsonObject) => boolean,
])[] = [
  [
    "a Postman collection; Postman can export it as OpenAPI",
    (document) =>
      getMember(document["info"], "_postman_id") !== undefined ||
      toWord(getMember(document["info"], "schema")).includes("getpostman.com"),
  ],
  ["an AsyncAPI document", (document) => "asyncapi" in document],
  [
    "the introspection of a GraphQL schema",
    (document) =>
      "__schema" in document ||
      isObject(getMember(document["data"], "__schema")),
  ],
  ["an OpenRPC document", (document) => "openrpc" in document],
  ["an Arazzo document", (document) => "arazzo" in document],
  [
    "an OpenAPI overlay; pass its document, and the overlay with --overlay",
    (document) => "overlay" in document,
  ],
  ["a Google discovery document", (document) => "discoveryVersion" in document],
  [
    "a HAR recording",
    (document) => getMember(document["log"], "entries") !== undefined,
  ],
  ["an Insomnia export", (document) => "__export_format" in document],
  ["a JSON Schema", (document) => "$schema" in document],
];

/**
 * Checks that parsed data is an OpenAPI document of a supported version, and returns it. Throws a
 * `ToolwrightError` that names the format otherwise.
 */
export function recognise(value: unknown, file: string): JsonObject {
  if (!isObject(value))
    throw new ToolwrightError({
      code: "not-an-object",
      message: "The document is not an object.",
      file,
      hint: OPENAPI_NEEDED,
    });
  // YAML parses 3.1 as a number.
  const version = getMember(value, "openapi") ?? getMember(value, "swagger");
  if (version === undefined) {
    const foreign = DOCUMENT_SIGNATURES.find(([, matches]) =>
      matches(value),
    )?.[0];
    throw new ToolwrightError({
      code: "not-openapi",
      message:
        foreign === undefined
          ? "The document has neither an openapi nor a swagger member."
          : `This is ${foreign}.`,
      file,
      hint:
        foreign === undefined && "paths" in value
          ? "Add its version, for example openapi: 3.1.0."
          : OPENAPI_NEEDED,
    });
  }
  if (
    !/^(?:2|2\.0|3|3\.[012](?:\.\d.*)?)$/.test(
      JSON.stringify(version).replaceAll('"', ""),
    )
  )
    throw new ToolwrightError({
      code: "unsupported-version",
      message: `OpenAPI version ${JSON.stringify(version)} is not supported.`,
      file,
      hint: "Supported versions: 3.0, 3.1, 3.2 and Swagger 2.0.",
    });
  return value;
}
