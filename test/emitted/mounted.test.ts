import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FEATURE_NAMES } from "../../generator/features/features.js";
import { emit } from "./project.js";
import { typeErrors } from "../type-check.js";

/** Example of docs/serving.md under “Inside of an application”. */
const page = readFileSync("docs/serving.md", "utf8");
const [, part = ""] = page.split("## Inside of an application");
const [snippet = "", bindings = ""] = [
  ...part.matchAll(/^```ts\n([^]*?)^```$/gm),
].map(([, code = ""]) => code);
const [head = "", , fastify = "", hono = ""] = snippet.split(
  /^\/\/ (?:Express|Fastify|Hono)\n/m,
);

test("an application with the endpoint passes its strict type check", async () => {
  const project = await emit({
    document: "test/emitted/schemes.json",
    auth: "jwt",
    features: FEATURE_NAMES,
  });
  const own = head.replaceAll("./my-app-mcp/src/", "./src/");
  const files = {
    "fastify-app.ts": `${own}import Fastify from "fastify";\nexport const app = Fastify();\n${fastify}`,
    "hono-app.ts": `${own}import { Hono } from "hono";\nexport const app = new Hono();\n${hono}`,
    "bindings-app.ts": `${own}${bindings}`,
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(project, name), text);
  const plain = { rootDir: ".", lib: ["ES2023"] };
  for (const flags of [
    {
      noImplicitReturns: true,
      noPropertyAccessFromIndexSignature: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      erasableSyntaxOnly: true,
    },
    // An application that has no more than `strict`.
    { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false },
  ]) {
    const compilerOptions = { ...plain, ...flags };
    const include = ["*-app.ts", "src"];
    const settings = { compilerOptions, include };
    expect(await typeErrors(project, settings)).toEqual([]);
  }
});
