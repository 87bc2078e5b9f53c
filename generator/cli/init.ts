import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { preview } from "../commands/plan.js";
import { findConfig } from "../config/config-file.js";
import { findToolwright, foundFirst } from "../emit/find-toolwright.js";
import { literal } from "../emit/literal.js";
import { packageName } from "../emit/mcp-registry.js";
import { ToolwrightError } from "../errors.js";
import { parseManifest } from "../project/json-edit.js";
import { writePlainFile } from "../project/write/apply.js";
import { member, members } from "../shared/json.js";
import { dressedAs } from "../shared/line-endings.js";
import { plural } from "./table.js";
import { MAX_RESULT_TOKENS } from "../config/options.js";

/** Where `init` begins, and whom it asks. */
export interface Beginning {
  readonly cwd: string;
  readonly document?: string | undefined;
  readonly out?: string | undefined;
  /** Null: nobody, and the defaults hold. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

const NAME = "toolwright.config.ts";

/** Asks four questions at most and writes a config beside you. Throws a ToolwrightError, with nothing written, where there is one or what is asked for can't be read. */
export async function writeConfig(beginning: Beginning): Promise<void> {
  const { cwd } = beginning;
  const present = findConfig(cwd);
  if (present !== undefined)
    throw new ToolwrightError({
      code: "config-exists",
      message: `There is a config already: ${present}`,
      hint: "Edit it, and run: toolwright generate",
    });
  const path = resolve(cwd, "package.json");
  if (existsSync(path)) parseManifest(readFileSync(path, "utf8"));
  const text = configText(await interview(beginning));
  writeFileSync(resolve(cwd, NAME), text, { flag: "wx" });
}

/** What a new config says; no tags: everything. */
async function interview(beginning: Beginning) {
  const { cwd, ask, document, out } = beginning;
  const question = async (text: string, fallback = "") =>
    (await ask?.(text)) || fallback;
  const found = USUAL.find((name) => existsSync(resolve(cwd, name)));
  const source =
    document ??
    (await question(
      `OpenAPI document (file or URL), or module of a web application${found === undefined ? "" : ` [${found}]`}:`,
      found,
    ));
  if (source === "")
    throw new ToolwrightError({
      code: "no-document",
      message: "No OpenAPI document and no application is named.",
      hint: "Name it: toolwright init openapi.yaml",
    });
  if (/^https?:[/\\]*[^/?#\\]*@/i.test(source))
    throw new ToolwrightError({
      code: "password-in-config",
      message:
        "The address holds a user or a password, and a config is there to be committed.",
      hint: "Save the document to a file and name that, or write a config that reads them from the environment.",
    });
  // Before the other questions: what can't be read is told at once.
  const { title, costs, components } = await preview(
    { ...sourceOf(source), allRoutesAsTools: true },
    { cwd },
  );
  let kinds = "";
  while (!/^[12]$/.test(kinds))
    kinds = await question(
      `Which of ${plural(components.length, "route")} become tools?
  1  all: every client can use them
  2  those that change something; what is read becomes resources, which many clients never show to a model
1 or 2 [1]:`,
      "1",
    );
  const known = Object.keys(costs.tags);
  let tags: readonly string[] = [];
  while (known.length > 1) {
    const each = Object.entries(costs.tags).map(
      ([tag, { tools }]) => `${tag} (${tools})`,
    );
    const said = await question(
      `Everything (about ${plural(costs.all.tokens, "token")} of a model's context), or some tags, with commas between?
  ${each.join(", ")}
Tags [everything]:`,
    );
    tags = said.split(",").flatMap((tag) => tag.trim() || []);
    if (tags.every((tag) => known.includes(tag))) break;
  }
  const folder = packageName(title || "API");
  return {
    source,
    allRoutesAsTools: kinds !== "2",
    tags,
    out: out ?? (await question(`Folder to write to [${folder}]:`, folder)),
  };
}

/** Where documents usually are. */
const USUAL = ["openapi", "swagger", "docs/openapi", "api/openapi"].flatMap(
  (name) => ["yaml", "yml", "json"].map((ending) => `${name}.${ending}`),
);

/** A module is an application; everything else is a document. */
function sourceOf(source: string) {
  return /^(?!https?:).*\.[cm]?[jt]sx?$/i.test(source)
    ? { app: source }
    : { document: source };
}

const RESULT_SIZE =
  "Most tokens of one result: above it, a list loses whole items, and the result tells how to go on. Without it, results are whole.";

function configText(answers: Awaited<ReturnType<typeof interview>>): string {
  const { allRoutesAsTools, tags, out } = answers;
  const source = sourceOf(answers.source);
  const what =
    source.app === undefined
      ? "OpenAPI document: a file or a URL."
      : "Module that exports the web application; it is called in process.";
  const told = (name: string, value: unknown) => `${name}: ${literal(value)},`;
  const lines = [
    `// ${what}`,
    ...Object.entries(source).map(([name, value]) => told(name, value)),
    "// Folder of the emitted project. Commit it: edits by hand are kept.",
    told("out", out),
    `// ${RESULT_SIZE}`,
    told("maxResultTokens", MAX_RESULT_TOKENS),
    "// Every route is a tool. Else what is read is a resource, which many clients never show to a model.",
    told("allRoutesAsTools", allRoutesAsTools),
    "// Only operations with one of these tags.",
    tags.length > 0 ? told("tags", tags) : '// tags: ["pets"],',
    '// What differs for single operations, by operationId or "METHOD /path".',
    '// overrides: { createPet: { name: "adopt_pet", hide: ["dryRun"] } },',
  ];
  return `import { defineConfig } from "toolwright";

// Run \`toolwright generate\` after each change of the API, \`toolwright check\` in CI.
// All fields: node_modules/toolwright/docs/configuration.md
export default defineConfig({
${lines.map((line) => `  ${line}\n`).join("")}});
`;
}

/** Adds scripts to the package beside you, where there is one, and tells what it did; scripts of these names stay. */
export function addScripts(cwd: string): string[] {
  const path = resolve(cwd, "package.json");
  if (!existsSync(path)) return [];
  const before = readFileSync(path, "utf8");
  const manifest = parseManifest(before);
  const scripts = Object.fromEntries(members(manifest["scripts"]));
  const isInstalled = ["dependencies", "devDependencies"].some(
    (kind) => member(member(manifest, kind), "toolwright") !== undefined,
  );
  const told = ["generate", "check"].map((name) => {
    const wanted = isInstalled ? `toolwright ${name}` : foundFirst(name);
    if (scripts[name] === wanted) return `  kept      script ${name}`;
    if (scripts[name] !== undefined)
      return `  kept      script ${name} of package.json is something else; run toolwright ${name}`;
    scripts[name] = wanted;
    return `  added     script ${name}: npm run ${name}`;
  });
  if (!isInstalled && told.some((line) => line.includes("added")))
    scripts["find-toolwright"] ??= findToolwright();
  const indent = /^\W*?\n([ \t]+)/.exec(before)?.[1] ?? 2;
  const text = `${JSON.stringify({ ...manifest, scripts }, null, indent)}\n`;
  if (told.some((line) => line.includes("added")))
    writePlainFile(path, dressedAs(text, before));
  return told;
}
