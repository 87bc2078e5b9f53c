import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { beforeAll, describe, expect, test } from "vitest";
import { describeClients } from "../../../generator/cli/clients.js";
import { toolwright } from "../cli.js";
import { folderOfFile } from "../../docs/folder.js";

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  security: [{ key: [] }, { basic: [] }],
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      basic: { type: "http", scheme: "basic" },
    },
  },
  paths: {
    "/pets": {
      get: { operationId: "listPets", responses: { 200: { description: "" } } },
    },
  },
});

/** Printed entries, by client; of a project without `.env`, and of one whose folder needs quotes. */
const printed: Record<string, string>[] = [];

let folder = "";

beforeAll(async () => {
  folder = folderOfFile();
  for (const out of ["pets-mcp", "my pets' mcp"]) {
    writeFileSync(join(folder, "api.json"), DOCUMENT);
    await toolwright(["generate", "api.json", "--out", out], { cwd: folder });
    const { stdout } = await toolwright(["clients", out], { cwd: folder });
    const sections = stdout.split(/^(?=[A-Z][^\n]*:\n\n|opencode)/m);
    printed.push(
      Object.fromEntries(
        sections.map((section) => {
          const [heading = "", text = ""] = section.split(/:\n\n/, 2);
          return [/^[\w ]+/.exec(heading)?.[0].trim() ?? "", text.trim()];
        }),
      ),
    );
  }
});

/** Words of a line as a shell reads them. */
function wordsOf(line = ""): string[] {
  const text = execFileSync("sh", ["-c", `printf '%s\\0' ${line}`]);
  return text.toString().split("\0").slice(0, -1);
}

/** Arguments of Node: the server, and the file that the server itself reads, although it does not exist yet. */
const ARGS = [
  expect.stringMatching(/dist\/main\.js$/) as string,
  "--env",
  expect.stringMatching(/^\/.*\/\.env$/) as string,
];

test("the line for Claude Code parses with its own command definition", () => {
  for (const sections of printed) {
    const [program, group, ...words] = wordsOf(sections["Claude Code"]);
    expect([program, group]).toEqual(["claude", "mcp"]);
    // As `claude mcp add --help` has it: `--env` takes all values up to the next flag.
    const added = new Command("add")
      .argument("<name>")
      .argument("<commandOrUrl>")
      .argument("[args...]")
      .option("-s, --scope <scope>")
      .option("-t, --transport <transport>")
      .option("-e, --env <env...>")
      .option("-H, --header <header...>")
      .exitOverride();
    added.parse(words.slice(1), { from: "user" });
    const [name, command, args] = added.processedArgs as [
      string,
      string,
      string[],
    ];
    expect(name).toMatch(/^[\w-]+$/);
    expect(command).toBe(process.execPath);
    expect(args).toEqual(ARGS);
    expect(added.opts()).toEqual({});
  }
});

test("the line for Codex follows its help: codex mcp add [--env KEY=VALUE]… NAME -- COMMAND…", () => {
  for (const sections of printed) {
    const words = wordsOf(sections["Codex"]);
    expect(words.slice(0, 3)).toEqual(["codex", "mcp", "add"]);
    const dashes = words.indexOf("--");
    expect(words.slice(3, dashes)).toEqual([expect.stringMatching(/^[\w-]+$/)]);
    expect(words.slice(dashes + 1)).toEqual([process.execPath, ...ARGS]);
  }
});

test("`.env` is to be written only if it does not exist", () => {
  const out = join(folder, "pets-mcp");
  const note = "Copy .env.example to .env";
  expect(describeClients(out)).toContain(note);
  writeFileSync(join(out, ".env"), "");
  const text = describeClients(out);
  rmSync(join(out, ".env"));
  expect(text).not.toContain(note);
  expect(text).toContain(printed[0]?.["Claude Code"]);
});

test("a command longer than the terminal continues in the next line, and reads the same", () => {
  const line = describeClients(join(folder, "pets-mcp"), 60);
  const [, command = ""] = /Claude Code:\n\n([^]*?)\n\nCodex/.exec(line) ?? [];
  expect(command.split("\n")).toHaveLength(2);
  expect(wordsOf(command)).toEqual(wordsOf(printed[0]?.["Claude Code"]));
});

const text = expect.any(String) as string;
const args = ARGS;
const command = process.execPath;

/** Documented form of each client's file: the path of its servers, and the fields of one. */
const FORMS: Readonly<Record<string, [path: string[], server: object]>> = {
  // https://modelcontextprotocol.io/docs/develop/connect-local-servers
  "Claude Desktop": [["mcpServers"], { command, args }],
  // https://docs.cursor.com/context/model-context-protocol
  Cursor: [["mcpServers"], { command, args }],
  // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
  "VS Code": [["servers"], { type: "stdio", command, args }],
  // https://opencode.ai/docs/mcp-servers
  opencode: [["mcp"], { type: "local", command: [command, ...args] }],
  // https://block.github.io/goose/docs/getting-started/using-extensions
  Goose: [
    ["extensions"],
    {
      name: text,
      type: "stdio",
      enabled: true,
      timeout: expect.any(Number) as number,
      cmd: command,
      args,
      envs: {},
    },
  ],
};

describe("`clients` prints the documented form of a config file for", () => {
  test.each(Object.entries(FORMS))("%s", (client, [[root = ""], server]) => {
    for (const sections of printed) {
      const file = JSON.parse(sections[client] ?? "") as Record<string, object>;
      expect(Object.keys(file)).toEqual([root]);
      expect(Object.values(file[root] ?? {})).toEqual([server]);
    }
  });

  test("every client that it knows", () => {
    for (const sections of printed)
      expect(
        Object.keys(sections).filter(
          (name) =>
            name !== "" && !/^(?:Build it|Claude Code|Codex)/.test(name),
        ),
      ).toEqual(Object.keys(FORMS));
  });
});
