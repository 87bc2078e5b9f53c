import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "../../../generator/package.js";
import { toolwright } from "../cli.js";
import { filesIn } from "../project/write/folder.js";
import { temporaryFolder } from "../temporary.js";
import { shop } from "./shop.js";

const COMMANDS = [
  "generate",
  "generate --adopt",
  "generate --allow-older",
  "generate --dry-run",
  "check",
  "diff",
  "plan",
  "lint",
  "add etag",
];

test.each([
  [4, "0.1.0", `The lock has the earlier form 4`, "copy src/custom"],
  [2, "0", `The lock has the earlier form 2`, "copy src/custom"],
  [
    99,
    "9.9.9",
    `The lock was written by toolwright 9.9.9`,
    "Update toolwright",
  ],
])(
  "a lock of form %i ends every command with the way on, and nothing is touched",
  async (form, generator, message, hint) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "openapi.json"), shop());
    const first = ["generate", "openapi.json", "--out", "mcp"];
    expect((await toolwright(first, { cwd: folder })).code).toBe(0);
    const lock = join(folder, "mcp", "toolwright.lock");
    const text = readFileSync(lock, "utf8").replace(
      /^.*\n/,
      `toolwright lock ${form}, generator ${generator}, not for editing\n`,
    );
    writeFileSync(lock, text);
    const files = filesIn(folder);
    for (const command of COMMANDS) {
      const { code, stderr } = await toolwright(command.split(" "), {
        cwd: join(folder, "mcp"),
      });
      expect([command, code]).toEqual([command, 2]);
      expect(stderr).toContain(message);
      expect(stderr).toContain(VERSION);
      expect(stderr.replaceAll(/\s+/g, " ")).toContain(hint);
      expect(stderr).not.toContain("--adopt");
    }
    expect(filesIn(folder)).toEqual(files);
  },
);
