import { type Finding, ToolwrightError } from "../errors.js";
import { isObject, member } from "../json.js";
import { type Path, QueryError, select, within } from "./json-path.js";
import {
  copyOf,
  locateIn,
  type Origin,
  originAt,
  originBelow,
  type Patchwork,
  patchworkOf,
  place,
  removeAt,
  valueAt,
} from "./origins.js";
import { type Action, actionsOf, badOverlay } from "./overlay-file.js";
import type { Part } from "./part.js";
import { nameOf, placeOf, Refusal } from "./place.js";
import { scan } from "./sites.js";

/** Milliseconds that an overlay may take: hostile queries and patterns have no end of their own. */
const MAX_TIME = 20_000;

/** Values that overlays may add to a document. */
const MAX_ADDED = 1_000_000;

/**
 * The document with overlays applied, in their order; what is in it is still known by the file that
 * it was written in. Throws `ToolwrightError` where an overlay can't be used.
 * https://spec.openapis.org/overlay/v1.1.0.html
 */
export function overlaid(main: Part, overlays: readonly Part[]): Part {
  const work = patchworkOf(main, MAX_ADDED);
  const findings = overlays.flatMap((overlay) => apply(overlay, work));
  return {
    ...main,
    parsed: {
      value: work.root,
      scanned: scan(work.root, main.name),
      findings: [...main.parsed.findings, ...findings],
      locate: (pointer) => locateIn(work, pointer),
    },
  };
}

function apply(overlay: Part, work: Patchwork): Finding[] {
  const actions = actionsOf(overlay);
  const findings = tellExtends(overlay, work);
  let at = 0;
  try {
    within(MAX_TIME, () => {
      for (const action of actions) {
        const origin = { part: overlay, pointer: `/actions/${at}/update` };
        if (!act(action, origin, work))
          findings.push(unused(action, at, overlay));
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
    throw new ToolwrightError(problem, { cause });
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
function tellExtends(overlay: Part, { main }: Patchwork): Finding[] {
  const wanted = member(overlay.parsed.value, "extends");
  if (typeof wanted !== "string" || main.place.kind === "text") return [];
  const own = nameOf(main.place, main.place);
  if (nameFrom(wanted, overlay, main) === own) return [];
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
function act(action: Action, given: Origin, work: Patchwork): boolean {
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
  const [value, origin] =
    copy === undefined ? [update, given] : copied(copy, work);
  for (const path of paths)
    merge(path, value, { origin, work, isTarget: true });
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

function copied(query: string, work: Patchwork): [unknown, Origin] {
  const [path, ...more] = select(work.root, query);
  if (path === undefined || more.length > 0)
    throw new Error(
      `${query} selects ${path === undefined ? "nothing" : "several values"} to copy`,
    );
  // Its targets may be in it.
  return [copyOf(valueAt(work, path), work), originAt(work, path)];
}

/** https://spec.openapis.org/overlay/v1.1.0.html#action-object */
function merge(
  path: Path,
  value: unknown,
  about: { origin: Origin; work: Patchwork; isTarget?: boolean },
): void {
  const { isTarget = false, origin, work } = about;
  const target = valueAt(work, path);
  const from = (key: string) => originBelow(work, value, origin, key);
  if (Array.isArray(target) && (isTarget || Array.isArray(value))) {
    const items = Array.isArray(value) ? value : [value];
    for (const [index, item] of items.entries())
      place(
        work,
        [...path, target.length],
        item,
        items === value ? from(String(index)) : origin,
      );
  } else if (isObject(target) && isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const inner = [...path, key];
      if (Object.hasOwn(target, key))
        merge(inner, item, { origin: from(key), work });
      else place(work, inner, item, from(key));
    }
  } else if (kindOf(target) === PLAIN && kindOf(value) === PLAIN)
    place(work, path, value, origin);
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
