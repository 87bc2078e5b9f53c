// Bundles src/main.ts and the packages that it needs into dist/main.js.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

// Packages that other packages import but that never run here.
const UNUSED = /^(ajv|ajv-formats|form-data)(\/|$)/;
// Version 2 of the MCP SDK contains ajv, in a separate file. The server validates arguments itself.
const SDK = /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/].*\.mjs$/;
const AJV_FILE = /[\\/]ajvProvider-[^\\/]*$/;
const AJV_TEXT = "CodeGen: name must be a valid identifier";
const unused = {
  name: "unused",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({
      path,
      namespace: "unused",
    }));
    onLoad({ filter: UNUSED, namespace: "unused" }, () => ({
      contents: "export default undefined",
    }));
    onLoad({ filter: SDK }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (AJV_FILE.test(path)) return { contents: stubExports(text) };
      return text.includes(AJV_TEXT)
        ? {
            errors: [
              {
                text: "The MCP SDK now has ajv in this file, so it can't be left out. Set AJV_FILE to the SDK's file that has ajv alone, or delete this check.",
              },
            ],
          }
        : undefined;
    });
  },
};

/** Module with the exports of another one, each a class that does nothing. */
function stubExports(text) {
  const [, names = ""] = /^export \{([^}]*)\}/m.exec(text) ?? [];
  const stubs = names
    .split(",")
    .map((name) => `Unused as ${name.trim().split(" ").at(-1)}`);
  return `class Unused {}\nexport { ${stubs.join(", ")} };`;
}

await build({
  entryPoints: ["src/main.ts"],
  outfile: "dist/main.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // Some packages are CommonJS.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  external: ["jiti"],
  plugins: [unused],
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
});
