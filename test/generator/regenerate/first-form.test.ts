import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { parseLock } from "../../../generator/project/lock/lock-text.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";

/** Files of a project that was generated before the runtime got its present names. The lock holds the text of most. */
const FOLDER = "test/generator/regenerate/first-form";

const config = {
  allRoutesAsTools: false,
  emit: ["tests", "client", "dockerfile"],
  features: [
    ...["shorten-responses", "auto-paginate", "per-caller", "tool-filter"],
    ...["sessions", "cors", "jwt", "custom"],
  ],
  confirmDestructive: "person",
} as const;

/** Modules of the user, with names of the former runtime. */
const OWN_FILES: Readonly<Record<string, string>> = {
  "src/custom/index.ts": `import { defineTool, type CustomContext } from "../runtime/features/custom/define.js";
import { CallError, own, toText, type Answer, type Component } from "../runtime/index.js";
import { fromCaller } from "../runtime/features/callers.js";
import { brief } from "../runtime/features/brief/brief.js";
import { gather } from "../runtime/features/gather.js";
import { choose } from "../runtime/features/choice.js";
import { cors } from "../runtime/features/cors.js";
import { isLoopback } from "../runtime/features/http.js";
import { sessions } from "../runtime/features/sessions.js";
import { jwtTokens } from "../runtime/features/auth/jwt.js";
import type { operations } from "../api.js";
import { answers } from "../answers.js";
import getPet from "../templates/get-pet.js";

type Data = operations["getPet"]["answer"];
interface OwnTypes {
  arguments: { id: number };
  answer: string;
}
export const used = [fromCaller, brief, gather, choose, cors, isLoopback, answers, getPet.name, toText(1), sessions, jwtTokens];
export type Mine = Answer<Data> | CustomContext | OwnTypes;

export const custom: readonly Component[] = [
  defineTool({
    name: "own_word",
    description: "A word of our own",
    handler() {
      if (own({ a: 1 }, "b")) throw new CallError("no");
      return "by hand";
    },
  }),
];
`,
  "test/own.test.ts": `import { service } from "../src/server.js";
import { tryAll, CALLER } from "../src/runtime/features/testing.js";
import cases from "./cases-pets.js";

export const byHand = () => tryAll(service, cases, { CALLER: String(CALLER.id) });
`,
};

/** Edits of generated files: path, path now, text, edit, the edit as it is found afterwards. */
const EDITS: readonly (readonly [
  path: string,
  newPath: string,
  from: string,
  to: string,
  kept: string,
])[] = [
  [
    "src/tools/create-pet.ts",
    "src/tools/create-pet.ts",
    "return send(args);",
    "return (await send(args)).data;",
    "return (await send(args)).data;",
  ],
  [
    "src/templates/get-order.ts",
    "src/resource-templates/get-order.ts",
    "return send(args);",
    "return (await send(args)).data;",
    "return (await send(args)).data;",
  ],
  [
    "src/client.ts",
    "src/client.ts",
    "timeout: 30,",
    "timeout: 77,",
    "timeout: 77,",
  ],
  [
    "src/server.ts",
    "src/server.ts",
    "/** Serves on stdio",
    "export const short = brief({ fields: false });\n\n/** Serves on stdio",
    "export const short = shortenResponses({ fields: false });",
  ],
  [
    "src/main.ts",
    "src/main.ts",
    "process.stdout.write(HELP);",
    "process.stdout.write(`${HELP}by hand`);",
    "process.stdout.write(`${HELP}by hand`);",
  ],
  [
    "src/runtime/answer.ts",
    "src/runtime/response.ts",
    "const filename = fileNameOf(disposition && mask(disposition));",
    "const filename = fileNameOf(disposition && mask(disposition.trim()));",
    "parseFileName(disposition && redact(disposition.trim()));",
  ],
  [
    "src/runtime/check.ts",
    "src/runtime/validate-arguments.ts",
    "export const LOSSY =",
    "export const BY_HAND = 7;\nexport const LOSSY =",
    "export const BY_HAND = 7;\nexport const LOSSY_INTEGER =",
  ],
  [
    "src/runtime/features/http.ts",
    "src/runtime/features/http.ts",
    "const door = options.auth?.(service, log);",
    'const door = options.auth?.(service, log);\n  log.debug("by hand", { has: door !== undefined });',
    'log.debug("by hand", { has: authenticator !== undefined });',
  ],
  [
    "src/runtime/call.ts",
    "src/runtime/invoke.ts",
    "const started = performance.now();",
    'const started = performance.now();\n  log.debug("by hand", { id });',
    'log.debug("by hand", { id });',
  ],
  [
    "README.md",
    "README.md",
    "## Editing a tool",
    "By hand.\n\n## Editing a tool",
    "By hand.",
  ],
  [
    "test/cases-pets.ts",
    "test/cases/pets.ts",
    "export default {",
    "// By hand.\nexport default {",
    "// By hand.\nexport default {",
  ],
];

/** Writes the project as it was generated. */
function restore(made: Project): void {
  for (const [path, file] of parseLock(
    readFileSync(join(FOLDER, "toolwright.lock.txt"), "utf8"),
  ).files) {
    const text = file.text();
    if (text !== undefined) made.write(path, text);
  }
  for (const path of readdirSync(FOLDER, { recursive: true, encoding: "utf8" }))
    if (statSync(join(FOLDER, path)).isFile())
      made.write(
        relative(".", path)
          .replaceAll("\\", "/")
          .replace(/\.txt$/, ""),
        readFileSync(join(FOLDER, path), "utf8"),
      );
}

test("a project of the first layout gets the new names, keeps every edit, and compiles without changes", async () => {
  const made = project();
  restore(made);
  for (const [path, , from, to] of EDITS) made.edit(path, [from, to]);
  for (const [path, text] of Object.entries(OWN_FILES)) made.write(path, text);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);

  const document = readFileSync("samples/petstore/openapi.json", "utf8");
  const outcomes = await made.generate(document, { config });
  expect(
    outcomes.filter((outcome) => /^(conflict|orphaned|refused)/.test(outcome)),
  ).toEqual([]);
  for (const [path, newPath, , , kept] of EDITS) {
    expect(made.read(newPath)).toContain(kept);
    expect([newPath, made.has(path)]).toEqual([newPath, path === newPath]);
  }
  // Lines of the user's own files stay, except their imports.
  const custom = made.read("src/custom/index.ts");
  expect(custom).toContain("getOwn as own");
  expect(custom).toContain('if (own({ a: 1 }, "b"))');
  expect(custom).toContain('operations["getPet"]["response"]');
  expect(made.read("test/own.test.ts")).toContain("testTools as tryAll");
  // Reviews show the edited files of the runtime.
  expect(made.read(".gitattributes")).toContain(
    "/src/runtime/validate-arguments.ts -linguist-generated\n",
  );
  expect(await typeErrors(made)).toEqual([]);
  const again = await made.generate(document, { config });
  expect(again.filter((outcome) => !outcome.startsWith("kept "))).toEqual([]);
});
