import { readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { PACKAGE_ROOT } from "../package.js";
import { comment } from "./comment.js";
import { json, rawRows } from "./json.js";
import {
  literal,
  members,
  propertyKey,
  rows,
  textProperty,
} from "./literal.js";

/** A template and the view it prints. */
export interface View {
  /** Name of a file in templates/, without `.hbs`. */
  readonly template: string;
  readonly data: object;
}

const TEMPLATES = `${PACKAGE_ROOT}templates/`;

const KNOWN_HELPERS = {
  literal: true,
  members: true,
  rows: true,
  text: true,
  key: true,
  comment: true,
  json: true,
  raw: true,
};

const handlebars = Handlebars.create();
handlebars.registerHelper("literal", (value: unknown) => literal(value));
handlebars.registerHelper("members", (value: object, depth: number) =>
  members(value, depth),
);
handlebars.registerHelper("rows", (value: object, depth: number) =>
  rows(value, depth),
);
handlebars.registerHelper("text", (key: string, text: string, depth: number) =>
  textProperty(key, text, depth),
);
handlebars.registerHelper("key", (name: string) => propertyKey(name));
handlebars.registerHelper("comment", (text: unknown) => comment(String(text)));
handlebars.registerHelper("json", (value: unknown) => json(value));
handlebars.registerHelper("raw", (value: object, depth: number) =>
  rawRows(value, depth),
);

const compiled = new Map<string, Handlebars.TemplateDelegate<object>>();

/** Prints a view. Templates are compiled on first use, once a process. */
export function render({ template, data }: View): string {
  const print = compiled.get(template) ?? compile(template);
  compiled.set(template, print);
  return print(data);
}

function compile(template: string) {
  return handlebars.compile<object>(
    readFileSync(`${TEMPLATES}${template}.hbs`, "utf8"),
    {
      // Of pages all text is escaped; source goes through the helpers.
      noEscape: !template.endsWith(".html"),
      strict: true,
      knownHelpersOnly: true,
      knownHelpers: KNOWN_HELPERS,
    },
  );
}
