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
import { handlebars, templateOf } from "./templates.js";

/** A template and the view it prints. */
export interface View {
  /** Name of a file in templates/, without `.hbs`. */
  readonly template: string;
  readonly data: object;
}

handlebars.registerHelper({
  literal: (value: unknown) => literal(value),
  members: (value: object, depth: number) => members(value, depth),
  rows: (value: object, depth: number) => rows(value, depth),
  text: (key: string, text: string, depth: number) =>
    textProperty(key, text, depth),
  key: (name: string) => propertyKey(name),
  comment: (text: unknown) => comment(String(text)),
  json: (value: unknown) => json(value),
  raw: (value: object, depth: number) => rawRows(value, depth),
});

const known = new Map<string, ReturnType<typeof templateOf>>();

/** Prints a view. Templates are made ready on first use, once a process. */
export function render({ template, data }: View): string {
  const print = known.get(template) ?? templateOf(template);
  known.set(template, print);
  return print(data);
}
