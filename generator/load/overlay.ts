import {
  refusal,
  TRUSTED_CHECKOUT,
  type Checkout,
} from "../checkout/checkout.js";
import {
  findPatternRefusals,
  patternMilliseconds,
} from "../checkout/patterns.js";
import { wrapError, type Finding } from "../errors.js";
import { runWithTimeout } from "../shared/timeout.js";
import {
  isObject,
  type JsonObject,
  getMember,
  setMember,
} from "../shared/json.js";
import { type JsonPath, QueryError, selectPaths } from "./json-path.js";
import {
  type OverlayAction,
  parseActions,
  overlayProblem,
} from "./overlay-file.js";
import type { SourceFile } from "./source-file.js";
import { toDisplayName, resolveLocation, RefusedRefError } from "./location.js";
import { scanDocument } from "./find-refs.js";

/** Milliseconds that an overlay may take: hostile queries and patterns may never end. */
const MAX_MILLISECONDS = 20_000;

/** Values that overlays may add to a document at most. */
const MAX_ADDED_VALUES = 1_000_000;

/** Document that overlays are applied to. */
interface PatchedDocument {
  readonly main: SourceFile;
  readonly root: unknown;
  /** Number of values that may still be added. */
  readonly budget: { remaining: number };
}

/**
 * Document with overlays applied, in their order. Values that they add are located at their nearest
 * ancestor in the document itself. Throws `ToolwrightError` if an overlay can't be used.
 * https://spec.openapis.org/overlay/v1.1.0.html
 */
export function applyOverlays(
  mainFile: SourceFile,
  overlays: readonly SourceFile[],
  checkout: Checkout = TRUSTED_CHECKOUT,
): SourceFile {
  const budget = { remaining: Infinity };
  const root = cloneWithin(mainFile.parsed.value, budget);
  budget.remaining = MAX_ADDED_VALUES;
  const document = { main: mainFile, root, budget };
  const findings = overlays.flatMap((overlay) =>
    applyOverlay(overlay, document, checkout),
  );
  return {
    ...mainFile,
    parsed: {
      ...mainFile.parsed,
      value: root,
      documentScan: scanDocument(root, mainFile.name),
      findings: [...mainFile.parsed.findings, ...findings],
    },
  };
}

