import { type Problem, ToolwrightError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";
import type { Refs } from "./refs.js";
import type { Schemas } from "./schemas.js";

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
  readonly warn: (problem: Problem & { readonly pointer: string }) => void;
}

/** An object of the document and where it stands. */
export interface Node {
  readonly value: JsonObject;
  readonly pointer: string;
}

/**
 * The object in a place, references followed; undefined for anything else. Throws
 * `ToolwrightError` where a reference leads nowhere: for what a request can't do without.
 */
export function nodeOf(value: unknown, pointer: string, { refs }: Context) {
  const target = refs.follow(value, pointer);
  return isObject(target.value)
    ? { value: target.value, pointer: target.pointer }
    : undefined;
}

/** The same for what is dispensable: a reference that leads nowhere is told and passed over. */
export function dispensableNodeOf(
  value: unknown,
  pointer: string,
  context: Context,
): Node | undefined {
  try {
    return nodeOf(value, pointer, context);
  } catch (error) {
    if (!(error instanceof ToolwrightError)) throw error;
    for (const problem of error.problems) context.warn({ pointer, ...problem });
    return undefined;
  }
}
