import { spawn } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { command, toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

const document = (title: string) => `openapi: 3.1.0
info: { title: ${title}, version: "1" }
servers: [{ url: "https://api.example" }]
paths:
  /pets:
    post:
      operationId: createPet
      summary: ${title}
      requestBody:
        content:
          application/json:
            schema: { $ref: "schemas/pet.json" }
      responses: {}
`;

const schema = (field: string) =>
  JSON.stringify({ type: "object", properties: { [field]: {} } });

/** A command that continues, in a folder; what it prints is heard. */
function start(cwd: string, ...args: string[]) {
  const [file = "", ...first] = command();
  const child = spawn(file, [...first, ...args], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  let told = "";
  const hear = (chunk: unknown) => (told += String(chunk));
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise<number | null>((resolve) =>
    child.on("close", resolve),
  );
  return {
    child,
    ended,
    told: () => told,
    says: (what: RegExp | string) =>
      vi.waitFor(() => expect(told).toMatch(what), {
        timeout: 20_000,
        interval: 50,
      }),
  };
}

test("--watch prints one line for each change, and continues after errors", async () => {
  const cwd = temporaryFolder();
  const write = (path: string, text: string) =>
    writeFileSync(join(cwd, path), text);
  mkdirSync(join(cwd, "schemas"));
  write("openapi.yaml", document("Pets"));
  write("schemas/pet.json", schema("name"));
  const config = { document: "openapi.yaml", out: "mcp" };
  write("toolwright.config.json", JSON.stringify(config));
  const run = start(cwd, "generate", "--watch");
  await run.says(/Pets → mcp\n[^]*watching 3 files \(press Ctrl-C to stop\)\n/);

  write("schemas/pet.json", schema("age"));
  await run.says(/^schemas\/pet\.json: \d+ updated\n/m);

  // As editors save.
  write("openapi.yaml~", document("Toys"));
  renameSync(join(cwd, "openapi.yaml~"), join(cwd, "openapi.yaml"));
  await run.says(/^openapi\.yaml: \d+ updated\n/m);

  write("openapi.yaml", "a: [");
  await run.says(/^openapi\.yaml: error: /m);
  write("openapi.yaml", document("Owners"));
  await run.says(/error: [^]*^openapi\.yaml: \d+ updated\n/m);

  write("toolwright.config.json", JSON.stringify({ ...config, timeout: 5 }));
  await run.says(/^toolwright\.config\.json: 1 updated\n/m);
  write("notes.txt", "nothing");
  write("toolwright.config.json", JSON.stringify(config));
  await run.says(/config\.json: [^]*config\.json: 1 updated\n/);
  expect(run.told()).not.toContain("notes.txt");

  run.child.kill("SIGINT");
  expect(await run.ended).toBe(0);
});

test("--watch watches a document that can't be read at the start", async () => {
  const cwd = temporaryFolder();
  const write = (path: string, text: string) =>
    writeFileSync(join(cwd, path), text);
  mkdirSync(join(cwd, "schemas"));
  write("openapi.yaml", document("Pets"));
  write("overlay.yaml", "a: [");
  const args = ["openapi.yaml", "--overlay", "overlay.yaml", "--out", "mcp"];
  const run = start(cwd, "generate", ...args, "--watch");
  await run.says(
    /error: overlay\.yaml[^]*watching 2 files \(press Ctrl-C to stop\)\n/,
  );

  const actions = [{ target: "$.info", update: { version: "2" } }];
  const info = { title: "Second", version: "1" };
  write("overlay.yaml", JSON.stringify({ overlay: "1.0.0", info, actions }));
  await run.says(/^overlay\.yaml: \d+ created/m);

  write("schemas/pet.json", schema("name"));
  await run.says(/^schemas\/pet\.json: \d+ updated/m);
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
});

test("--watch watches the folder of an application", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "src", "routes"), { recursive: true });
  const write = (path: string, text: string) =>
    writeFileSync(join(cwd, path), text);
  const routes = (path: string) =>
    `export const document = ${JSON.stringify({
      openapi: "3.1.0",
      info: { title: "App", version: "1" },
      paths: { [path]: { get: { responses: {} } } },
    })};\n`;
  write("package.json", '{ "type": "module" }');
  write("src/routes/all.js", routes("/pets"));
  write(
    "src/app.js",
    `import { document } from "./routes/all.js";
export default { fetch: async () => Response.json(document) };
`,
  );
  const args = ["--app", "src/app.js", "--app-document", "/d", "--out", "mcp"];
  const run = start(cwd, "generate", ...args, "--watch");
  await run.says(/App → mcp\n[^]*\(press Ctrl-C to stop\)\n/);
  write("src/routes/all.js", routes("/toys"));
  await run.says(/^src\/routes\/all\.js: .*1 created/m);
  run.child.kill("SIGTERM");
  expect(await run.ended).toBe(0);
});

test("--watch rejects standard input", async () => {
  const { code, stderr } = await toolwright([
    ...["generate", "-", "--out", "mcp", "--watch"],
  ]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("can't be watched"),
  ]);
});
