import {
  comment,
  json,
  literal,
  members,
  propertyKey,
  rawRows,
  rows,
  textProperty,
} from "./literal.js";
import { remembering } from "../shared/memoize.js";
import { handlebars, templateOf } from "./templates.js";

/** A template and the view it prints. */
export interface View {
  /** Name of a file in templates/, without `.hbs`. */
  readonly template: string;
  readonly data: object;
}

handlebars.registerHelper({
  // Handlebars gives each something of its own behind the arguments.
  literal: (value: unknown) => literal(value),
  comment: (text: unknown) => comment(String(text)),
  json,
  key: propertyKey,
  members,
  raw: rawRows,
  rows,
  text: textProperty,
});

/** Templates are made ready on first use, once a process. */
const printer = remembering(templateOf);

/** Prints a view. */
export function render({ template, data }: View): string {
  return printer(template)(data);
}
