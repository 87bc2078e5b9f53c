import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Args, Environment, Server, ToolResult } from "../../index.js";
import { findTool, openForTests, TEST_CALLER } from "../testing/testing.js";
import type { Cases } from "../testing/testing.js";
import { SAMPLE_FILE } from "./sample-file.js";

/** Creates a folder with the file that tests send, which is removed when the process ends. Returns `MCP_FILES` for it. */
export function createTestFolder(): { readonly MCP_FILES: string } {
  const folder = mkdtempSync(join(tmpdir(), "mcp-files-"));
  writeFileSync(join(folder, SAMPLE_FILE.filename), SAMPLE_FILE.bytes);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return { MCP_FILES: folder };
}

/** Size of a response that is saved, in bytes. */
const LARGE_BYTES = 70_000;

/** Tests that a large response of the first tool is saved, linked, and read by its link. */
export function testSavedFile(
  server: Server,
  cases: Cases,
  env: Environment,
): void {
  const [key, testCase] = Object.entries(cases)[0] ?? [];
  const tool = key === undefined ? undefined : findTool(server, key);
  if (!testCase || !tool) return;
  void test("a large response is saved as a file", async () => {
    const body = Buffer.alloc(LARGE_BYTES, 1);
    const headers = { "content-type": "application/pdf" };
    const service = await openForTests(server, env);
    service.context.responder = () => ({ status: 200, headers, body });
    const ask = (method: string, params: Args) =>
      service.handlers[method]?.(params, TEST_CALLER);
    const params = { name: tool.name, arguments: testCase.args };
    const { content } = (await ask("tools/call", params)) as ToolResult;
    const link = content.find(({ type }) => type === "resource_link");
    assert.ok(link && "uri" in link, `No link: ${JSON.stringify(content)}`);
    const { contents } = (await ask("resources/read", { uri: link.uri })) as {
      contents: readonly { readonly blob?: string }[];
    };
    assert.equal(contents[0]?.blob, body.toString("base64"));
  });
}
