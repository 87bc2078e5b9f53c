import { readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { PACKAGE_ROOT } from "../package.js";

/*
 * Templates are read from source, so that one which was just edited is the one that prints. The published package has
 * another module instead of this one (precompile.ts), with templates that the build compiled.
 */

export const handlebars = Handlebars.create();

/** Compiled template, a function of its view. */
export function templateOf(name: string): Handlebars.TemplateDelegate<object> {
  return handlebars.compile(...readTemplate(name));
}

const HELPERS = "literal members rows text key comment json raw".split(" ");

/** Text of a file in templates/, named without `.hbs`, and the options that it is compiled with. */
export function readTemplate(name: string) {
  const text = readFileSync(`${PACKAGE_ROOT}templates/${name}.hbs`, "utf8");
  const options = {
    // HTML pages escape all text; source goes through the helpers.
    noEscape: !name.endsWith(".html"),
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: Object.fromEntries(HELPERS.map((name) => [name, true])),
  };
  return [text, options] as const;
}
