import { hasGeneratedEnding, hasStepReport } from "./module-endings.js";

/** Kind of an emitted file. */
export type FileKind = (typeof FILE_ROWS)[number]["kind"];

/** Row of the table of emitted files. */
export interface EmittedFileRow {
  readonly kind: FileKind;
  /** Pattern of the paths. */
  readonly path: RegExp;
  /** Names of files in `templates/`, without `.hbs`, that print it. Empty if another stage writes its text. */
  readonly templates: readonly string[];
  /**
   * Marks that every text has that was generated at such a path in the lock's present form; empty if a mark would prove
   * nothing. Data of a document may be anything, but a handler or a list is always the same, so one that differs was
   * written by a person. Marks of newer templates are added, and those of older ones stay until the lock's form changes:
   * a test holds this against all that is generated today. Texts are as hostile as the lock: no mark takes more than
   * linear time.
   */
  readonly marks: readonly Pick<RegExp, "test">[];
}

/** File name as it is made of an operation: lower case, in words with hyphens between. */
const FILE_NAME = "[a-z0-9]+(?:-[a-z0-9]+)*";

/** Name of an API among several; folders that are something else are none. */
const SOURCE_NAME =
  "(?!(?:custom|generated|resource-templates|resources|runtime|templates|tools|workflows)(?:/|-client\\.))[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*";

