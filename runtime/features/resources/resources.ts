import {
  ArgumentError,
  describe,
  INVALID_PARAMS,
  perform,
  propertiesOf,
  ProtocolError,
  UpstreamError,
} from "../../index.js";
import type { Args, Component, Entry, Feature } from "../../index.js";
import { toContents } from "./contents.js";
import type { Resource, ResourceTemplate } from "./define.js";
import {
  byLiteralness,
  compileUriTemplate,
  normalizeUri,
} from "./uri-template.js";
import type { UriMatcher } from "./uri-template.js";

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;
// https://www.jsonrpc.org/specification#error_object
const INTERNAL_ERROR = -32603;

interface Found<Kind extends Component = Component> {
  readonly entry: Entry<Kind>;
  readonly matcher: UriMatcher | undefined;
}

/** Lists and reads resources. Throws where two answer to one URI. */
export const resources: Feature = ({ entries }) => {
  const fixed = unique(
    entries.filter(isResource).map(withMatcher),
    ({ entry }) => normalizeUri(entry.component.uri),
  );
  const templates = unique(
    entries.filter(isTemplate).map(withMatcher),
    ({ matcher }) => matcher?.shape ?? "",
  );
  const literalFirst = [...templates.values()].sort((a, b) =>
    a.matcher && b.matcher ? byLiteralness(a.matcher, b.matcher) : 0,
  );

  function find(
    uri: string,
  ): { entry: Entry<Resource | ResourceTemplate>; args: Args } | undefined {
    const exact = fixed.get(normalizeUri(uri));
    if (exact) return { entry: exact.entry, args: {} };
    const [path = ""] = uri.split(/[?#]/, 1);
    const withOptions = fixed.get(normalizeUri(path));
    for (const one of [
      ...(withOptions ? [withOptions] : []),
      ...literalFirst,
    ]) {
      const args = one.matcher?.match(uri);
      if (args) return { entry: one.entry, args };
    }
    return undefined;
  }

  return {
    "resources/list": () => ({
      resources: [...fixed.values()].map(({ entry: { component } }) => ({
        uri: component.uri,
        ...described(component),
      })),
    }),
    "resources/templates/list": () => ({
      resourceTemplates: [...templates.values()].map(
        ({ entry: { component } }) => ({
          uriTemplate: component.uriTemplate,
          ...described(component),
        }),
      ),
    }),
    async "resources/read"({ uri: asked }, caller) {
      const uri = String(asked);
      const found = find(uri);
      if (!found)
        throw new ProtocolError(
          RESOURCE_NOT_FOUND,
          `No resource has this URI: ${uri}`,
          { uri },
        );
      const { mimeType } = found.entry.component;
      return perform({
        ...found,
        entries,
        caller,
        convert: (value) => ({ contents: toContents(uri, value, mimeType) }),
        refuse(message, error) {
          throw new ProtocolError(codeOf(error), message, { uri });
        },
      });
    },
  };
};

function isResource(entry: Entry): entry is Entry<Resource> {
  return entry.component.kind === "resource";
}

function isTemplate(entry: Entry): entry is Entry<ResourceTemplate> {
  return entry.component.kind === "template";
}

function withMatcher<Kind extends Resource | ResourceTemplate>(
  entry: Entry<Kind>,
): Found<Kind> {
  const { uriTemplate } = entry.component;
  if (uriTemplate === undefined) return { entry, matcher: undefined };
  const lists = propertiesOf(entry.inputSchema())
    .filter(([, { type }]) => [type].flat().includes("array"))
    .map(([name]) => name);
  return { entry, matcher: compileUriTemplate(uriTemplate, new Set(lists)) };
}

/** By key, in the order of their names. */
function unique<Kind extends Component>(
  found: readonly Found<Kind>[],
  keyOf: (found: Found<Kind>) => string,
): Map<string, Found<Kind>> {
  const byKey = new Map<string, Found<Kind>>();
  for (const one of found) {
    const key = keyOf(one);
    const earlier = byKey.get(key)?.entry.component.request;
    if (earlier !== undefined)
      throw new Error(
        `${earlier} and ${one.entry.component.request} would both answer to "${key}". Rename one of them, or take one off its list.`,
      );
    byKey.set(key, one);
  }
  return byKey;
}

function described(component: Resource | ResourceTemplate) {
  const { _meta, icons, kind, mimeType, name, title, uriTemplate } = component;
  const hasOptions = kind === "resource" && uriTemplate !== undefined;
  const options = hasOptions ? [`With options: ${uriTemplate}`] : [];
  const description = describe(component, options);
  return { name, title, description, mimeType, icons, _meta };
}

function codeOf(error: unknown): number {
  if (error instanceof ArgumentError) return INVALID_PARAMS;
  return error instanceof UpstreamError && error.status === 404
    ? RESOURCE_NOT_FOUND
    : INTERNAL_ERROR;
}
