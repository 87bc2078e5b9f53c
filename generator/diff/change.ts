import { omitEmpty } from "../shared/json.js";
import { mapPair, shortenText, type TextPair } from "./schema-change.js";
import type { ComponentSurface } from "./surface.js";

/** Difference between two versions of a server that a caller or a model notices. */
export interface Change {
  readonly kind: ComponentSurface["kind"] | "server" | "skill";
  /** Current name, or the last one if the component was removed. */
  readonly name: string;
  /** Empty for the server as a whole and for skills. */
  readonly route: string;
  readonly what:
    | "added"
    | "removed"
    | "renamed"
    | "kind"
    | "route"
    | "uri"
    | "argument"
    | "answer"
    | "request"
    | "description"
    | "annotations"
    | "auth"
    | "url"
    | "server"
    | "tokens"
    | "suspicious";
  /** Text for people, without the component's name: `argument limit: became required`. */
  readonly text: string;
  /** Texts before and after, at most a line each, if `text` only names what changed. */
  readonly texts?: TextPair;
  /** A caller that worked before may fail now. */
  readonly breaking: boolean;
  /** Part of what a model reads that changes: texts, arguments, or the number of tokens; null: none. */
  readonly model: "words" | "schema" | "tokens" | null;
}

/** Change without the component that it belongs to. */
export type Difference = Pick<
  Change,
  "breaking" | "model" | "text" | "texts" | "what"
>;

export function createDifference(
  aspect: Difference["what"],
  text: string,
  { breaking = false, model = null, texts }: Partial<Difference> = {},
): Difference {
  return { what: aspect, text, ...omitEmpty({ texts }), breaking, model };
}

/** Reports `name: old → new` if two values differ; empty otherwise. */
export function compareValues(
  aspect: Difference["what"],
  name: string,
  [oldValue, newValue]: readonly [unknown, unknown],
  breaking = false,
): Difference[] {
  const [oldText, newText] = mapPair(oldValue, newValue, formatValue);
  if (oldText === newText) return [];
  return [
    createDifference(aspect, `${name}: ${oldText} → ${newText}`, { breaking }),
  ];
}

/** Value on one line; `none` for an empty one. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === "") return "none";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return shortenText(text, 120);
}
