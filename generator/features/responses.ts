import type {
  FeatureComponent,
  FeatureDefinition,
  FeatureSettings,
} from "./feature.js";

export const streams: FeatureDefinition = {
  name: "streams",
  about: "streamed responses, event by event",
  imports: { "features/responses/streams": "streams" },
  packages: { "eventsource-parser": "^3.1.1" },
  owner: "client",
  reason: "spec",
  // Applications seldom declare what they stream.
  isNeeded: ({ app, responseKinds }) =>
    app !== null ||
    ["events", "lines", "sequence"].some((kind) => responseKinds.has(kind)),
  client: {
    stream: {
      example: "streams()",
      code: ({ app }) => `streams(${app ? "{ pieces: true }" : ""})`,
    },
  },
};

export const strip: FeatureDefinition = {
  name: "strip",
  about: "removal of undeclared fields from responses",
  imports: { "features/responses/strip": "strip" },
  owner: "api",
  reason: "spec",
  isNeeded: ({ components, hasResponseTypes, settings }) =>
    hasResponseTypes &&
    components.some((component) => isStripped(component, settings)),
  members: (component, settings) =>
    isStripped(component, settings) ? {} : { strip: false },
  server: { source: { example: "strip" } },
};

export const pickFields: FeatureDefinition = {
  name: "pick-fields",
  about: "the fields of responses that callers get",
  imports: { "features/responses/pick-fields": "pickFields" },
  owner: "api",
  reason: "choice",
  isNeeded: ({ components }) =>
    components.some(({ override }) => override.fields !== undefined),
  server: { source: { example: "pick: pickFields" } },
};

/** True if responses of a component are without the fields that the document doesn't declare. */
function isStripped(
  { override }: Pick<FeatureComponent, "override">,
  settings: Pick<FeatureSettings, "strip">,
): boolean {
  return override.strip ?? settings.strip;
}

export const pageHeaders: FeatureDefinition = {
  name: "page-headers",
  about: "response headers for pages and counts, if there is more to fetch",
  imports: { "features/responses/page-headers": "pageHeaders" },
  owner: "api",
  reason: "document",
  isNeeded: ({ hasPageHeaders }) => hasPageHeaders,
  server: { source: { example: "pageHeaders" } },
};

export const emptyResponseText: FeatureDefinition = {
  name: "empty-response-text",
  about: "a text for responses without content (204)",
  imports: { "features/responses/empty-response-text": "emptyResponseText" },
  reason: "choice",
  isNeeded: ({ settings: { features, tools } }) =>
    tools === "search" || features.includes("shorten-responses"),
  server: { features: { stage: "call" } },
};

export const outputSchemas: FeatureDefinition = {
  name: "output-schemas",
  about: "response types, for clients that write code",
  imports: { "features/responses/output-schemas": "structuredOutput" },
  reason: "document",
  isNeeded: ({ hasOutputSchemas, settings }) =>
    hasOutputSchemas &&
    // A server whose tools are found by search alone lists no tool with a type.
    (settings.tools !== "search" ||
      settings.outputSchemas !== null ||
      settings.alwaysListed.length > 0),
  server: { features: { stage: "call" } },
};

export const etag: FeatureDefinition = {
  name: "etag",
  about: "the ETag of a read resource, for operations that need it",
  imports: { "features/responses/etag": "etag" },
  reason: "document",
  isNeeded: ({ components }) => hasEtagReader(components),
  server: { features: { stage: "call" } },
};

export const errorDetails: FeatureDefinition = {
  name: "error-details",
  about: "the schema of a wrong argument, in the error of a refused call",
  imports: { "features/responses/error-details": "errorDetails" },
  reason: "document",
  isNeeded: ({ listing, settings }) =>
    listing.isTruncated || settings.tools === "search",
  server: { features: { stage: "call" } },
};

export const autoPaginate: FeatureDefinition = {
  name: "auto-paginate",
  about: "several pages of a list in one result",
  imports: { "features/responses/auto-paginate": "autoPaginate" },
  reason: "choice",
  isNeeded: ({ components }) =>
    components.some(({ override }) => override.pages !== undefined),
  server: { features: { stage: "call" } },
};

export const poll: FeatureDefinition = {
  name: "poll",
  about: "polling until long work is done",
  imports: { "features/responses/poll": "poll" },
  reason: "choice",
  isNeeded: ({ components }) =>
    components.some(({ override }) => override.poll !== undefined),
  server: { features: { stage: "call" } },
};

/** True if a tool reads a path at which another operation requires its ETag (`If-Match`). */
function hasEtagReader(components: readonly FeatureComponent[]): boolean {
  const conditionalWriters = components.filter(({ args }) =>
    args.some(({ wireName }) => /^if-match$/i.test(wireName)),
  );
  return components.some(({ kind, operation: { method, path } }) => {
    const isRead = kind === "tool" && method === "GET";
    return (
      isRead &&
      conditionalWriters.some(({ operation }) => operation.path === path)
    );
  });
}
