import type { Problem } from "../errors.js";
import { below, type JsonObject } from "../json.js";

/** What the conversion of one schema needs from its surroundings. */
export interface SchemaContext {
  /** Siblings of `$ref` count, as from 3.1 on. */
  readonly refSiblings: boolean;
  /** Makes `holder[key]` a reference to `#/$defs/<name>`; leaves it out where there is no such schema. */
  readonly refer: (
    holder: JsonObject,
    key: string,
    reference: { readonly text: string; readonly pointer: string },
  ) => void;
  /** Counts one schema, so that a hostile document ends in an error and not in swap space. */
  readonly spend: () => void;
  readonly warn: (problem: Problem & { readonly pointer: string }) => void;
}

/** A keyword of a schema. */
export interface Place {
  readonly keyword: string;
  /** Of the schema that holds the keyword. */
  readonly pointer: string;
  readonly context: SchemaContext;
  /** Converts a sub-schema. */
  readonly convert: (value: unknown, pointer: string) => JsonObject;
}

/** Tells that a keyword is left out because its value means nothing. */
export function drop({ keyword, pointer, context }: Place): undefined {
  context.warn(
    unusable(below(pointer, keyword), `The value of ${keyword} can't be used`),
  );
}

/** The finding for something in a schema that is left out. */
export function unusable(pointer: string, what: string) {
  return {
    code: "bad-schema",
    message: `${what}; it is left out.`,
    pointer,
    hint: "See https://spec.openapis.org/oas/v3.1.1#schema-object for what can stand here.",
  };
}
