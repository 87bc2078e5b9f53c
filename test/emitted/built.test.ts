import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bundle, emit } from "./project.js";

const PETSTORE = { document: "samples/petstore/openapi.json" };

test("a project's types are cheap to check", async () => {
  const cwd = await emit(PETSTORE);
  const flags = ["--noEmit", "--singleThreaded", "--extendedDiagnostics"];
  const tsc = join(cwd, "node_modules", ".bin", "tsc");
  const { stdout: said } = await promisify(execFile)(tsc, flags, { cwd });
  const [, instantiations] = /^Instantiations: +(\d+)/m.exec(said) ?? [];
  // Most of them are of Node; a look at a member of the SDK's server costs 17,000, uniting schemas of zod 60,000.
  expect(Number(instantiations)).toBeLessThan(33_000);
});

test("a bundle contains only code that runs", async () => {
  const project = await emit(PETSTORE);
  await bundle(project, "main", { minify: true, metafile: true });
  const text = readFileSync(join(project, "dist", "meta.json"), "utf8");
  const { outputs } = JSON.parse(text) as Metafile;
  const main = outputs["dist/main.js"];
  expect(main?.bytes).toBeLessThan(385_000);
  const parts = Object.entries(main?.inputs ?? {}).map(
    ([file, { bytesInOutput }]) => ({
      bytes: bytesInOutput,
      name: /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? "ours",
    }),
  );
  const ours = parts.filter(({ name }) => name === "ours");
  const sum = ours.reduce((total, { bytes }) => total + bytes, 0);
  expect(sum).toBeLessThan(106_000);
  const names = new Set(parts.map(({ name }) => name));
  expect([...names].sort()).toEqual([
    "@modelcontextprotocol/sdk",
    "agent-base",
    "axios",
    "content-type",
    "debug",
    "follow-redirects",
    "https-proxy-agent",
    "ms",
    "ours",
    "proxy-from-env",
    "supports-color",
    "zod",
    "zod-to-json-schema",
  ]);
});

/** https://esbuild.github.io/api/#metafile */
interface Metafile {
  outputs: Record<
    string,
    { bytes: number; inputs: Record<string, { bytesInOutput: number }> }
  >;
}
