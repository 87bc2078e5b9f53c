import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

it(
  "the demo prints its steps and leaves nothing behind",
  { timeout: 120_000 },
  async () => {
    const { code, output } = await runDemo();
    for (const line of [
      /addBook +\{"id":101/,
      /addBook +Wrong arguments for addBook; nothing was sent/,
      /changeBook +\{"id":5/,
      /resource:\/\/catalogue\.csv +id,isbn,title/,
      /books:\/\/1\/cover +image\/png, \d+ bytes/,
      /setCover +\{"bookId":1,"contentType":"image\/png"/,
      /recommend +3 events, [1-3] of them told as progress/,
      /placeOrder +POST \/orders → 409 Conflict/,
      /printReceipt +POST \/orders\/\{orderId\}\/receipt → 500/,
      /resource:\/\/stocktake +\{"state":"abandoned"/,
      /listening +http:\/\/127\.0\.0\.1:\d+\/mcp/,
      /merged +src\/tools\/add-book\.ts/,
      /created +src\/tools\/add-review\.ts/,
      /addReview +\{"id":103/,
      /addBook +"The Wind in the Willows" stands on the shelf as number 104/,
      /done +everything is stopped and removed/,
    ]) {
      expect(output).toMatch(line);
    }
    expect(code).toBe(0);
    expect(await leftovers()).toEqual([]);
  },
);

it(
  "the demo leaves nothing behind when it is interrupted",
  { timeout: 120_000 },
  async () => {
    const { code } = await runDemo({ interruptAt: "A REST API is running" });
    expect(code).toBe(130);
    expect(await leftovers()).toEqual([]);
  },
);

/** Runs the demo with this test's own folder as home and for temporary files. */
async function runDemo({
  interruptAt,
}: { interruptAt?: string } = {}): Promise<{
  code: number | null;
  output: string;
}> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(root, "samples", "demo.ts")],
    {
      cwd: root,
      env: { ...process.env, TMPDIR: folder, HOME: folder },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  child.stdout.on("data", (chunk: Buffer) => {
    if (interruptAt && chunk.includes(interruptAt)) child.kill("SIGINT");
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const output = await text(child.stdout);
  const [code] = await exited;
  return { code, output };
}

/** Files that npm, tsx and newer versions of Node don't keep for themselves. */
async function leftovers(): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter(
    (name) => !/^(\.npm|tsx-\d+|node-compile-cache)$/.test(name),
  );
}
