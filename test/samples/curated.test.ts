import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { generate } from "../../generator/index.js";
import { startApi } from "../../samples/bookshop/api.js";
import configs from "../../samples/toolwright.config.js";
import { bundleModules } from "../emitted/bundle.js";
import { typeErrors } from "../type-check.js";
import { root, wholeSample } from "./whole.js";
import type { Sample } from "./whole.js";

const own = "src/custom/index.ts";

let sample: Sample;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "curated-"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
  sample = await wholeSample("Reading club");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await sample.remove();
});

test("edits stay when the API changes", async () => {
  const { place: cwd, server } = sample;
  const config = configs.find(({ name }) => name === "Reading club");
  const document = join(cwd, "bookshop/openapi.yaml");
  const text = await readFile(document, "utf8");
  const changed = text
    .replace("operationId: getBook", "operationId: showBook")
    .replace(
      "operationId: getShop",
      "operationId: getShop\n      deprecated: true",
    )
    .replace(
      "        - name: genre\n",
      "        - name: shelf\n          in: query\n          schema: { type: string }\n        - name: genre\n",
    );
  await writeFile(document, changed);
  const before = await readFile(join(server, own), "utf8");
  const { flaws, outcomes } = await generate({ ...config }, { cwd });
  expect(flaws).toEqual([]);
  expect(outcomes.filter(({ kind }) => kind === "conflict")).toEqual([]);
  // Where the tool that it calls is now, and nothing else.
  const after = await readFile(join(server, own), "utf8");
  expect(after).toBe(before.replace("get-book", "show-book"));
  const found = await readFile(join(server, "src/tools/find-books.ts"), "utf8");
  expect(found).toContain("shelf: {");
  expect(found).toContain("inStock: true");
  // Lines that the user added to the workflow.
  const flow = join(server, "src/workflows/order-for-all.ts");
  expect(await readFile(flow, "utf8")).toContain("the club pays at once");

  expect(await typeErrors(server)).toEqual([]);
});

test("the curated sample's own tool joins three calls, beside its page and its prompt", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bookshop-"));
  const api = await startApi({ folder, key: "k" });
  const client = new Client({ name: "test", version: "1.0.0" });
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [await bundleModules(sample.server)],
        cwd: root,
        env: { LOG_LEVEL: "error", API_BASE_URL: api.url, API_SHOP_KEY: "k" },
      }),
    );
    const args = { name: "introduceBook", arguments: { bookId: 1 } };
    expect(await client.callTool(args)).toMatchObject({
      content: [
        {
          text: expect.stringMatching(
            /^Frankenstein by .* at The Corner Bookshop/,
          ) as string,
        },
      ],
      structuredContent: { title: "Frankenstein" },
    });
    const { contents } = await client.readResource({ uri: "ui://book" });
    expect(contents).toMatchObject([{ mimeType: "text/html;profile=mcp-app" }]);
    const asked = { name: "choose_book", arguments: { genre: "mystery" } };
    const { messages } = await client.getPrompt(asked);
    expect(JSON.stringify(messages)).toContain("would like to read mystery.");
  } finally {
    await client.close();
    await api.close();
    await rm(folder, { recursive: true });
  }
});
