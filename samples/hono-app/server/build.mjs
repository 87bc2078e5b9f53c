// Bundles src/main.ts and the packages that it needs into dist/main.js.
import { build } from "esbuild";

// Packages that other packages import but that never run here.
const UNUSED = /^(ajv|ajv-formats|form-data)(\/|$)/;
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
  },
};

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
