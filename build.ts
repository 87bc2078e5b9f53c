/** First step of `npm run build`: bundles the generator and the packages that it needs at its start into dist/. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { build, type BuildOptions } from "esbuild";
import { FEATURES } from "./generator/features/features.js";
import { readRuntime } from "./generator/emit/runtime.js";
import { pack } from "./generator/project/lock/pack.js";
import { digest } from "./generator/shared/hash.js";
import { precompiled } from "./precompile.js";

const common: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node20",
  outdir: "dist",
  // Half as much for Node to read; names stay, for those who read a stack.
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
  logLevel: "warning",
};

const code = await build({
  ...common,
  entryPoints: {
    cli: "generator/cli/bin.ts",
    index: "generator/index.ts",
    "app/child": "generator/app/child.ts",
  },
  splitting: true,
  plugins: [precompiled],
  format: "esm",
  // Large, loaded where they are needed only, and with files of their own.
  external: ["jiti", "prettier", "ts-morph"],
  // What packages in CommonJS ask Node for.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});

// Of openapi-typescript the one transform, which would come with a compiler and a linter.
const parts = await build({
  ...common,
  entryPoints: {
    "openapi-typescript": "openapi-typescript/dist/transform/schema-object.mjs",
  },
  alias: {
    typescript: "./generator/emit/types/node-factory-shim.ts",
    "@redocly/openapi-core/lib/ref-utils.js":
      "./generator/emit/types/node-factory-shim.ts",
  },
  format: "cjs",
  outExtension: { ".js": ".cjs" },
});

// What locks say of files that every project has.
const runtime = (["v1", "v2"] as const).flatMap((sdk) =>
  readRuntime(FEATURES, { sdk }).map(({ text }) => [digest(text), pack(text)]),
);
writeFileSync(
  "dist/packed-runtime.json",
  JSON.stringify(Object.fromEntries(runtime)),
);

const metafile = {
  inputs: { ...code.metafile?.inputs, ...parts.metafile?.inputs },
};
writeFileSync("dist/bundle.json", JSON.stringify(metafile));
execFileSync(process.execPath, ["--input-type=module", "-"], {
  input: readFileSync("templates/notices.mjs.hbs"),
});
