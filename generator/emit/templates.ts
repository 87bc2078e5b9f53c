import { readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { PACKAGE_ROOT } from "../package.js";

/*
 * From source, so that a template which was just edited is the one that prints. What is published has
 * another module in this one's place (precompile.ts), with templates that the build has compiled.
 */

export const handlebars = Handlebars.create();

/** What prints a template's views. */
export function templateOf(name: string): Handlebars.TemplateDelegate<object> {
  return handlebars.compile(...readTemplate(name));
}

const HELPERS = "literal members rows text key comment json raw".split(" ");

/** A file of templates/, named without `.hbs`, and how it is compiled. */
export function readTemplate(name: string) {
  const text = readFileSync(`${PACKAGE_ROOT}templates/${name}.hbs`, "utf8");
  const options = {
    // Of pages all text is escaped; source goes through the helpers.
    noEscape: !name.endsWith(".html"),
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: Object.fromEntries(HELPERS.map((name) => [name, true])),
  };
  return [text, options] as const;
}
