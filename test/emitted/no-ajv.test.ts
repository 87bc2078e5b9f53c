import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { emit } from "./project.js";

/** Text of ajv's source that bundlers keep. */
const AJV_TEXT = "CodeGen: name must be a valid identifier";

const build = (project: string) =>
  spawnSync(process.execPath, ["build.mjs"], {
    cwd: project,
    encoding: "utf8",
  });

describe("ajv, which a server doesn't call", () => {
  test.each([
    ["v1", 1_000],
    ["v2", 1_250],
  ] as const)("is not in the bundle of %s", async (sdk, kilobytes) => {
    const project = await emit({ document: "test/emitted/sdk.json", sdk });
    expect(build(project)).toMatchObject({ status: 0, stderr: "" });
    const path = join(project, "dist/main.js");
    expect(readFileSync(path, "utf8")).not.toContain(AJV_TEXT);
    expect(statSync(path).size / 1000).toBeLessThan(kilobytes);
  });

  test("stops the build if a later SDK has it in another file", async () => {
    const project = await emit({
      document: "test/emitted/sdk.json",
      sdk: "v2",
    });
    // A copy of the SDK in which the file has another name; its packages are those of the folder above.
    const sdk = join(project, "node_modules/@modelcontextprotocol/server");
    mkdirSync(dirname(sdk));
    cpSync("node_modules/@modelcontextprotocol/server", sdk, {
      recursive: true,
      dereference: true,
    });
    const dist = join(sdk, "dist");
    const [file = ""] = readdirSync(dist).filter((name) =>
      /^ajvProvider-.*\.mjs$/.test(name),
    );
    renameSync(join(dist, file), join(dist, "validator.mjs"));
    const shims = join(dist, "shimsNode.mjs");
    writeFileSync(
      shims,
      readFileSync(shims, "utf8").replace(file, "validator.mjs"),
    );
    const { status, stderr } = build(project);
    expect(status).not.toBe(0);
    expect(stderr).toContain("The MCP SDK now has ajv in this file");
    const script = join(project, "build.mjs");
    // The remedy of the message.
    writeFileSync(
      script,
      readFileSync(script, "utf8").replace(
        /ajvProvider-\[[^;]*;/,
        "validator\\.mjs$/;",
      ),
    );
    expect(build(project)).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(project, "dist/main.js"), "utf8")).not.toContain(
      AJV_TEXT,
    );
  });
});