/** Closed list of all files that the generator can write, the most frequent first. */
const FILE_ROWS = [
  {
    kind: "runtime",
    path: new RegExp(`^src/runtime/(?:${FILE_NAME}/)*${FILE_NAME}\\.ts$`),
    templates: [],
    marks: [],
  },
  {
    kind: "component",
    path: new RegExp(
      `^src/(?:(${SOURCE_NAME})/)?(resource|resource-template|tool)s/(?!index\\.)${FILE_NAME}_?\\.ts$`,
    ),
    templates: ["component.ts"],
    marks: [
      /^(?:import .*;\n)+\n(?:type Operation =\s+operations\[.*\];\n\n)?\/\*\* .* \*\/\nexport (?:default|const \w+ =)\s+define\w+[<(]/,
      { test: hasGeneratedEnding },
    ],
  },
  {
    kind: "workflow",
    path: new RegExp(`^src/()(workflow)s/(?!index\\.)${FILE_NAME}_?\\.ts$`),
    templates: ["workflow.ts"],
    marks: [
      /^(?:import .*;\n|import \{\n(?: {2}.*\n)+\} from .*;\n)+\n\/\*\* Workflow .* \*\/\nexport default defineTool\(\{\n/,
      { test: hasStepReport },
    ],
  },
  {
    kind: "project",
    path: /^(?:\.env\.example|\.mcp\.json|\.gitattributes|\.gitignore|\.prettierignore|README\.md|package\.json|tsconfig\.json|src\/(?:main|server)\.ts)$/,
    templates: [
      "env.example",
      "mcp.json",
      "gitattributes",
      "gitignore",
      "prettierignore",
      "README.md",
      "package.json",
      "tsconfig.json",
      "main.ts",
      "server.ts",
    ],
    marks: [],
  },
  {
    kind: "ci",
    path: /^\.github\/workflows\/mcp\.yml$/,
    templates: ["mcp.yml"],
    marks: [/^# Checks the committed project against the API's document\. /],
  },
  {
    kind: "publish",
    path: /^\.github\/workflows\/publish\.yml$/,
    templates: ["publish.yml"],
    marks: [/^# Publishes the tagged version to npm and to the MCP registry, /],
  },
  {
    kind: "compose",
    path: /^compose\.yaml$/,
    templates: ["compose.yaml"],
    marks: [/^# docker compose up --build\n/],
  },
  {
    kind: "dockerfile",
    path: /^Dockerfile$/,
    templates: ["Dockerfile"],
    marks: [/^# docker build -t \S+ \.\n/],
  },
  {
    kind: "dockerignore",
    path: /^\.dockerignore$/,
    templates: ["dockerignore"],
    marks: [/^\*\n!package\.json\n/],
  },
  {
    kind: "kubernetes",
    path: /^kubernetes\.yaml$/,
    templates: ["kubernetes.yaml"],
    marks: [/^# kubectl apply -f kubernetes\.yaml\n/],
  },
  {
    kind: "manifest",
    path: /^manifest\.json$/,
    templates: ["manifest.json"],
    marks: [/^\{\n {2}"manifest_version": /],
  },
  {
    kind: "build",
    path: /^build\.mjs$/,
    templates: ["build.mjs"],
    marks: [/^\/\/ Bundles src\/main\.ts /],
  },
  {
    kind: "notices",
    path: /^notices\.mjs$/,
    templates: ["notices.mjs"],
    marks: [/^\/\/ Writes dist\/NOTICES\.txt: /],
  },
  {
    kind: "registry",
    path: /^server\.json$/,
    templates: ["server.json"],
    marks: [
      /^\{\n {2}"\$schema": "https:\/\/static\.modelcontextprotocol\.io\//,
    ],
  },
  {
    kind: "cases",
    path: new RegExp(`^test/cases/${FILE_NAME}\\.ts$`),
    templates: ["test-cases.ts"],
    marks: [/^import type \{ Cases \} from .*;\n\nexport default \{$/m],
  },
  {
    kind: "contract",
    path: new RegExp(
      `^test/contract(?:/(?:(?:${SOURCE_NAME}|custom|runtime|workflows)/)?(?:(?:prompts|resources|resource-templates)/)?${FILE_NAME}_?)?\\.json$`,
    ),
    templates: [],
    marks: [/^\{\n {2}"(?:digest|instructions|name)": "/],
  },
  {
    kind: "tests",
    path: /^test\/(?:index\.ts|tsconfig\.json|verify\.ts|workflows\.ts)$/,
    templates: [
      "test-index.ts",
      "test-tsconfig.json",
      "test-verify.ts",
      "test-workflows.ts",
    ],
    marks: [
      /^(?:\{\n {2}"extends": "\.\.\/tsconfig\.json"|(?:import \{ existsSync \} from "node:fs";\n)?import \{ (?:loadEnvFile|testTools|verifyAll) \} from |import \{\s+createTestFolder,\s|\/\*\* Arguments of workflows, )/,
    ],
  },
  {
    kind: "mock",
    path: new RegExp(`^test/(?:${SOURCE_NAME}-)?responses\\.json$`),
    templates: ["test-responses.json"],
    marks: [/^\s*\{\s*"operations"\s*:\s*\{/],
  },
  {
    kind: "calls",
    path: /^src\/script-client\.ts$/,
    templates: ["script-client.ts"],
    marks: [/^ \* The tools as functions for scripts, /m],
  },
  {
    kind: "card",
    path: /^src\/server-card\.ts$/,
    templates: ["server-card.ts"],
    marks: [/^export const card = \{$/m],
  },
  {
    kind: "skill",
    path: new RegExp(
      `^skills/${FILE_NAME}/(?:SKILL|references/${FILE_NAME})\\.md$`,
    ),
    templates: ["SKILL.md"],
    marks: [/^(?:---\n(?:.*\n){2}---\n\n)?# Using “/],
  },
  {
    kind: "evals",
    path: new RegExp(`^evals/${FILE_NAME}\\.yaml$`),
    templates: [],
    marks: [/^# Evals of [a-z0-9-]+: /],
  },
  {
    kind: "extension",
    // Documents and data alone, in a folder that nothing builds, serves or runs. A module of a person writes them.
    path: new RegExp(
      `^extensions/(?:${FILE_NAME}/)+${FILE_NAME}\\.(?:csv|html|json|md|txt|yaml)$`,
    ),
    templates: [],
    marks: [],
  },
  {
    kind: "worker",
    path: /^src\/worker\.ts$/,
    templates: ["worker.ts"],
    marks: [/^ {2}fetch: fetchHandler\(/m],
  },
  {
    kind: "wrangler",
    path: /^wrangler\.jsonc$/,
    templates: ["wrangler.jsonc"],
    marks: [/^\/\/ npx wrangler dev; /],
  },
  {
    kind: "mcpbignore",
    path: /^\.mcpbignore$/,
    templates: ["mcpbignore"],
    marks: [/^# A bundle holds what runs: /],
  },
  {
    kind: "client",
    path: new RegExp(`^src/(?:${SOURCE_NAME}-)?client\\.ts$`),
    templates: ["client.ts"],
    marks: [/^export function createClient\(/m],
  },
  {
    kind: "custom",
    path: /^src\/custom\/index\.ts$/,
    templates: ["custom.ts"],
    marks: [/^export const custom: readonly Component\[\] = \[\];$/m],
  },
  {
    kind: "source",
    path: new RegExp(`^src/${SOURCE_NAME}/source\\.ts$`),
    templates: ["source.ts"],
    marks: [/^export const source: ApiDefinition = \{$/m],
  },
  {
    kind: "data",
    // The current text of files that are not editable is tested, and a formatter may have laid it out.
    path: new RegExp(
      `^src/(?:${SOURCE_NAME}/)?generated/(?:api-types|output-schemas|response-fields|schemas)\\.ts$`,
    ),
    templates: ["output-schemas.ts", "response-fields.ts", "schemas.ts"],
    marks: [/^\s*\/(?:\/|\*\*\s+\*)\s.*(?:Do not edit|Not for editing)/],
  },
  {
    kind: "list",
    path: new RegExp(
      `^src/(?:${SOURCE_NAME}/)?(?:resources|resource-templates|tools|workflows)/index\\.ts$`,
    ),
    templates: ["index.ts"],
    marks: [
      /^(?:export \{ (?:default as )?\w+ \} from "\.\/[\w-]+\.js";\n)*(?:export \{\};\n)?$/,
    ],
  },
] as const;

/** Closed list of all files that the generator can write, the most frequent first. */
export const EMITTED_FILES: readonly EmittedFileRow[] = FILE_ROWS;
