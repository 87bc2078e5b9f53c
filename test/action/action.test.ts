import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { expect, inject, test } from "vitest";
import { toolwright } from "../generator/cli.js";
import { shop } from "../generator/regenerate/shop.js";
import { temporaryFolder } from "../generator/temporary.js";

interface Step {
  readonly shell: string;
  readonly run: string;
  readonly "working-directory"?: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const { inputs, runs } = load(readFileSync("action.yml", "utf8")) as Action;

/** Keeps comments in files, as GitHub keeps them by id; of `--jq`, it knows what the action asks for. */
const GH = `#!/usr/bin/env bash
echo "$*" >> "$STORE/calls"
[ -e "$STORE/forbidden" ] && exit 1
case "$*" in
  *--paginate*) for f in "$STORE"/[0-9]*; do
    [ -e "$f" ] && [[ "$(cat "$f")" == "$MARKER"* ]] && basename "$f"
  done; true ;;
  *PATCH*) cp "\${7#body=@}" "$STORE/\${5##*/}" ;;
  *POST*) cp "\${7#body=@}" "$STORE/7" ;;
esac
`;

/** A repository with a generated server, and a pull request whose title and branch are commands. */
async function repository() {
  const folder = temporaryFolder();
  const [bin, store, temp, repo] = ["bin", "store", "temp", "repo"].map(
    (name) => join(folder, name),
  ) as [string, string, string, string]; // four names
  for (const path of [bin, store, temp, repo]) mkdirSync(path);
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  };
  program("gh", GH);
  program(
    "toolwright",
    `#!/bin/sh\nexec "${process.execPath}" "${inject("cli")}" "$@"\n`,
  );
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", ...args],
      {
        cwd: repo,
        encoding: "utf8",
      },
    ).trim();
  const write = (text: string) => writeFileSync(join(repo, "api.yaml"), text);
  const generate = async () => {
    const ended = await toolwright(["generate", "--quiet"], { cwd: repo });
    expect(ended).toMatchObject({ code: 0 });
  };
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "x");
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet");
  writeFileSync(
    join(repo, "toolwright.config.json"),
    JSON.stringify({
      document: "api.yaml",
      out: "server",
      allRoutesAsTools: true,
    }),
  );
  write(shop());
  await generate();
  const base = commit();

  const read = (path: string) =>
    existsSync(join(folder, path))
      ? readFileSync(join(folder, path), "utf8")
      : "";

  /** Runs the steps as GitHub does, until one fails. */
  const run = (given: Readonly<Record<string, string>> = {}) => {
    const context: Record<string, string> = {
      "github.event.pull_request.base.sha": base,
      "github.event.pull_request.number": "3",
      "github.repository": "ann/shop",
      "github.token": "token",
      "github.workspace": repo,
      "runner.temp": temp,
    };
    for (const [name, { default: usual }] of Object.entries(inputs))
      context[`inputs.${name}`] = given[name] ?? usual;
    const value = (text: string): string =>
      text.replace(
        /\$\{\{ *([^}]*?) *\}\}/g,
        (_, expression: string) =>
          expression
            .split(/ (?:&&|\|\|) /)
            .filter((term) => !/^['!]/.test(term))
            .map((term) => value(context[term] ?? `unknown: ${term}`))
            .find(Boolean) ?? "",
      );
    const outputs = () =>
      Object.fromEntries(
        read("temp/output")
          .split("\n")
          .map((line) => line.split("=") as [string, string]), // name and value
      );
    let output = "";
    for (const step of runs.steps) {
      context["steps.find.outputs.program"] = outputs()["program"] ?? "";
      const env = Object.fromEntries(
        Object.entries(step.env).map(([name, text]) => [name, value(text)]),
      );
      const { status, stdout, stderr } = spawnSync(
        "bash",
        ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run],
        {
          cwd: join(repo, value(step["working-directory"] ?? ".")),
          encoding: "utf8",
          env: {
            ...process.env,
            ...env,
            PATH: [bin, process.env["PATH"] ?? ""].join(":"),
            GITHUB_PATH: join(temp, "path"),
            GITHUB_OUTPUT: join(temp, "output"),
            STORE: store,
            GITHUB_STEP_SUMMARY: join(temp, "summary"),
          },
        },
      );
      output += stdout + stderr;
      if (status !== 0) return { status, output };
    }
    return { status: 0, output };
  };
  return { commit, folder, generate, program, read, run, write };
}

