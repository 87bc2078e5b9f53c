import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { describeResult } from "../../generator/cli/generate-report.js";
import { generate, type Result } from "../../generator/index.js";
import { groupBy } from "../../generator/shared/group-by.js";
import { toolwright } from "../generator/cli.js";
import { expectBlock } from "./block.js";
import { folderOfFile, root } from "./folder.js";
import { chaptersOfCommands } from "./help.js";
import { marked, pictureOf } from "./picture.js";
import { PAGES, read, SNIPPETS, snippetsOf } from "./pages.js";

const OURS = /^(?:npx )?toolwright /;

/** The command lines of each page, in their order. */
const LINES = groupBy(
  snippetsOf("sh", "yaml").flatMap(({ language, page, place, text }) =>
    (language === "yaml" ? stepsOf(text) : text)
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .map((line) => line.replace(/(^|\s+)#.*$/, "").trim())
      .filter((line) => line !== "")
      .map((line) => [page, { place, line }] as const),
  ),
);

const folder = folderOfFile();
beforeAll(() => void vi.stubEnv("XDG_CACHE_HOME", join(folder, ".cache")));
afterAll(() => void vi.unstubAllEnvs());

/** Commands that a workflow runs. */
function stepsOf(workflow: string): string {
  const steps = workflow.matchAll(/^ *- run: (.*)/gm);
  return [...steps].map(([, line]) => line).join("\n");
}

describe.each([...LINES])("a command of %s", (page, lines) => {
  const ours = lines.filter(({ line }) => OURS.test(line));

  let cwd: string;
  beforeAll(async () => {
    if (ours.length === 0) return;
    cwd = mkdtempSync(join(folder, "page-"));
    fixture(cwd);
    writeConfig(cwd, page);
    // What a page does not generate itself, it takes as generated before.
    if (!ours.some(({ line }) => / (generate|init) \S+\.yaml/.test(line)))
      await toolwright(["generate", "openapi.yaml", "--out", "my-api-mcp"], {
        cwd,
      });
  });

  it.each(ours)("$place: $line", async ({ line }) => {
    // A page that generates from a document does so without the config of another section.
    if (/ generate \S+\.yaml/.test(line))
      rmSync(join(cwd, "toolwright.config.ts"), { force: true });
    const ended = await toolwright(wordsOf(line.replace(OURS, "")), { cwd });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("commands of other programs run", () => {
  const emitted = "samples/petstore/server";
  const scripts = ["package.json", `${emitted}/package.json`].flatMap((path) =>
    Object.keys(
      (JSON.parse(read(path)) as { scripts: object }).scripts, // npm's own form
    ),
  );
  const help = read(`${emitted}/src/main.ts`);
  const others = [...LINES.values()]
    .flat()
    .filter(({ line }) => !OURS.test(line))
    .flatMap(({ place, line }) =>
      line.split(" && ").map((part) => ({ place, line: part })),
    );

  it.each(others)("$place: $line", ({ line }) => {
    const script =
      /^npm run ([\w:-]+)(?: --workspaces(?: --if-present)?)?$/.exec(line)?.[1];
    if (script !== undefined) expect(scripts).toContain(script);
    else if (line.startsWith("node dist/main.js"))
      for (const flag of line.match(/--[\w-]+/g) ?? [])
        expect(help).toContain(`  ${flag} `);
    else
      expect(line).toMatch(/^(cd [\w-]+|npm (ci|install( -D toolwright)?))$/);
  });
});

it("commands marked not-run are few", () => {
  const untried = SNIPPETS.filter(({ mark }) => mark === "not-run");
  expect(untried.map(({ page }) => page)).toEqual([
    "docs/authorization-servers.md",
    "docs/authorization-servers.md",
    "docs/first-steps.md",
    "docs/first-steps.md",
    "docs/observe.md",
    "docs/publishing.md",
    "docs/put-a-login-before-it.md",
    "docs/run-in-production.md",
    "docs/running-servers.md",
    "docs/serving.md",
    "docs/workspaces.md",
  ]);
});

it("commands named in a sentence exist", async () => {
  const { stdout } = await toolwright(["--help"]);
  const named = PAGES.flatMap((page) =>
    [...read(page).matchAll(/`(?:npx )?toolwright ([a-z-]+)/g)].map(
      ([, command = ""]) => command,
    ),
  );
  const unknown = named.filter(
    (command) => !stdout.includes(`\n  ${command} `),
  );
  expect(unknown).toEqual([]);
});

it("commands have a chapter in docs/commands.md", async () => {
  await expectBlock("docs/commands.md", "commands", await chaptersOfCommands());
});

it("docs/first-run.svg shows what the command prints", async () => {
  const out = join(folder, "picture", "my-api-mcp");
  const runOn = (version: string) =>
    generate({
      document: join(root, `samples/carried-edits/library.${version}.yaml`),
      out,
      allRoutesAsTools: true,
    });
  const first = await runOn("v1");
  const patch = join(root, "samples/carried-edits/by-hand.patch");
  execFileSync("git", ["apply", patch], { cwd: out });
  const second = await runOn("v2");
  const shown = (result: Result) =>
    describeResult(result, { paint: marked, cwd: dirname(out), dryRun: false });
  const command =
    "$ npx toolwright generate openapi.yaml --out my-api-mcp --all-routes-as-tools";
  const later = "# weeks later: you have edited tools, and the API has changed";
  const dim = marked("dim", later);
  const again = "$ npx toolwright generate --out my-api-mcp";
  const text = [command, shown(first), dim, again, shown(second)].join("\n");
  const title =
    "What toolwright prints: a first run, and a second one that keeps edits";
  await expect(pictureOf(text, title)).toMatchFileSnapshot(
    join(root, "docs/first-run.svg"),
  );
});

/** Files that the pages mention: a document, an application, and a branch of git. */
function fixture(folder: string): void {
  const at = (path: string) => join(folder, path);
  const documents = ["openapi.yaml", "apis/shop.yaml", "apis/office.yaml"];
  const services = ["shop", "office"].map((name) => `services/${name}`);
  for (const path of [
    ...documents,
    ...services.map((service) => `${service}/openapi.yaml`),
  ]) {
    mkdirSync(dirname(at(path)), { recursive: true });
    cpSync(join(root, "samples/petstore/openapi.json"), at(path));
  }
  symlinkSync(join(root, "node_modules"), at("node_modules"));
  mkdirSync(at("src"));
  writeFileSync(at("package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(at(".gitignore"), "node_modules\n");
  writeFileSync(at("src/app.ts"), APP);
  for (const { text } of snippetsOf("yaml")) {
    if (text.startsWith("overlay:"))
      writeFileSync(at("ours.overlay.yaml"), text);
    if (text.startsWith("arazzo:"))
      writeFileSync(at("orders.arazzo.yaml"), text);
  }
  const who = ["-c", "user.name=a", "-c", "user.email=a@a.example"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", folder, ...who, ...args]);
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=A first state");
}

/** Writes the config that a page shows, if it names the file in its first line. */
function writeConfig(cwd: string, page: string): void {
  const config = snippetsOf("ts").find(
    (snippet) =>
      snippet.page === page &&
      snippet.text.startsWith("// toolwright.config.ts"),
  );
  if (config !== undefined)
    writeFileSync(join(cwd, "toolwright.config.ts"), config.text);
}

const APP = `import swagger from "@fastify/swagger";
import Fastify from "fastify";

export const app = Fastify();
await app.register(swagger);
app.get("/pets", { schema: { operationId: "listPets" } }, () => []);
`;

/** The words of a line as a shell has them; of quotes it knows the double ones. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
}
