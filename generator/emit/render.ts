import {
  comment,
  toPrettyJson,
  literal,
  writeMembers,
  toPropertyKey,
  writeRawRows,
  writeRows,
  writeTextProperty,
} from "./literal.js";
import { memoize } from "../shared/memoize.js";
import { handlebars, templateOf } from "./templates.js";

/** A template and the view it prints. */
export interface View {
  /** Name of a file in templates/, without `.hbs`. */
  readonly template: string;
  readonly data: object;
}

handlebars.registerHelper({
  // Handlebars passes its options behind the arguments.
  literal: (value: unknown) => literal(value),
  comment: (text: unknown) => comment(String(text)),
  json: toPrettyJson,
  key: toPropertyKey,
  members: writeMembers,
  raw: writeRawRows,
  rows: writeRows,
  text: writeTextProperty,
});

/** Compiles a template on first use, once a process. */
const getTemplate = memoize(templateOf);

/** Prints a template with its view. */
export function render({ template, data }: View): string {
  return getTemplate(template)(data);
}
