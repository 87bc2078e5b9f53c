import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { toWriteError } from "../../../generator/project/write/write-error.js";
import { toolwright, toolwrightAlone } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const DOCUMENT = resolve("samples/petstore/openapi.json");

describe("the error for a page that can't be written", () => {
  test.each([
    [
      "in a folder that is not there",
      "nowhere/report.html",
      /nowhere\/report\.html: The folder does not exist\. .*\n {2}Create it, or choose another file of the page\.\n$/,
    ],
    [
      "below a file",
      "file/report.html",
      /file\/report\.html: A file has the path of a folder.*\n.* choose another file of the page\.\n$/,
    ],
    [
      "with a name that is too long",
      `${"x".repeat(300)}.html`,
      /x\.html: The name is too long.*\n {2}Choose another file of the page/,
    ],
  ])("%s names place and remedy", async (_where, html, want) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "file"), "");
    const args = ["report", DOCUMENT, "--html", html];
    const { code, stderr, stdout } = await toolwright(args, { cwd });
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(want);
    expect(stdout).toBe("");
  });

  test.skipIf(process.platform === "win32")(
    "in another user's folder names place and remedy",
    async () => {
      const cwd = temporaryFolder();
      chmodSync(cwd, 0o555);
      const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
      const { code, stderr } = await toolwrightAlone(["report", DOCUMENT], {
        cwd,
        ...nobody,
      });
      chmodSync(cwd, 0o755);
      expect(code).toBeGreaterThan(0);
      expect(stderr).toMatch(
        /toolwright-report\.html: You don't have permission to write here\. .*\n {2}Change the owner/,
      );
      expect(existsSync(join(cwd, "toolwright-report.html"))).toBe(false);
    },
  );

  test("on a read-only disk names a remedy of its command", () => {
    const error = Object.assign(new Error("EROFS"), { code: "EROFS" });
    const told = toWriteError(error, "report.html", "file of the page");
    expect(told.message).toBe(
      "report.html: The file system is read-only. Nothing was changed.\n  Choose another file of the page, or mount it with write access.",
    );
  });
});

test("the error for a config that can't be written names place and remedy", async () => {
  const cwd = temporaryFolder();
  chmodSync(cwd, 0o555);
  const nobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
  const args = ["init", DOCUMENT, "--out", "server", "--yes"];
  const { code, stderr } = await toolwrightAlone(args, { cwd, ...nobody });
  chmodSync(cwd, 0o755);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(
    /toolwright\.config\.json: You don't have permission to write here/,
  );
});
