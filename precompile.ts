/** Plugin that replaces `generator/emit/templates.ts` in a bundle: each template compiled, and no compiler. */
import { readdirSync } from "node:fs";
import { transform, type Plugin } from "esbuild";
import Handlebars from "handlebars";
import { readTemplate } from "./generator/emit/templates.js";

export const precompiled: Plugin = {
  name: "precompiled templates",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]generator[\\/]emit[\\/]templates\.ts$/ },
      async () => ({
        contents: await minify(`
        import Handlebars from "handlebars/runtime.js";
        export const handlebars = Handlebars.create();
        export const templateOf = (name) => handlebars.template(TEMPLATES[name]);
        const TEMPLATES = {${templates().join()}};`),
        resolveDir: import.meta.dirname,
      }),
    );
  },
};

/** Minifies a module. What Handlebars compiled is read by no one, so its local names become short, too. */
async function minify(source: string): Promise<string> {
  const { code } = await transform(source, { format: "esm", minify: true });
  return code;
}

function templates(): string[] {
  return readdirSync("templates").map((file) => {
    const name = file.replace(/\.hbs$/, "");
    // The source of an object, whatever its type says.
    const compiled: unknown = Handlebars.precompile(...readTemplate(name));
    return `${JSON.stringify(name)}: ${compiled as string}`;
  });
}
