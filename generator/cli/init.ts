import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { preview } from "../commands/plan.js";
import { findConfig } from "../config/config-file.js";
import { writeFindScript, prependFindScript } from "../emit/find-toolwright.js";
import { literal } from "../emit/literal.js";
import { toPackageName } from "../emit/mcp-registry.js";
import { ToolwrightError } from "../errors.js";
import { parseManifest } from "../project/json-edit.js";
import { writePlainFile } from "../project/write/apply.js";
import { getMember, entriesOf } from "../shared/json.js";
import { withLineEndingsOf } from "../shared/line-endings.js";
import { formatCount } from "./table.js";
import { SUGGESTED_RESULT_TOKENS } from "../config/options.js";

/** Options of `init`. */
export interface InitOptions {
  readonly cwd: string;
  readonly document?: string | undefined;
  readonly out?: string | undefined;
  /** Asks the user; null for the defaults. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

const CONFIG_NAME = "toolwright.config.ts";

/**
 * Asks four questions at most and writes a config in the current directory. Throws a ToolwrightError, with nothing
 * written, if there is a config or the document can't be read.
 */
export async function writeConfig(initOptions: InitOptions): Promise<void> {
  const { cwd } = initOptions;
  const existingConfig = findConfig(cwd);
  if (existingConfig !== undefined) throw configExistsError(existingConfig);
  const path = resolve(cwd, "package.json");
  if (existsSync(path)) parseManifest(readFileSync(path, "utf8"));
  const text = renderConfig(await interview(initOptions));
  // The questions take a while, in which someone else may have written a config.
  const configPath = resolve(cwd, CONFIG_NAME);
  if (existsSync(configPath)) throw configExistsError(CONFIG_NAME);
  writePlainFile(configPath, text, "folder");
}

function configExistsError(path: string): ToolwrightError {
  return new ToolwrightError({
    code: "config-exists",
    message: `A config already exists: ${path}`,
    hint: "Edit it, then run: toolwright generate",
  });
}

/** Asks for the fields of a new config; no tags stands for all operations. */
async function interview(initOptions: InitOptions) {
  const { cwd, ask, document, out } = initOptions;
  const askQuestion = async (text: string, fallback = "") =>
    (await ask?.(text)) || fallback;
  const usualDocument = USUAL_DOCUMENTS.find((name) =>
    existsSync(resolve(cwd, name)),
  );
  const source =
    document ??
    (await askQuestion(
      `OpenAPI document (file or URL), or module of a web application${usualDocument === undefined ? "" : ` [${usualDocument}]`}:`,
      usualDocument,
    ));
  if (source === "")
    throw new ToolwrightError({
      code: "no-document",
      message: "No OpenAPI document or application was given.",
      hint: "Pass one: toolwright init openapi.yaml",
    });
  if (/^https?:[/\\]*[^/?#\\]*@/i.test(source))
    throw new ToolwrightError({
      code: "password-in-config",
      message:
        "The URL contains a user name or a password, and the config will be committed.",
      hint: "Save the document to a file and pass the file, or write a config that reads the credentials from the environment.",
    });
  // The document is read before the other questions, so that an error is shown at once.
  const { title, costs, components } = await preview(
    { ...sourceOf(source), allRoutesAsTools: true },
    { cwd },
  );
  let kindChoice = "";
  while (!/^[12]$/.test(kindChoice))
    kindChoice = await askQuestion(
      `Which of ${formatCount(components.length, "route")} become tools?
  1  all (every client can use tools)
  2  only those that change something; GETs become resources, which many clients never show to a model
1 or 2 [1]:`,
      "1",
    );
  const knownTags = Object.keys(costs.tags);
  let tags: readonly string[] = [];
  while (knownTags.length > 1) {
    const tagLabels = Object.entries(costs.tags).map(
      ([tag, { tools }]) => `${tag} (${tools})`,
    );
    const reply = await askQuestion(
      `All operations (about ${formatCount(costs.all.tokens, "token")} of a model's context), or only some tags (comma-separated)?
  ${tagLabels.join(", ")}
Tags [all]:`,
    );
    tags = reply.split(",").flatMap((tag) => tag.trim() || []);
    if (tags.every((tag) => knownTags.includes(tag))) break;
  }
  const folder = toPackageName(title || "API");
  return {
    source,
    allRoutesAsTools: kindChoice !== "2",
    tags,
    out: out ?? (await askQuestion(`Output folder [${folder}]:`, folder)),
  };
}

/** Usual paths of documents. */
const USUAL_DOCUMENTS = [
  "openapi",
  "swagger",
  "docs/openapi",
  "api/openapi",
].flatMap((name) =>
  ["yaml", "yml", "json"].map((extension) => `${name}.${extension}`),
);

/** Source of a config: a module is an application, everything else a document. */
function sourceOf(source: string) {
  return /^(?!https?:).*\.[cm]?[jt]sx?$/i.test(source)
    ? { app: source }
    : { document: source };
}

const RESULT_SIZE =
  "Most tokens in one result. A longer list is cut after whole items, and the result says how to get the rest. Without this line, results are not cut.";

function renderConfig(answers: Awaited<ReturnType<typeof interview>>): string {
  const { allRoutesAsTools, tags, out } = answers;
  const source = sourceOf(answers.source);
  const sourceComment =
    source.app === undefined
      ? "OpenAPI document: a file or a URL."
      : "Module that exports the web application. Calls run in the same process.";
  const formatField = (name: string, value: unknown) =>
    `${name}: ${literal(value)},`;
  const lines = [
    `// ${sourceComment}`,
    ...Object.entries(source).map(([name, value]) => formatField(name, value)),
    "// Output folder. Commit it: your edits are kept.",
    formatField("out", out),
    `// ${RESULT_SIZE}`,
    formatField("maxResultTokens", SUGGESTED_RESULT_TOKENS),
    "// Every route becomes a tool. Without this line, GETs become resources, which many clients never show to a model.",
    formatField("allRoutesAsTools", allRoutesAsTools),
    "// Only operations with one of these tags.",
    tags.length > 0 ? formatField("tags", tags) : '// tags: ["pets"],',
    '// Changes for single operations, by operationId or "METHOD /path".',
    '// overrides: { createPet: { name: "adopt_pet", hide: ["dryRun"] } },',
  ];
  return `import { defineConfig } from "toolwright";

// Run \`toolwright generate\` after each change of the API, and \`toolwright check\` in CI.
// All fields: node_modules/toolwright/docs/configuration.md
export default defineConfig({
${lines.map((line) => `  ${line}\n`).join("")}});
`;
}

/**
 * Adds scripts to the package in the current directory, if there is one, and returns the lines to print; scripts of
 * these names stay.
 */
export function addScripts(cwd: string): string[] {
  const path = resolve(cwd, "package.json");
  if (!existsSync(path)) return [];
  const oldText = readFileSync(path, "utf8");
  const manifest = parseManifest(oldText);
  const scripts = Object.fromEntries(entriesOf(manifest["scripts"]));
  const isInstalled = ["dependencies", "devDependencies"].some(
    (kind) => getMember(getMember(manifest, kind), "toolwright") !== undefined,
  );
  const messages = ["generate", "check"].map((name) => {
    const command = isInstalled
      ? `toolwright ${name}`
      : prependFindScript(name);
    if (scripts[name] === command) return `  kept      script ${name}`;
    if (scripts[name] !== undefined)
      return `  kept      package.json already has another script ${name}; run toolwright ${name}`;
    scripts[name] = command;
    return `  added     script ${name}: npm run ${name}`;
  });
  if (!isInstalled && messages.some((line) => line.includes("added")))
    scripts["find-toolwright"] ??= writeFindScript();
  const indent = /^\W*?\n([ \t]+)/.exec(oldText)?.[1] ?? 2;
  const text = `${JSON.stringify({ ...manifest, scripts }, null, indent)}\n`;
  if (messages.some((line) => line.includes("added")))
    writePlainFile(path, withLineEndingsOf(text, oldText), "folder");
  return messages;
}
