// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import {
  ArgumentError,
  CallError,
  describeComponent,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isToolResult,
  invoke,
  ProtocolError,
  toApiResponse,
  toTexts,
  UpstreamError,
} from "../../index.js";
import type {
  Args,
  Component,
  Content,
  Feature,
  HandlerResult,
  McpService,
  MethodHandler,
  MethodHandlers,
  RegisteredComponent,
  ResourceContents,
} from "../../index.js";
import {
  compileUriTemplate,
  normalizeUri,
  splitUri,
} from "./define-resource.js";
import type { Resource, UriMatcher } from "./define-resource.js";

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;
/** Maximum length of a URI in characters. */
const MAX_URI_LENGTH = 8_192;

/** Lists and reads resources. Throws if two of them have the same URIs. */
export function resources(): Feature {
  return {
    name: "resources",
    stage: "methods",
    below: ["skills"],
    methods: addResources,
  };
}

function addResources(service: McpService): MethodHandlers {
  const { entries } = service;
  const resourcesByKey = new Map<string, MatchableResource>();
  for (const entry of entries.filter(isReadable)) {
    const resource = toMatchable(entry);
    const { request } = entry.component;
    const otherRequest = resourcesByKey.get(resource.key)?.entry.component
      .request;
    if (otherRequest !== undefined)
      throw new Error(
        `${otherRequest} and ${request} both have the URI "${resource.key}". Change one of them, or remove one from its list.`,
      );
    resourcesByKey.set(resource.key, resource);
  }
  const listKind = (kind: Component["kind"]) =>
    [...resourcesByKey.values()].flatMap(({ entry: { component } }) =>
      component.kind === kind ? [toListedResource(component)] : [],
    );
  // The template with the most literals comes first: `pets://mine` before `pets://{petId}`.
  const matchOrder = [...resourcesByKey.values()].sort(
    (a, b) => b.literals - a.literals,
  );

  function findResource(uri: unknown) {
    if (typeof uri !== "string" || uri.length > MAX_URI_LENGTH)
      return undefined;
    const exact = resourcesByKey.get(normalizeUri(uri))?.entry;
    if (exact?.component.uri !== undefined) return { entry: exact, args: {} };
    const uriParts = splitUri(uri);
    for (const { entry, match } of matchOrder) {
      const args = match(uriParts);
      if (args) return { entry, args };
    }
    return undefined;
  }

  const readResource: MethodHandler = async ({ uri }, caller) => {
    if (typeof uri !== "string")
      throw new ProtocolError(INVALID_PARAMS, "The argument uri is missing.");
    if (uri.length > MAX_URI_LENGTH)
      throw new ProtocolError(INVALID_PARAMS, "A URI may have at most 8 KB.");
    const resource = findResource(uri);
    if (!resource)
      throw new ProtocolError(
        RESOURCE_NOT_FOUND,
        `Resource not found: ${uri}`,
        { uri },
      );
    const { args: input, entry } = resource;
    const { mimeType } = entry.component;
    const convert = (value: HandlerResult) => ({
      contents: toContents(uri, value, mimeType),
    });
    const invocation = { entry, input, caller, convert };
    return invoke(service, invocation).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      throw new ProtocolError(toErrorCode(error), error.message, { uri });
    });
  };

  return {
    "resources/list": () => ({ resources: listKind("resource") }),
    "resources/templates/list": () => ({
      resourceTemplates: listKind("template"),
    }),
    "resources/read": Object.assign(readResource, {
      findEntry: ({ uri }: Args) => findResource(uri)?.entry,
    }),
  };
}

interface MatchableResource extends Pick<UriMatcher, "literals" | "match"> {
  readonly entry: RegisteredComponent<Resource>;
  /** Key that resources share if they have the same URIs. */
  readonly key: string;
}

function isReadable(
  entry: RegisteredComponent,
): entry is RegisteredComponent<Resource> {
  return /^(resource|template)$/.test(entry.component.kind);
}

function toMatchable(entry: RegisteredComponent<Resource>): MatchableResource {
  const { uri, uriTemplate = uri ?? "" } = entry.component;
  const lists = entry
    .parameters()
    .filter(({ schema }) => [schema["type"]].flat().includes("array"))
    .map(({ argument }) => argument);
  const matcher = compileUriTemplate(uriTemplate, new Set(lists));
  const key = uri === undefined ? matcher.shape : normalizeUri(uri);
  return { ...matcher, entry, key };
}

function toListedResource(component: Resource) {
  const { _meta, icons, mimeType, name, title, uri, uriTemplate } = component;
  const isFixed = uri !== undefined;
  const options =
    isFixed && uriTemplate ? [`With options: ${uriTemplate}`] : [];
  const description = describeComponent(component, options);
  const address = isFixed ? { uri } : { uriTemplate };
  return { ...address, name, title, description, mimeType, icons, _meta };
}

function toErrorCode(error: unknown): number {
  if (error instanceof ArgumentError) return INVALID_PARAMS;
  return error instanceof UpstreamError && error.status === 404
    ? RESOURCE_NOT_FOUND
    : INTERNAL_ERROR;
}

/**
 * Converts a value to the contents of a resource; none if the response is empty. Text that the handler made has the
 * type `textMimeType`.
 */
function toContents(
  uri: string,
  value: HandlerResult,
  textMimeType = "text/plain",
): ResourceContents[] {
  if (isToolResult(value))
    return value.content.map((block) => toContent(uri, block));
  if (typeof value === "string")
    return [{ uri, mimeType: textMimeType, text: value }];
  const response = toApiResponse(value);
  const { contentType: mimeType, data, note, status } = response;
  const notes = note === undefined ? [] : [{ uri, text: note }];
  if (data === undefined) return status === 204 ? [] : notes;
  const body =
    data instanceof Uint8Array
      ? { blob: Buffer.from(data).toString("base64") }
      : { text: toTexts(response).join(response.pieces ? "" : "\n") };
  return [{ uri, mimeType, ...body }, ...notes];
}

function toContent(uri: string, block: Content): ResourceContents {
  if (block.type === "resource") return block.resource;
  if (block.type === "text") return { uri, text: block.text };
  if (block.type === "resource_link")
    return { uri, mimeType: "text/uri-list", text: block.uri };
  return { uri, mimeType: block.mimeType, blob: block.data };
}
