/** Checkouts whose author is unknown: with --safe, no command runs code of them, connects, or reads and writes elsewhere. */
import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { Ended } from "../generator/cli.js";
import { filesIn } from "../generator/project/write/folder.js";
import { temporaryFolder } from "../generator/temporary.js";

const isComplete = process.env["TOOLWRIGHT_HOSTILE"] === "all";

/** Commands, in the folder of the project. */
const COMMANDS = [
  ...["check", "generate", "diff", "diff --base HEAD", "plan", "lint"],
  ...["report", "evals", "add etag", "workflows suggest"],
];

/** Commands that read the documents. */
const DOCUMENT_COMMANDS = COMMANDS.filter(
  (command) => !/^(?:add|evals)/.test(command),
);

/** Commands of every run of the tests: those that read most, and write. The others are tried with all of them. */
const USUAL_COMMANDS = ["check", "generate", "diff --base HEAD", "evals"];

/** Command of the user that asks a model. */
const MODEL = "echo []";

/** Hostile change of a checkout. */
interface Attack {
  readonly name: string;
  /** Changes the checkout, whose project is the folder `mcp`. */
  readonly change: () => void;
  /** Words of the refusal of commands that read the config or what it names; null if they run. */
  readonly refusal: RegExp | null;
  /** Commands that are refused. Default: all but `evals`, which reads no config. */
  readonly refused?: readonly string[];
  /** Variables of the user's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

let template = "";
/** Home folder of the process that runs the commands. */
let home = "";
let folder = "";
let repo = "";

beforeAll(async () => {
  template = mkdtempSync(join(realpathSync(tmpdir()), "toolwright-safe-"));
  folder = template;
  repo = join(folder, "repo");
  mkdirSync(repo);
  write("shop.json", JSON.stringify(createDocument()));
  write("../outside.json", JSON.stringify(createDocument()));
  write("../precious", "mine");
  home = mkdtempSync(join(realpathSync(tmpdir()), "toolwright-home-"));
  for (const name of ["evil.mjs", "evil.ts", "deep/toolwright.config.mjs"])
    write(name, evilModule(name.startsWith("deep/") ? "../.." : ".."));
  git("init", "--quiet", "--initial-branch", "main");
  const made = await run("generate shop.json --out mcp", { cwd: repo });
  expect([made.code, made.stderr]).toEqual([0, ""]);
  write("mcp/evals/cases.yaml", "- ask: Add a pet\n  want: [createPet]\n");
  commit();
});
afterAll(() => {
  child?.kill();
  for (const path of [template, home])
    rmSync(path, { recursive: true, force: true });
});

beforeEach(() => {
  folder = realpathSync(temporaryFolder());
  repo = join(folder, "repo");
  cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
});

/** Module that leaves a file `ran` beside the repository; `up` leads there from its folder. */
const evilModule = (up: string) => `import { writeFileSync } from "node:fs";
writeFileSync(new URL("${up}/ran", import.meta.url), "");
export default { document: "shop.json", out: "mcp" };
`;

function write(path: string, text: string): void {
  const fullPath = join(repo, path);
  mkdirSync(dirname(fullPath), { recursive: true });
  writeFileSync(fullPath, text);
}

const link = (target: string, path: string) =>
  symlinkSync(target, join(repo, path));
const remove = (path: string) =>
  rmSync(join(repo, path), { recursive: true, force: true });

function git(...args: string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
  execFileSync("git", [...identity, ...args], { cwd: repo });
}

function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "One");
}

/** Changes the project's config. */
const configure = (options: object, path = "mcp/toolwright.config.json") =>
  write(
    path,
    JSON.stringify({ document: "../shop.json", out: ".", ...options }),
  );

/** Document of an operation. */
function createDocument(title = "Shop") {
  const info: Record<string, unknown> = { title, version: "1" };
  const responses = { 204: { description: "Done." } };
  const paths: Record<string, unknown> = {
    "/pets": { post: { operationId: "createPet", responses } },
  };
  return { openapi: "3.1.0", info, paths };
}

/** Writes the document after a change. */
function writeDocument(
  change: (document: ReturnType<typeof createDocument>) => void,
): void {
  const document = createDocument();
  change(document);
  write("shop.json", JSON.stringify(document));
}

/** Writes the document with an operation whose response is a reference. */
const refer = (reference: string) =>
  writeDocument(({ paths }) => {
    const content = { "application/json": { schema: { $ref: reference } } };
    paths["/x"] = {
      get: { responses: { 200: { description: "One.", content } } },
    };
  });

const code = (name: string, change: () => void): Attack => ({
  name,
  change,
  refusal: /--safe refuses .*runs code/,
});
const outside = (name: string, change: () => void): Attack => ({
  name,
  change,
  refusal: /--safe refuses .*is outside/,
});
const connection = (name: string, change: () => void): Attack => ({
  name,
  change,
  refusal: /--safe refuses .*(?:nothing connects|opens connections)/,
});
const harmless = (name: string, change: () => void): Attack => ({
  name,
  change,
  refusal: null,
});

