import { omitPaths } from "../runtime.js";
import { digestJson } from "../shared/canonical-json.js";
import {
  isObject,
  omit,
  readExactText,
  type JsonObject,
} from "../shared/json.js";
import { compareCodeUnits } from "../shared/order.js";
import { sha256 } from "../shared/hash.js";

/** Kind of a listed component. */
export type ListedKind = "tool" | "resource" | "template" | "prompt";

/** Members of each kind that a model reads, in the order of a contract; of a member that is no text, a long one is shown in part. */
const MEMBERS: Readonly<Record<ListedKind, readonly string[]>> = {
  tool: [
    "name",
    "title",
    "description",
    "annotations",
    "inputSchema",
    "outputSchema",
    "_meta",
  ],
  resource: [
    "name",
    "uri",
    "title",
    "description",
    "mimeType",
    "annotations",
    "_meta",
  ],
  template: [
    "name",
    "uriTemplate",
    "title",
    "description",
    "mimeType",
    "annotations",
    "_meta",
  ],
  prompt: ["name", "title", "description", "arguments", "_meta"],
};

/** Metadata that a server with a search adds to the tools that it lists. */
const OWN_META = ["anthropic/alwaysLoad"];

/** Kind of a listed component, or of a contract, by its members. */
export function kindOf(listed: JsonObject): ListedKind {
  if ("uri" in listed) return "resource";
  if ("uriTemplate" in listed) return "template";
  return "inputSchema" in listed ? "tool" : "prompt";
}

/** Members of a listed component that are compared, without the forms of file arguments that callers over HTTP don't see. */
export function selectMembers(
  kind: ListedKind,
  listed: JsonObject,
): JsonObject {
  const { _meta, ...members } = listed;
  const meta = isObject(_meta) ? omit(_meta, OWN_META) : {};
  const hasMeta = Object.keys(meta).length > 0;
  const readMembers: JsonObject = hasMeta
    ? { ...members, _meta: meta }
    : members;
  const selected = Object.fromEntries(
    MEMBERS[kind].flatMap((name) =>
      readMembers[name] === undefined ? [] : [[name, readMembers[name]]],
    ),
  );
  return kind === "tool" ? omitPaths(selected) : selected;
}

/** Digest of what a model reads of a component. */
export function digestComponent(kind: ListedKind, listed: JsonObject): string {
  return digestJson(selectMembers(kind, listed));
}

/** Name of a component among those of its kind: its URI, otherwise its name. */
export function idOf({ name, uri, uriTemplate }: JsonObject): string {
  return readExactText(uri ?? uriTemplate ?? name);
}

/** Component of a list of digests. */
export interface DigestedComponent {
  readonly kind: ListedKind;
  readonly id: string;
  readonly digest: string;
}

/** Digest of a whole server: over the sorted lines of its components and its instructions, in UTF-8. */
export function digestServer(
  components: readonly DigestedComponent[],
  instructions: string,
): string {
  const lines = components.map(
    ({ digest, id, kind }) => `${kind} ${JSON.stringify(id)} ${digest}\n`,
  );
  if (instructions !== "")
    lines.push(`instructions ${digestJson(instructions)}\n`);
  return `sha256:${sha256(lines.sort(compareCodeUnits).join(""))}`;
}
