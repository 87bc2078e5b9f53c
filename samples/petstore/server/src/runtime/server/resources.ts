import { toResourceContents } from "../answer/answer.js";
import type { Catalog, Entry } from "../catalog.js";
import { ArgumentError, UpstreamError } from "../call/errors.js";
import { perform } from "./perform.js";
import type { Desk } from "./perform.js";
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ProtocolError,
  RESOURCE_NOT_FOUND,
} from "./protocol-error.js";
import type {
  Args,
  Resource,
  ResourceContents,
  ResourceTemplate,
} from "../types.js";
import { normalizeUri } from "./uri-template.js";

/** The resources, as clients see them. */
export function listResources(catalog: Catalog) {
  return [...catalog.resources.values()].map(({ component }) => ({
    uri: component.uri,
    ...described(component),
  }));
}

/** The resource templates, as clients see them, by name. */
export function listTemplates(catalog: Catalog) {
  return catalog.templates
    .map(({ component }) => ({
      uriTemplate: component.uriTemplate,
      ...described(component),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reads what is at a URI: the resource of that URI, with options or without, else the most literal template. Every failure is a `ProtocolError`. */
export async function readResource(
  uri: string,
  desk: Desk,
): Promise<ResourceContents[]> {
  const found = find(uri, desk.catalog);
  if (!found)
    throw new ProtocolError(
      RESOURCE_NOT_FOUND,
      `No resource has this URI: ${uri}`,
      { uri },
    );
  const { mimeType } = found.entry.component;
  const outcome = await perform(
    {
      ...found,
      fromUri: true,
      convert: (value) => toResourceContents(uri, value, mimeType),
    },
    desk,
  );
  if ("result" in outcome) return outcome.result;
  throw new ProtocolError(codeOf(outcome.error), outcome.message, { uri });
}

function find(
  uri: string,
  { resources, templates }: Catalog,
): { entry: Entry<Resource | ResourceTemplate>; args: Args } | undefined {
  const exact = resources.get(normalizeUri(uri));
  if (exact) return { entry: exact, args: {} };
  const [path = ""] = uri.split(/[?#]/, 1);
  const resource = resources.get(normalizeUri(path));
  const options = resource?.matcher?.match(uri);
  if (resource && options) return { entry: resource, args: options };
  for (const entry of templates) {
    const args = entry.matcher.match(uri);
    if (args) return { entry, args };
  }
  return undefined;
}

function described({
  name,
  title,
  description,
  mimeType,
}: Resource | ResourceTemplate) {
  return { name, title, description, mimeType };
}

function codeOf(error: unknown): number {
  if (error instanceof ArgumentError) return INVALID_PARAMS;
  return error instanceof UpstreamError && error.status === 404
    ? RESOURCE_NOT_FOUND
    : INTERNAL_ERROR;
}
