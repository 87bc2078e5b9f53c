import { type Placed, ToolwrightError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";
import type { Refs, Target } from "../dialect/refs.js";
import type { Schemas } from "../dialect/schemas.js";

export type Version = "2.0" | "3.0" | "3.1" | "3.2";

/** What every reader of a part of the document shares. */
export interface Context {
  readonly document: JsonObject;
  /** Where the document was fetched from. */
  readonly url?: string;
  readonly version: Version;
  readonly refs: Refs;
  readonly schemas: Schemas;
  /** Notes what is served with a difference. The operation is known by the pointer. */
  readonly warn: (problem: Placed) => void;
  /** Notes what is served as it should be, and worth knowing. */
  readonly note: (problem: Placed) => void;
}

/** An object of the document and where it stands. */
export interface Node extends Target {
  readonly value: JsonObject;
}

/**
 * The object in a place, references followed; undefined for anything else. Throws
 * `ToolwrightError` where a reference leads nowhere: for what a request can't do without.
 */
export function nodeOf(target: Target, { refs }: Context): Node | undefined {
  const { value, pointer } = refs.follow(target);
  return isObject(value) ? { value, pointer } : undefined;
}

/** The same for what is dispensable: a reference that leads nowhere is told and passed over. */
export function dispensableNodeOf(
  target: Target,
  context: Context,
): Node | undefined {
  try {
    return nodeOf(target, context);
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    const { pointer } = target;
    for (const problem of error.problems) context.warn({ pointer, ...problem });
    return undefined;
  }
}
