import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { TRUSTED_CHECKOUT, type Checkout } from "../checkout/checkout.js";
import { preview } from "../commands/plan.js";
import { findConfig } from "../config/config-file.js";
import { writeFindScript, prependFindScript } from "../emit/find-toolwright.js";
import { DEFAULT_SDK } from "../config/sdk.js";
import { literal } from "../emit/literal.js";
import { toPackageName } from "../emit/mcp-registry.js";
import { ToolwrightError } from "../errors.js";
import { readPlainFile } from "../project/folder.js";
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
  readonly checkout?: Checkout;
  /** True for a config in TypeScript, which may compute its options. */
  readonly isTypeScript?: boolean;
  /** Asks the user; null for the defaults. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

/**
 * Asks four questions at most, writes a config in the current directory, and returns its name. Throws a
 * ToolwrightError, with nothing written, if there is a config or the document can't be read.
 */
export async function writeConfig(initOptions: InitOptions): Promise<string> {
  const { cwd, isTypeScript = false } = initOptions;
  const name = `toolwright.config.${isTypeScript ? "ts" : "json"}`;
  const existingConfig = findConfig(cwd);
  if (existingConfig !== undefined) throw configExistsError(existingConfig);
  const manifestText = readPlainFile(resolve(cwd, "package.json"));
  if (manifestText !== undefined) parseManifest(manifestText);
  const text = renderConfig(await interview(initOptions), isTypeScript);
  // The questions take a while, in which someone else may have written a config.
  const configPath = resolve(cwd, name);
  if (existsSync(configPath)) throw configExistsError(name);
  writePlainFile(configPath, text, "folder");
  return name;
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
  const { checkout = TRUSTED_CHECKOUT } = initOptions;
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
    { cwd, checkout },
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

/** Field of a new config, below its comments. */
interface ConfigField {
  readonly comments: readonly string[];
  readonly name: string;
  readonly value: unknown;
}

function renderConfig(
  answers: Awaited<ReturnType<typeof interview>>,
  isTypeScript: boolean,
): string {
  const fields = listFields(answers, isTypeScript);
  return isTypeScript ? renderTypeScript(fields) : renderJson(fields);
}

function listFields(
  {
    allRoutesAsTools,
    out,
    source,
    tags,
  }: Awaited<ReturnType<typeof interview>>,
  isTypeScript: boolean,
): ConfigField[] {
  const quote = (name: string) => (isTypeScript ? name : `"${name}"`);
  const [[sourceName = "", location] = []] = Object.entries(sourceOf(source));
  const tagComment = "Only operations with one of these tags.";
  const override = `${quote("createPet")}: { ${quote("name")}: "adopt_pet", ${quote("hide")}: ["dryRun"] }`;
  return [
    {
      comments: [
        sourceName === "document"
          ? "OpenAPI document: a file or a URL."
          : "Module that exports the web application. Calls run in the same process.",
      ],
      name: sourceName,
      value: location,
    },
    {
      comments: ["Output folder. Commit it: your edits are kept."],
      name: "out",
      value: out,
    },
    {
      comments: [
        "Line of the MCP SDK: v1, or v2, which also speaks the protocol version 2026-07-28.",
      ],
      name: "sdk",
      value: DEFAULT_SDK,
    },
    {
      comments: [RESULT_SIZE],
      name: "maxResultTokens",
      value: SUGGESTED_RESULT_TOKENS,
    },
    ...(tags.length > 0
      ? [{ comments: [tagComment], name: "tags", value: tags }]
      : []),
    {
      comments: [
        ...(tags.length > 0 ? [] : [tagComment, `${quote("tags")}: ["pets"],`]),
        'Changes for single operations, by operationId or "METHOD /path".',
        `${quote("overrides")}: { ${override} },`,
        "Every route becomes a tool. Without this line, GETs become resources, which many clients never show to a model.",
      ],
      name: "allRoutesAsTools",
      value: allRoutesAsTools,
    },
  ];
}

/** Comment at the start of a new config. */
const INTRODUCTION = [
  "Run `toolwright generate` after each change of the API, and `toolwright check` in CI.",
  "All fields: node_modules/toolwright/docs/configuration.md",
];

const formatComments = (comments: readonly string[], indent = "") =>
  comments.map((comment) => `${indent}// ${comment}\n`).join("");

function renderTypeScript(fields: readonly ConfigField[]): string {
  const lines = fields.map(
    ({ comments, name, value }) =>
      `${formatComments(comments, "  ")}  ${name}: ${literal(value)},\n`,
  );
  return `import { defineConfig } from "toolwright";

${formatComments(INTRODUCTION)}export default defineConfig({
${lines.join("")}});
`;
}

/** Renders a config in JSON with comments, which needs no code: a checkout of it can be checked with --safe. */
function renderJson(fields: readonly ConfigField[]): string {
  const lines = [
    { comments: INTRODUCTION, name: "$schema", value: SCHEMA_PATH },
    ...fields,
  ].map(
    ({ comments, name, value }) =>
      `${formatComments(comments, "  ")}  "${name}": ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

const SCHEMA_PATH = "./node_modules/toolwright/config.schema.json";

/**
 * Adds scripts to the package in the current directory, if there is one, and returns the lines to print; scripts of
 * these names stay.
 */
export function addScripts(cwd: string): string[] {
  const path = resolve(cwd, "package.json");
  const oldText = readPlainFile(path);
  if (oldText === undefined) return [];
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
