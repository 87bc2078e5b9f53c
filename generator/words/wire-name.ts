import type { Api, Schema } from "../model.js";
import { resolve } from "../schema/shape.js";
import { lettersOf } from "./naming.js";
import { cut, cutAtWord, MAX_DESCRIPTION } from "./sentences.js";

/** A name of an argument. */
export interface Named {
  /** What clients see. */
  readonly name: string;
  /** What the API calls it. */
  readonly wireName: string;
  /** Another one would have the same name. */
  readonly isAlike?: boolean;
}

/** Whether a name says less than the API's: it differs in more than case, punctuation and its place, or in that alone from others. */
export function isRenamed({ isAlike, name, wireName }: Named): boolean {
  const plain = name.replace(/__(path|query|header|cookie)$/, "");
  return isAlike
    ? plain !== wireName
    : lettersOf(plain) !== lettersOf(wireName);
}

/** The schema of an argument, with the API's name for it where its own name says less. */
export function withWireName(schema: Schema, named: Named, api: Api): Schema {
  if (!isRenamed(named)) return schema;
  const note = `Named ${quoted(named)} in the API.`;
  const about = schema["description"] ?? resolve(schema, api)["description"];
  const room = MAX_DESCRIPTION - note.length - 1;
  const text = typeof about === "string" ? `${cut(about, room)} ${note}` : note;
  return { ...schema, description: text };
}

/** The same in one sentence, for what has no schema to say it; empty where the name says it all. */
export function wireNameOf(named: Named): string {
  return isRenamed(named)
    ? `"${named.name}" is named ${quoted(named)} in the API.`
    : "";
}

/** Longest name in a description, in characters. */
const MAX_NAME = 200;

function quoted({ wireName }: Named): string {
  return JSON.stringify(cutAtWord(wireName, MAX_NAME));
}
