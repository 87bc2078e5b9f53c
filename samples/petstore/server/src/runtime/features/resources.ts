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
} from "../index.js";
import type {
  Component,
  Content,
  RegisteredComponent,
  Feature,
  HandlerResult,
  ResourceContents,
} from "../index.js";
import {
  compileUriTemplate,
  normalizeUri,
  splitUri,
} from "./define-resource.js";
import type { Resource, UriMatcher } from "./define-resource.js";

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;
/** Characters of a URI; at a longer one nobody looks. */
const MAX_URI = 8_192;

/** Lists and reads resources. Throws where two answer to one URI. */
export const resources: Feature = ({ entries }) => {
  const all = new Map<string, Matched>();
  for (const entry of entries.filter(isReadable)) {
    const one = matched(entry);
    const { request } = entry.component;
    const other = all.get(one.key)?.entry.component.request;
    if (other !== undefined)
      throw new Error(
        `${other} and ${request} would both answer to "${one.key}". Rename one of them, or take one off its list.`,
      );
    all.set(one.key, one);
  }
  const listed = (wanted: Component["kind"]) =>
    [...all.values()].flatMap(({ entry: { component } }) =>
      component.kind === wanted ? [toListed(component)] : [],
    );
  // The most literal one first: `pets://mine` goes before `pets://{petId}`.
  const tried = [...all.values()].sort((a, b) => b.literals - a.literals);

  function find(uri: string) {
    const exact = all.get(normalizeUri(uri))?.entry;
    if (exact?.component.uri !== undefined) return { entry: exact, args: {} };
    const split = splitUri(uri);
    for (const { entry, match } of tried) {
      const args = match(split);
      if (args) return { entry, args };
    }
    const message = `No resource has this URI: ${uri}`;
    throw new ProtocolError(RESOURCE_NOT_FOUND, message, { uri });
  }

  return {
    "resources/list": () => ({ resources: listed("resource") }),
    "resources/templates/list": () => ({
      resourceTemplates: listed("template"),
    }),
    async "resources/read"({ uri }, caller) {
      if (typeof uri !== "string")
        throw new ProtocolError(INVALID_PARAMS, "The uri is missing.");
      if (uri.length > MAX_URI)
        throw new ProtocolError(INVALID_PARAMS, "A URI may have 8 KB at most.");
      const { args, entry } = find(uri);
      const { mimeType } = entry.component;
      const convert = (value: HandlerResult) => ({
        contents: toContents(uri, value, mimeType),
      });
      const call = { entries, entry, args, caller, convert };
      return invoke(call).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        throw new ProtocolError(codeOf(error), error.message, { uri });
      });
    },
  };
};

interface Matched extends Pick<UriMatcher, "literals" | "match"> {
  readonly entry: RegisteredComponent<Resource>;
  /** The same for those that answer to the same URIs. */
  readonly key: string;
}

function isReadable(
  entry: RegisteredComponent,
): entry is RegisteredComponent<Resource> {
  return /^(resource|template)$/.test(entry.component.kind);
}

function matched(entry: RegisteredComponent<Resource>): Matched {
  const { uri, uriTemplate = uri ?? "" } = entry.component;
  const lists = entry
    .parameters()
    .filter(({ schema }) => [schema["type"]].flat().includes("array"))
    .map(({ argument }) => argument);
  const matcher = compileUriTemplate(uriTemplate, new Set(lists));
  const key = uri === undefined ? matcher.shape : normalizeUri(uri);
  return { ...matcher, entry, key };
}

function toListed(component: Resource) {
  const { _meta, icons, mimeType, name, title, uri, uriTemplate } = component;
  const isFixed = uri !== undefined;
  const options =
    isFixed && uriTemplate ? [`With options: ${uriTemplate}`] : [];
  const description = describeComponent(component, options);
  const place = isFixed ? { uri } : { uriTemplate };
  return { ...place, name, title, description, mimeType, icons, _meta };
}

function codeOf(error: unknown): number {
  if (error instanceof ArgumentError) return INVALID_PARAMS;
  return error instanceof UpstreamError && error.status === 404
    ? RESOURCE_NOT_FOUND
    : INTERNAL_ERROR;
}

/** The contents of a resource; none where the answer is empty. Text of the handler's own has the type `ofText`. */
function toContents(
  uri: string,
  value: HandlerResult,
  ofText = "text/plain",
): ResourceContents[] {
  if (isToolResult(value))
    return value.content.map((block) => toContent(uri, block));
  if (typeof value === "string")
    return [{ uri, mimeType: ofText, text: value }];
  const answer = toApiResponse(value);
  const { contentType: mimeType, data, note, status } = answer;
  const notes = note === undefined ? [] : [{ uri, text: note }];
  if (data === undefined) return status === 204 ? [] : notes;
  const body =
    data instanceof Uint8Array
      ? { blob: Buffer.from(data).toString("base64") }
      : { text: toTexts(answer).join(answer.pieces ? "" : "\n") };
  return [{ uri, mimeType, ...body }, ...notes];
}

function toContent(uri: string, block: Content): ResourceContents {
  if (block.type === "resource") return block.resource;
  if (block.type === "text") return { uri, text: block.text };
  if (block.type === "resource_link")
    return { uri, mimeType: "text/uri-list", text: block.uri };
  return { uri, mimeType: block.mimeType, blob: block.data };
}