const ATTACKS: readonly Attack[] = [
  // Code, spelled in many ways.
  code("an application", () => configure({ app: "../evil.mjs" })),
  code("an extension", () => configure({ extensions: ["../evil.mjs"] })),
  code("a source with an application", () =>
    configure({
      document: undefined,
      sources: [{ name: "shop", app: "../evil.mjs" }],
    }),
  ),
  code("a list with an extension", () =>
    write(
      "mcp/toolwright.config.json",
      '[{"document":"../shop.json","out":".","extensions":["../evil.mjs"]}]',
    ),
  ),
  code("another name of the folder", () =>
    configure({ out: "../mcp", app: "../evil.mjs" }),
  ),
  code("the absolute path of the folder", () =>
    configure({ out: join(repo, "mcp"), app: "../evil.mjs" }),
  ),
  code("a link to the folder", () => {
    link(".", "mcp/here");
    configure({ out: "here", app: "../evil.mjs" });
  }),
  code("the folder twice", () =>
    write(
      "mcp/toolwright.config.json",
      '{"document":"../shop.json","out":".","out":"../mcp","app":"../evil.mjs"}',
    ),
  ),
  code("comments around the code", () =>
    write(
      "mcp/toolwright.config.json",
      '{\n// ours\n"document":"../shop.json","out":".","app":"../evil.mjs",}',
    ),
  ),
  code("a config that is code", () => {
    remove("mcp/toolwright.config.json");
    write("mcp/toolwright.config.mjs", evilModule("../.."));
  }),
  code("a config in TypeScript", () => {
    remove("mcp/toolwright.config.json");
    write("mcp/toolwright.config.ts", evilModule("../.."));
  }),
  code("extends to code", () =>
    configure({
      document: undefined,
      extends: "../deep/toolwright.config.mjs",
    }),
  ),
  code("extends to code of another name", () =>
    configure({ document: undefined, extends: "../evil.ts" }),
  ),
  code("extends to a config with code", () => {
    write(
      "toolwright.config.json",
      '{"document":"shop.json","out":"mcp","extensions":["./evil.mjs"]}',
    );
    configure({ document: undefined, extends: "../toolwright.config.json" });
  }),
  {
    ...code("a command after the files are written", () =>
      configure({ afterGenerate: "touch ../../ran" }),
    ),
    refused: ["generate"],
  },
  {
    name: "a chain of extends",
    change: () => {
      write("a.json", '{"extends":"evil.mjs","out":"mcp"}');
      configure({ document: undefined, extends: "../a.json" });
    },
    refusal: /Unknown option: "extends"/,
  },
  // Paths that lead outside.
  outside("a document", () => configure({ document: "../../outside.json" })),
  outside("an absolute document", () =>
    configure({ document: join(folder, "outside.json") }),
  ),
  outside("a link for the document", () => {
    remove("shop.json");
    link("../outside.json", "shop.json");
  }),
  outside("a linked folder", () => {
    link("..", "up");
    configure({ document: "../up/outside.json" });
  }),
  outside("overlays", () => configure({ overlays: ["../../outside.json"] })),
  outside("workflows", () => configure({ workflows: ["../../outside.json"] })),
  outside("a root for references", () => configure({ refRoot: "../.." })),
  outside("a source", () =>
    configure({
      document: undefined,
      sources: [{ name: "shop", document: "../../outside.json" }],
    }),
  ),
  outside("an output folder", () => configure({ out: "../../victim" })),
  outside("a linked output folder", () => {
    mkdirSync(join(folder, "victim"));
    link("../../victim", "mcp/linked");
    configure({ out: "linked" });
  }),
  outside("extends", () => {
    write("../team.json", '{"document":"repo/shop.json","out":"repo/mcp"}');
    configure({ document: undefined, extends: "../../team.json" });
  }),
  {
    name: "a link for the config",
    change: () => {
      write("../secret.json", '{"document":"repo/shop.json","out":"."}');
      remove("mcp/toolwright.config.json");
      link("../../secret.json", "mcp/toolwright.config.json");
    },
    refusal: /A folder or link has the path of a generated file/,
    refused: COMMANDS,
  },
  harmless("a reference", () => refer("../outside.json#/info")),
  harmless("a reference to a link", () => {
    link("../outside.json", "linked.json");
    refer("linked.json#/info");
  }),
  harmless("a reference by its address", () =>
    refer(`file://${join(folder, "outside.json")}#/info`),
  ),
  harmless("links for configs of prettier and TypeScript", () => {
    write("../prettierrc", "tabWidth: 7\n");
    link("../../prettierrc", "mcp/.prettierrc");
    link("../prettierrc", "tsconfig.json");
  }),
  {
    name: "a link for the modules",
    change: () => {
      remove("mcp/src/tools");
      mkdirSync(join(folder, "victim"));
      link("../../../victim", "mcp/src/tools");
    },
    refusal: /leads outside the output folder/,
    refused: COMMANDS.filter(
      (command) =>
        !/^(?:plan|lint|report|workflows|diff --base|evals)/.test(command),
    ),
  },
  {
    name: "a link for the evals",
    change: () => {
      remove("mcp/evals");
      mkdirSync(join(folder, "victim"));
      link("../../victim", "mcp/evals");
    },
    refusal: /leads outside the output folder/,
    refused: ["check", "generate", "evals"],
  },
  {
    name: "a link for the draft of a run",
    change: () => {
      link("../../precious", "mcp/.toolwright");
      write("shop.json", JSON.stringify(createDocument("Store")));
    },
    refusal: /A folder or link has the name/,
    refused: ["generate"],
  },
  // Pipes, devices, connections.
  {
    name: "a pipe",
    change: () => {
      remove("shop.json");
      execFileSync("mkfifo", [join(repo, "shop.json")]);
    },
    refusal: /is a pipe or a device/,
    refused: DOCUMENT_COMMANDS,
  },
  harmless("a pipe for the config of prettier", () =>
    execFileSync("mkfifo", [join(repo, "mcp/.prettierrc")]),
  ),
  outside("a device", () => configure({ document: "/dev/zero" })),
  {
    name: "standard input",
    change: () => configure({ document: "-" }),
    refusal: /--safe refuses document: "-" /,
  },
  connection("a document at an address", () =>
    configure({ document: "http://127.0.0.1:9/a.json" }),
  ),
  connection("an overlay at an address", () =>
    configure({ overlays: ["http://127.0.0.1:9/a.json"] }),
  ),
  connection("workflows at an address", () =>
    configure({ workflows: ["http://127.0.0.1:9/a.json"] }),
  ),
  connection("references to addresses", () => {
    refer("http://127.0.0.1:9/a.json");
    configure({ allowRemote: true });
  }),
  // Patterns.
  {
    name: "a pattern that takes years",
    change: () => {
      const path = `/${"a".repeat(60)}!`;
      writeDocument(({ paths }) => {
        paths[path] = { get: { responses: {} } };
      });
      configure({ routeMaps: [{ pattern: "^/(a+)+$", routeType: "TOOL" }] });
    },
    refusal: /took more than 0\.1 seconds/,
    refused: DOCUMENT_COMMANDS,
  },
  {
    name: "a pattern that takes years to compile",
    change: () =>
      configure({
        routeMaps: [{ pattern: `${"(|)".repeat(60)}x`, routeType: "TOOL" }],
      }),
    refusal: /may take years to be compiled/,
  },
  {
    name: "a pattern of an overlay",
    change: () => {
      writeDocument(({ info }) => {
        info["description"] = `${"a".repeat(60)}!`;
      });
      write(
        "overlay.json",
        JSON.stringify({
          overlay: "1.0.0",
          info: { title: "A", version: "1" },
          actions: [
            {
              target: "$.info[?match(@, '(a+)+')]",
              update: "b",
            },
          ],
        }),
      );
      configure({ overlays: ["../overlay.json"] });
    },
    refusal: /took more than 0\.1 seconds/,
    refused: DOCUMENT_COMMANDS,
  },
  // git.
  harmless("a smudge filter", () => {
    write(".gitattributes", "* filter=evil diff=evil\n");
    for (const setting of ["filter.evil.smudge", "diff.evil.textconv"])
      git("config", setting, `touch ${join(folder, "ran")}; cat`);
    git("config", "core.fsmonitor", `touch ${join(folder, "ran")}`);
    git("config", "core.pager", `touch ${join(folder, "ran")}`);
  }),
  {
    name: "borrowed objects",
    change: () => {
      const alternates = join(repo, ".git/objects/info/alternates");
      mkdirSync(dirname(alternates), { recursive: true });
      writeFileSync(alternates, `${join(folder, "other/.git/objects")}\n`);
      configure({ document: "../shop.json" });
    },
    refusal: /is outside|leads to another one/,
  },
  {
    name: "a link for the repository",
    change: () => {
      execFileSync("mv", [join(repo, ".git"), join(folder, "git")]);
      link("../git", ".git");
    },
    refusal: /is outside|leads to another one/,
  },
  {
    name: "a home that is a repository",
    change: () => {
      for (const name of [".git", "mcp", "shop.json"])
        execFileSync("mv", [join(repo, name), join(home, name)]);
      repo = home;
    },
    refusal: /--safe refuses .*is outside/,
  },
  {
    ...harmless("a built server, and a model to ask", () => {
      write("mcp/dist/main.js", evilModule("../../.."));
      write("mcp/test/index.ts", "export {};\n");
    }),
    env: { EVALS_MODEL: MODEL },
  },
];