function applyOverlay(
  overlay: SourceFile,
  document: PatchedDocument,
  checkout: Checkout,
): Finding[] {
  const actions = parseActions(overlay);
  const limit = limitPatterns(actions, checkout);
  const findings = checkExtends(overlay, document);
  let index = 0;
  try {
    runWithTimeout(limit, () => {
      for (const action of actions) {
        if (!applyAction(action, document))
          findings.push(reportUnusedAction(action, index, overlay));
        index += 1;
      }
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const problem = overlayProblem(
      overlay,
      `/actions/${index}`,
      `Action ${index + 1} was not applied: ${reason}.`,
      cause instanceof QueryError
        ? "Write targets as RFC 9535 JSONPath: $.paths['/pets'].get, $.paths.*[?@.deprecated == true]"
        : undefined,
    );
    throw wrapError(cause, problem);
  }
  return findings;
}

/** Milliseconds that actions may take. Throws a ToolwrightError if a safe run can't compile one of their patterns in time. */
function limitPatterns(
  actions: readonly OverlayAction[],
  checkout: Checkout,
): number {
  const queries = actions.flatMap(({ copy, target }) =>
    [target, copy ?? ""].filter((query) => PATTERN_FUNCTION.test(query)),
  );
  if (!checkout.isSafe || queries.length === 0) return MAX_MILLISECONDS;
  const refusals = queries.flatMap((query) =>
    findPatternRefusals("overlays", query),
  );
  if (refusals.length > 0) throw refusal(refusals);
  return patternMilliseconds(checkout) ?? MAX_MILLISECONDS;
}

/** Functions of a query that take a regular expression. https://www.rfc-editor.org/rfc/rfc9535#section-2.4.6 */
const PATTERN_FUNCTION = /\b(?:match|search)[ \t\r\n]{0,10}\(/;

function reportUnusedAction(
  action: OverlayAction,
  index: number,
  overlay: SourceFile,
): Finding {
  const { description, target } = action;
  const name = description === undefined ? "" : ` (${description})`;
  const problem = overlayProblem(
    overlay,
    `/actions/${index}`,
    `Action ${index + 1}${name} has no effect: ${target} selects nothing, or the action is empty.`,
    "Fix or remove it. Names are case-sensitive. Put names with special characters into brackets: $.paths['/pets'].get",
  );
  return { ...problem, code: "overlay-unused", severity: "warning" };
}

/** Notes if an overlay is made for another document, by its `extends`. */
function checkExtends(
  overlay: SourceFile,
  { main: mainFile }: PatchedDocument,
): Finding[] {
  const extendsAddress = getMember(overlay.parsed.value, "extends");
  if (typeof extendsAddress !== "string" || mainFile.location.kind === "text")
    return [];
  const mainNames: unknown[] = [
    toDisplayName(mainFile.location, mainFile.location),
    mainFile.name,
  ];
  if (mainNames.includes(resolveName(extendsAddress, overlay, mainFile)))
    return [];
  const problem = overlayProblem(
    overlay,
    "/extends",
    `The overlay extends ${extendsAddress}, but is applied to ${mainFile.name}.`,
    "Ignore this if it is intended.",
  );
  return [{ ...problem, code: "overlay-extends", severity: "note" }];
}

function resolveName(
  address: string,
  { location: base }: SourceFile,
  mainFile: SourceFile,
) {
  try {
    return toDisplayName(resolveLocation(address, base), mainFile.location);
  } catch (error) {
    if (error instanceof RefusedRefError) return undefined;
    throw error;
  }
}

/** Applies an action to all nodes that it selects; false if it changes nothing. */
function applyAction(
  action: OverlayAction,
  document: PatchedDocument,
): boolean {
  const { copy, remove, target, update } = action;
  const paths = selectPaths(document.root, target);
  if (paths.length === 0) return false;
  if (remove === true) {
    if (paths.some((path) => path.length === 0))
      throw new Error("it would remove the whole document");
    for (const path of paths.sort(compareFromEnd)) removeAt(document, path);
    return true;
  }
  if (copy === undefined && update === undefined) return false;
  if (new Set(paths.map((path) => kindOf(valueAt(document, path)))).size > 1)
    throw new Error("it selects values of several kinds");
  const value = copy === undefined ? update : copySelected(copy, document);
  for (const path of paths) mergeAt(document, path, value, true);
  return true;
}

/** Sorts later items first and inner ones before outer ones, so that removing one changes no remaining path. */
function compareFromEnd(firstPath: JsonPath, secondPath: JsonPath): number {
  const at = firstPath.findIndex((step, index) => step !== secondPath[index]);
  const [firstStep, secondStep] = [firstPath[at], secondPath[at]];
  if (firstStep === undefined) return 1;
  if (secondStep === undefined) return -1;
  if (typeof firstStep === "number" && typeof secondStep === "number")
    return secondStep - firstStep;
  return firstStep < secondStep ? -1 : 1;
}

function copySelected(query: string, document: PatchedDocument): unknown {
  const [path, ...otherPaths] = selectPaths(document.root, query);
  if (path === undefined || otherPaths.length > 0)
    throw new Error(
      `${query} selects ${path === undefined ? "nothing" : "several values"} to copy`,
    );
  // The targets of the action may be inside the copied value.
  return cloneWithin(valueAt(document, path), document.budget);
}

/** Merges a value into the node at a path: https://spec.openapis.org/overlay/v1.1.0.html#action-object */
function mergeAt(
  document: PatchedDocument,
  path: JsonPath,
  value: unknown,
  isTarget = false,
): void {
  const target = valueAt(document, path);
  if (Array.isArray(target) && (isTarget || Array.isArray(value))) {
    for (const item of Array.isArray(value) ? value : [value])
      target.push(cloneWithin(item, document.budget));
  } else if (isObject(target) && isObject(value)) {
    for (const [key, item] of Object.entries(value))
      if (Object.hasOwn(target, key)) mergeAt(document, [...path, key], item);
      else setMember(target, key, cloneWithin(item, document.budget));
  } else if (kindOf(target) === PLAIN_VALUE && kindOf(value) === PLAIN_VALUE)
    setMember(holderOf(document, path), String(path.at(-1)), value);
  // An empty member in YAML is null, and changes nothing.
  else if (value !== null)
    throw new Error(
      `${kindOf(value)} can't be merged with ${kindOf(target)} (${path.join(" > ")})`,
    );
}

const PLAIN_VALUE = "a plain value";

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : PLAIN_VALUE;
}

function valueAt({ root }: PatchedDocument, path: JsonPath): unknown {
  return path.map(String).reduce(getMember, root);
}

function holderOf(document: PatchedDocument, path: JsonPath): JsonObject {
  return valueAt(document, path.slice(0, -1)) as JsonObject; // it was just selected; items are members by their index
}

/** Removes a member, or an item of a list; later items move up. */
function removeAt(document: PatchedDocument, path: JsonPath): void {
  const holder = holderOf(document, path);
  const key = String(path.at(-1));
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** Deep copy that shares nothing with the value. Throws if the budget doesn't suffice. */
function cloneWithin(
  value: unknown,
  budget: PatchedDocument["budget"],
): unknown {
  budget.remaining -= 1;
  if (budget.remaining < 0)
    throw new Error("the document would become too large");
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [] : {}) as JsonObject; // items are members by their index
  for (const [key, item] of Object.entries(value))
    setMember(copy, key, cloneWithin(item, budget));
  return copy;
}
