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
  /** Class of a breaking change; null: it is none. */
  readonly impact: Impact | null;
  /** Part of what a model reads that changes: texts, arguments, or the number of tokens; null: none. */
  readonly model: "words" | "schema" | "tokens" | null;
  /** Module of the component, if a hand edited it: its path now. */
  readonly editedFile?: string;
}

/** Classes of breaking changes, the worst first. */
export const IMPACTS = [
  "tool-removed",
  "argument-required",
  "argument-narrowed",
  "response-removed",
  "other",
] as const;

export type Impact = (typeof IMPACTS)[number];

/** Change without the component that it belongs to. */
export type Difference = Pick<
  Change,
  "breaking" | "impact" | "model" | "text" | "texts" | "what"
>;

export function createDifference(
  aspect: Difference["what"],
  text: string,
  { impact = null, model = null, texts }: Partial<Difference> = {},
): Difference {
  const breaking = impact !== null;
  return {
    what: aspect,
    text,
    ...omitEmpty({ texts }),
    breaking,
    impact,
    model,
  };
}

/** Reports `name: old → new` if two values differ; empty otherwise. */
export function compareValues(
  aspect: Difference["what"],
  name: string,
  [oldValue, newValue]: readonly [unknown, unknown],
  impact: Impact | null = null,
): Difference[] {
  const [oldText, newText] = mapPair(oldValue, newValue, formatValue);
  if (oldText === newText) return [];
  return [
    createDifference(aspect, `${name}: ${oldText} → ${newText}`, { impact }),
  ];
}

/** Value on one line; `none` for an empty one. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === "") return "none";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return shortenText(text, 120);
}