test("the action comments what changes, and fails if the output is stale", async () => {
  const { commit, generate, read, run, write } = await repository();
  write(shop(["maximum: 100", "maximum: 50"]));
  const stale = run();
  expect(stale.status).toBe(1);
  expect(stale.output).toContain("stale");
  expect(read("store/7")).toMatch(/^<!-- toolwright \. {2}-->\n### Changes/);
  expect(read("store/7")).toContain("50");
  expect(read("temp/summary")).toContain("### Changes");

  await generate();
  commit();
  expect(run()).toMatchObject({ status: 0 });
  const methods = read("store/calls").match(/PATCH|POST/g);
  expect(methods).toEqual(["POST", "PATCH"]);
});

test("the action checks files that the base does not have", async () => {
  const { folder, generate, read, run } = await repository();
  const [was, is] = ["api.yaml", "moved.yaml"];
  renameSync(join(folder, "repo", was), join(folder, "repo", is));
  const config = join(folder, "repo", "toolwright.config.json");
  writeFileSync(config, readFileSync(config, "utf8").replace(was, is));
  await generate();
  const { output, status } = run();
  expect(status).toBe(0);
  expect(output).toContain("or a git ref that contains the document");
  expect(read("store/7")).toContain(
    "The changes for callers could not be determined",
  );
});

test.each([
  [
    "is code",
    "toolwright.config.mjs",
    (trace: string) =>
      `import { writeFileSync } from "node:fs";\nwriteFileSync(${trace}, "");\nexport default { document: "api.yaml", out: "server", allRoutesAsTools: true };\n`,
    /^The config is code, which this action does not run\. .*`safe: false`/,
  ],
  [
    "names code",
    "toolwright.config.json",
    () =>
      JSON.stringify({
        document: "api.yaml",
        out: "server",
        allRoutesAsTools: true,
        extensions: ["./notes.mjs"],
      }),
    /^The config names code, .*`safe: false`/,
  ],
])(
  "the action says in the first line of log and comment that the config %s, and which input allows it",
  async (_is, name, toText, firstLine) => {
    const { folder, read, run } = await repository();
    const trace = join(folder, "ran");
    const leaveTrace = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(trace)}, "");\n`;
    rmSync(join(folder, "repo/toolwright.config.json"));
    writeFileSync(
      join(folder, "repo/notes.mjs"),
      `${leaveTrace}export default () => [];\n`,
    );
    writeFileSync(join(folder, "repo", name), toText(JSON.stringify(trace)));
    const refused = run();
    expect(refused.status).toBe(2);
    const [logLine = ""] = refused.output.split("\n");
    expect(logLine.replace("::warning::", "")).toMatch(firstLine);
    const [, commentLine = ""] = read("store/7").split("\n");
    expect(commentLine).toMatch(firstLine);
    expect(refused.output + read("store/7")).not.toContain(
      "could not be determined",
    );
    expect(existsSync(trace)).toBe(false);
    run({ safe: "false" });
    expect(existsSync(trace)).toBe(true);
    expect(read("store/7")).toContain("### Changes");
  },
);

test("the action comments only if it should and may", async () => {
  const { folder, program, read, run } = await repository();
  program("toolwright", "#!/bin/sh\necho Nothing.\n");
  expect(run({ comment: "false" })).toMatchObject({ status: 0 });
  expect(read("store/calls")).toBe("");
  writeFileSync(join(folder, "store", "forbidden"), "");
  const { output, status } = run();
  expect(status).toBe(0);
  expect(output).toContain("::warning::The comment could not be written.");
});

test("the action takes another config, another base and a folder", async () => {
  const { read, run, write } = await repository();
  write(shop(["maximum: 100", "maximum: 50"]));
  const config = "../toolwright.config.json";
  const given = { config, base: "../api.yaml", "working-directory": "server" };
  expect(run(given).status).toBe(1);
  expect(read("store/7")).toContain("Nothing.");
  expect(read("store/7")).toContain(`<!-- toolwright server ${config} -->`);
});

test("the action runs the toolwright installed in the folder or the repository, and downloads nothing", async () => {
  const { folder, program, run } = await repository();
  program("npx", "#!/bin/sh\necho fetched\n");
  for (const place of ["repo/server", "repo"]) {
    const installed = join(folder, place, "node_modules/.bin/toolwright");
    mkdirSync(dirname(installed), { recursive: true });
    writeFileSync(installed, `#!/bin/sh\necho ${place}\n`, { mode: 0o755 });
    const { output, status } = run({ "working-directory": "server" });
    expect(status).toBe(0);
    expect(output).toContain("repo/server\n");
    expect(output).not.toContain("fetched");
  }
  rmSync(join(folder, "repo/server/node_modules"), { recursive: true });
  rmSync(join(folder, "temp/output"));
  expect(run({ "working-directory": "server" }).output).toContain("repo\n");
});

test("the action runs no other program that packages of the checkout bring", async () => {
  const { folder, read, run } = await repository();
  const programs = join(folder, "repo/node_modules/.bin");
  mkdirSync(programs, { recursive: true });
  for (const name of ["gh", "git", "sed", "toolwright"])
    writeFileSync(
      join(programs, name),
      `#!/bin/sh\necho "${name} of the checkout: $GH_TOKEN"\n`,
      { mode: 0o755 },
    );
  const { output, status } = run();
  expect(status).toBe(0);
  expect(output).toBe("toolwright of the checkout: \n");
  expect(read("store/7")).toContain("toolwright of the checkout: \n");
  expect(read("temp/path")).toBe("");
});

test("the action prints in one line how to install a missing toolwright", async () => {
  const { folder, run } = await repository();
  rmSync(join(folder, "bin/toolwright"));
  const { output, status } = run();
  expect(status).toBe(1);
  expect(output).toMatch(/^::error::toolwright is not installed: .*\n$/);
});

test("the action has no expressions in its scripts, and installs nothing", () => {
  for (const { run, shell } of runs.steps) {
    expect(run).not.toContain("${{");
    expect(shell).toBe("bash");
  }
  expect(JSON.stringify(runs.steps)).not.toMatch(
    /"uses"|head_ref|title|npx|npm (?:install|exec)(?! --save-dev)/,
  );
});
