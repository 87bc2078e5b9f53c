import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import { beforeAll, expect, test } from "vitest";
import { toolwright } from "../generator/cli.js";
import { message } from "../runtime/ask.js";
import { bundle, emit } from "./project.js";

interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

let project: string;

beforeAll(async () => {
  project = await emit({ document: "test/emitted/schemes.json", emit: ["ci"] });
  await bundle(project);
});

test(".mcp.json starts the server in its folder, with .env or without", () => {
  const text = readFileSync(join(project, ".mcp.json"), "utf8");
  const [server] = serversIn(text);
  expect(start(server, project)).toContain('"serverInfo"');
  expect(start(server, project)).toContain('"event":"credentials"');
  writeFileSync(join(project, ".env"), "LOG_LEVEL=silent\n");
  expect(start(server, project)).not.toContain('"event"');
});

test("`clients` prints entries that start the server from anywhere, without secrets", async () => {
  const secret = "hunter22-hunter22";
  for (const env of [null, `LOG_LEVEL=silent\nMCP_TOKENS=${secret}\n`]) {
    if (env === null) rmSync(join(project, ".env"), { force: true });
    else writeFileSync(join(project, ".env"), env);
    const { stdout, stderr } = await toolwright(["clients", project]);
    expect(stderr).toBe("");
    expect(stdout).not.toContain(secret);
    const servers =
      stdout
        .match(/^\{$[^]*?^\}$/gm)
        ?.slice(0, 3)
        .flatMap(serversIn) ?? [];
    expect(servers).toHaveLength(3);
    for (const server of servers)
      expect(start(server, tmpdir())).toContain('"serverInfo"');
    expect(stdout).toMatch(/^claude mcp add [\w-]+ -- /m);
    const [, line = ""] = /^claude mcp add .*? -- (.*)$/m.exec(stdout) ?? [];
    const server = { command: "sh", args: ["-c", line] };
    expect(start(server, tmpdir())).toContain('"serverInfo"');
  }
});

test("`clients` shows all tools to clients that search themselves", async () => {
  const config = { document: "test/emitted/schemes.json" };
  const out = await emit({ ...config, tools: "search" });
  const { stdout } = await toolwright(["clients", out]);
  const parts = stdout.split(/^(?=[A-Z][^\n]*:\n|opencode)/m);
  const all = parts.filter((part) => part.includes("--tools"));
  const names = all.map((part) => /^[\w ]+/.exec(part)?.[0].trim());
  expect(names).toEqual([
    "Claude Code",
    "Codex",
    "Cursor",
    "VS Code",
    "opencode",
  ]);
  expect(stdout).toContain("Goose");
});

test("`clients` reports a folder without a project", async () => {
  const { code, stderr } = await toolwright(["clients", "test"]);
  expect(code).toBe(2);
  expect(stderr).toContain("This folder is not a generated project.");
});

test("the CI workflow has few rights, and runs the tests that exist", async () => {
  const tested = await emit({
    document: "test/emitted/schemes.json",
    emit: ["ci", "tests"],
  });
  const workflowFile = join(".github", "workflows", "mcp.yml");
  expect(readFileSync(join(tested, workflowFile), "utf8")).toContain(
    "- run: npm test",
  );
  const told = readFileSync(join(tested, "README.md"), "utf8");
  expect(told).toMatch(/^npm test .*[^]*mcp\.yml` runs it\.\n\n## Edit/m);
  for (const name of ["API_DRY_RUN", "API_MOCK", "API_MOCK_STATUS"])
    expect(told).toContain(`- \`${name}\`: `);

  const file = join(project, workflowFile);
  const workflow = load(readFileSync(file, "utf8"));
  expect(workflow).toMatchObject({ permissions: { contents: "read" } });
  const steps = JSON.stringify(workflow).match(/"(?:run|uses)":"[^"]*"/g);
  expect(steps).toEqual([
    '"uses":"actions/checkout@v4"',
    '"uses":"actions/setup-node@v4"',
    '"run":"npm ci"',
    '"run":"npm run build"',
    '"run":"npm run check -- --safe"',
  ]);
});

function serversIn(text: string): Server[] {
  const { mcpServers, servers } = JSON.parse(text) as {
    readonly [key: string]: Readonly<Record<string, Server>>;
  };
  return Object.values(mcpServers ?? servers ?? {});
}

/** Output of a server for a client that connects, with only `PATH` of this environment. */
function start(server: Server | undefined, cwd: string): string {
  const { command = "", args = [], env = {} } = server ?? {};
  const { stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...env },
    input: `${HELLO}\n`,
  });
  return stdout + stderr;
}

const HELLO = message("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});