let child: ChildProcess | undefined;

/** Runs a command line in a process that records what it does. */
async function run(
  words: string,
  { cwd = join(repo, "mcp"), env = {} }: { cwd?: string; env?: object } = {},
): Promise<Ended & { readonly records: readonly Recorded[] }> {
  child ??= fork(inject("warm"), {
    execArgv: [
      "--require",
      fileURLToPath(new URL("record.cjs", import.meta.url)),
    ],
    env: { ...process.env, HOME: home },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const recordFile = join(folder, "..", `${process.pid}.records`);
  writeFileSync(recordFile, "");
  child.send({
    args: words.split(" "),
    cwd,
    env: {
      ...process.env,
      XDG_CACHE_HOME: join(folder, "cache"),
      TOOLWRIGHT_RECORD: recordFile,
      ...env,
    },
  });
  const [ended] = (await once(child, "message")) as [Ended]; // what it sends
  const lines = readFileSync(recordFile, "utf8").split("\n").filter(Boolean);
  rmSync(recordFile);
  const records = lines.map((line) => JSON.parse(line) as [string, string]);
  return {
    ...ended,
    records: records.map(([kind, name]) => ({
      kind,
      name: /^(?:read|write)$/.test(kind) ? resolve(cwd, name) : name,
    })),
  };
}

interface Recorded {
  /** `read`, `write`, `start` or `connect`. */
  readonly kind: string;
  readonly name: string;
}

/** Records of what a safe run must not do. */
function findTrespasses(records: readonly Recorded[]): Recorded[] {
  const packageRoot = resolve(import.meta.dirname, "../..");
  const bundleRoot = inject("cli").replace(/\/dist\/.*$/, "");
  const allowed = [repo, packageRoot, bundleRoot, join(folder, "cache")];
  const isAllowed = (path: string) =>
    allowed.some((root) => path === root || path.startsWith(`${root}/`));
  return records.filter(({ kind, name }) =>
    kind === "read" || kind === "write"
      ? !isAllowed(resolveIn(name))
      : kind !== "start" || !["git", MODEL].includes(name),
  );
}

/** Path without links, of a file that exists or not. */
function resolveIn(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path
      ? path
      : join(resolveIn(dirname(path)), path.slice(dirname(path).length + 1));
  }
}

/** Files beside the repository, which no run may change. The repository itself may hold pipes. */
const outsideFiles = () =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).flatMap(({ name }) => {
      const path = join(folder, name);
      if (path === repo || /^(?:cache|repo)$/.test(name)) return [];
      return statSync(path).isDirectory()
        ? Object.entries(filesIn(path)).map(([file, text]) => [
            `${name}/${file}`,
            text,
          ])
        : [[name, readFileSync(path, "utf8")]];
    }),
  );

