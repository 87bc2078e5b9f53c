import type { FeatureComponent, FeatureDefinition } from "./feature.js";

export const binary: FeatureDefinition = {
  name: "binary",
  about: "request bodies that are files",
  imports: { "features/bodies/binary": "binary" },
  owner: "client",
  reason: "document",
  isNeeded: ({ bodyKinds, components }) =>
    components.some(isTextFile) ||
    ["image", "audio", "binary", "unknown"].some((kind) => bodyKinds.has(kind)),
  client: {
    bodies: {
      example: "binary()",
      code: ({ bodyOptions }) => `binary(${bodyOptions})`,
    },
  },
};

export const form: FeatureDefinition = {
  name: "form",
  about: "URL-encoded forms",
  imports: { "features/bodies/form": "form" },
  owner: "client",
  reason: "document",
  isNeeded: ({ bodyKinds }) => bodyKinds.has("form"),
  client: { bodies: { example: "form" } },
};

export const jsonLines: FeatureDefinition = {
  name: "json-lines",
  about: "request bodies of JSON lines",
  imports: { "features/bodies/json-lines": "jsonLines" },
  owner: "client",
  reason: "document",
  isNeeded: ({ bodyKinds }) =>
    bodyKinds.has("lines") || bodyKinds.has("sequence"),
  client: { bodies: { example: "jsonLines" } },
};

export const multipart: FeatureDefinition = {
  name: "multipart",
  about: "multipart forms with files",
  imports: { "features/bodies/multipart": "multipart" },
  owner: "client",
  reason: "document",
  isNeeded: ({ bodyKinds }) => bodyKinds.has("multipart"),
  client: {
    bodies: {
      example: "multipart()",
      code: ({ bodyOptions }) => `multipart(${bodyOptions})`,
    },
  },
};

export const flatBodies: FeatureDefinition = {
  name: "flat-bodies",
  about: "bodies that are one argument: callers may pass the fields directly",
  imports: { "features/bodies/flat-bodies": "flatBodies" },
  reason: "document",
  isNeeded: ({ components }) =>
    components.some(({ body }) => body?.hasNestedFields ?? false),
  server: { features: { stage: "call" } },
};

export const longIntegers: FeatureDefinition = {
  name: "long-integers",
  about: "digits of 64-bit integers in JSON of requests",
  imports: { "features/bodies/long-integers": "longIntegers" },
  owner: "client",
  reason: "document",
  isNeeded: ({ requestValues }) => requestValues().hasLongIntegers,
  client: { writeJson: { example: "longIntegers" } },
};

export const jsonStrings: FeatureDefinition = {
  name: "json-strings",
  about: "objects and lists that hosts pass as text inside of a body",
  imports: { "features/bodies/json-strings": "jsonStrings" },
  owner: "client",
  reason: "document",
  isNeeded: ({ requestValues }) => requestValues().hasNestedBodies,
  client: { parseStrings: { example: "jsonStrings" } },
};

/** True if a body of text may be a file. */
function isTextFile({ body }: FeatureComponent): boolean {
  return body?.media.isForm === false && body.encoding["body"] !== undefined;
}
