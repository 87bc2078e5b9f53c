import { because, type Finding } from "../errors.js";
import { within } from "../shared/timeout.js";
import { isObject, type JsonObject, member, put } from "../shared/json.js";
import { type Path, QueryError, select } from "./json-path.js";
import { type Action, actionsOf, badOverlay } from "./overlay-file.js";
import type { Part } from "./source-file.js";
import { nameOf, placeOf, Refusal } from "./location.js";
import { scan } from "./find-refs.js";

/** Milliseconds that an overlay may take: hostile queries and patterns have no end of their own. */
const MAX_TIME = 20_000;

/** Values that overlays may add to a document. */
const MAX_ADDED = 1_000_000;

/** A document that overlays are applied to. */
interface Work {
  readonly main: Part;
  readonly root: unknown;
  /** Values that may still be added. */
  readonly room: { left: number };
}

/**
 * The document with overlays applied, in their order; of what they add, the nearest place in the
 * document itself is known. Throws `ToolwrightError` where an overlay can't be used.
 * https://spec.openapis.org/overlay/v1.1.0.html
 */
export function overlaid(main: Part, overlays: readonly Part[]): Part {
  const room = { left: Infinity };
  const root = copyOf(main.parsed.value, room);
  room.left = MAX_ADDED;
  const work = { main, root, room };
  const findings = overlays.flatMap((overlay) => apply(overlay, work));
  return {
    ...main,
    parsed: {
      ...main.parsed,
      value: root,
      scanned: scan(root, main.name),
      findings: [...main.parsed.findings, ...findings],
    },
  };
}

function apply(overlay: Part, work: Work): Finding[] {
  const actions = actionsOf(overlay);
  const findings = tellExtends(overlay, work);
  let at = 0;
  try {
    within(MAX_TIME, () => {
      for (const action of actions) {
        if (!act(action, work)) findings.push(unused(action, at, overlay));
        at += 1;
      }
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const problem = badOverlay(
      overlay,
      `/actions/${at}`,
      `Action ${at + 1} can't be applied: ${reason}.`,
      cause instanceof QueryError
        ? "Queries are those of RFC 9535: $.paths['/pets'].get, $.paths.*[?@.deprecated == true]"
        : undefined,
    );
    throw because(cause, problem);
  }
  return findings;
}

function unused(action: Action, at: number, overlay: Part): Finding {
  const { description, target } = action;
  const name = description === undefined ? "" : ` (${description})`;
  const problem = badOverlay(
    overlay,
    `/actions/${at}`,
    `Action ${at + 1}${name} changes nothing: ${target} selects nothing, or nothing is to be done with it.`,
    "Correct or remove it. Names are case-sensitive, and those with other signs than letters stand in brackets: $.paths['/pets'].get",
  );
  return { ...problem, code: "overlay-unused", severity: "warning" };
}

/** An overlay may say which document it is made for, and be used for another one. */
function tellExtends(overlay: Part, { main }: Work): Finding[] {
  const wanted = member(overlay.parsed.value, "extends");
  if (typeof wanted !== "string" || main.place.kind === "text") return [];
  const own: unknown[] = [nameOf(main.place, main.place), main.name];
  if (own.includes(nameFrom(wanted, overlay, main))) return [];
  const problem = badOverlay(
    overlay,
    "/extends",
    `The overlay is made for ${wanted}, and is applied to ${main.name}.`,
    "Nothing needs to be done where that is meant.",
  );
  return [{ ...problem, code: "overlay-extends", severity: "note" }];
}

function nameFrom(address: string, { place: base }: Part, main: Part) {
  try {
    return nameOf(placeOf(address, base), main.place);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Does what an action says to all that it selects; false: that is nothing. */
function act(action: Action, work: Work): boolean {
  const { copy, remove, target, update } = action;
  const paths = select(work.root, target);
  if (paths.length === 0) return false;
  if (remove === true) {
    if (paths.some((path) => path.length === 0))
      throw new Error("it removes the whole document");
    for (const path of paths.sort(fromTheEnd)) removeAt(work, path);
    return true;
  }
  if (copy === undefined && update === undefined) return false;
  if (new Set(paths.map((path) => kindOf(valueAt(work, path)))).size > 1)
    throw new Error("it selects values of several kinds");
  const value = copy === undefined ? update : copied(copy, work);
  for (const path of paths) merge(work, path, value, true);
  return true;
}

/** Later items first and inner ones before outer ones, so that no way leads elsewhere when it is gone. */
function fromTheEnd(one: Path, other: Path): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  const [own, next] = [one[at], other[at]];
  if (own === undefined) return 1;
  if (next === undefined) return -1;
  if (typeof own === "number" && typeof next === "number") return next - own;
  return own < next ? -1 : 1;
}

function copied(query: string, work: Work): unknown {
  const [path, ...more] = select(work.root, query);
  if (path === undefined || more.length > 0)
    throw new Error(
      `${query} selects ${path === undefined ? "nothing" : "several values"} to copy`,
    );
  // Its targets may be in it.
  return copyOf(valueAt(work, path), work.room);
}

/** https://spec.openapis.org/overlay/v1.1.0.html#action-object */
function merge(work: Work, path: Path, value: unknown, isTarget = false): void {
  const target = valueAt(work, path);
  if (Array.isArray(target) && (isTarget || Array.isArray(value))) {
    for (const item of Array.isArray(value) ? value : [value])
      target.push(copyOf(item, work.room));
  } else if (isObject(target) && isObject(value)) {
    for (const [key, item] of Object.entries(value))
      if (Object.hasOwn(target, key)) merge(work, [...path, key], item);
      else put(target, key, copyOf(item, work.room));
  } else if (kindOf(target) === PLAIN && kindOf(value) === PLAIN)
    put(holderOf(work, path), String(path.at(-1)), value);
  // An empty member of YAML says nothing.
  else if (value !== null)
    throw new Error(
      `${kindOf(value)} can't be merged with ${kindOf(target)} (${path.join(" > ")})`,
    );
}

const PLAIN = "a plain value";

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : PLAIN;
}

function valueAt({ root }: Work, path: Path): unknown {
  return path.map(String).reduce(member, root);
}

function holderOf(work: Work, path: Path): JsonObject {
  return valueAt(work, path.slice(0, -1)) as JsonObject; // it has been read; items are members by their index
}

/** Removes a member, or an item; those behind it move up. */
function removeAt(work: Work, path: Path): void {
  const holder = holderOf(work, path);
  const key = String(path.at(-1));
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** A value in which nothing is shared. Throws where there is no room for it. */
function copyOf(value: unknown, room: Work["room"]): unknown {
  room.left -= 1;
  if (room.left < 0) throw new Error("the document grows too large");
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [] : {}) as JsonObject; // items are members by their index
  for (const [key, item] of Object.entries(value))
    put(copy, key, copyOf(item, room));
  return copy;
}