test("a run without --safe is recorded, so that the record shows trespasses", async () => {
  configure({ document: "../../outside.json" });
  const { records } = await run("check");
  expect(findTrespasses(records)).toContainEqual({
    kind: "read",
    name: join(folder, "outside.json"),
  });
  configure({ app: "../evil.mjs" });
  const started = await run("check");
  expect(findTrespasses(started.records).map(({ kind }) => kind)).toContain(
    "start",
  );
});

test.each(ATTACKS)(
  "--safe: $name",
  async ({ change, env = {}, refusal, refused }) => {
    change();
    commitQuietly();
    // What git ran for the commit.
    rmSync(join(folder, "ran"), { force: true });
    const files = outsideFiles();
    const refusedCommands =
      refused ?? COMMANDS.filter((command) => command !== "evals");
    for (const command of isComplete ? COMMANDS : USUAL_COMMANDS) {
      const ended = await run(`${command} --safe`, { env });
      const { code: exitCode, records, stderr } = ended;
      expect([command, findTrespasses(records)]).toEqual([command, []]);
      expect([command, existsSync(join(folder, "ran"))]).toEqual([
        command,
        false,
      ]);
      const isRefused = refusal !== null && refusedCommands.includes(command);
      if (isRefused) {
        expect([command, stderr.replaceAll(/\s+/g, " ")]).toEqual([
          command,
          expect.stringMatching(refusal),
        ]);
        expect([command, exitCode]).toEqual([command, 2]);
      } else
        expect([command, stderr]).toEqual([
          command,
          expect.not.stringContaining("--safe refuses"),
        ]);
    }
    expect(outsideFiles()).toEqual(files);
    expect(existsSync(join(folder, "victim/src"))).toBe(false);
  },
);

/** Commits what can be committed: a pipe can't. */
function commitQuietly(): void {
  try {
    commit();
  } catch {
    // The repository is part of the attack.
  }
}
