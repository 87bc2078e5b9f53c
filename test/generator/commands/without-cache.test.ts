/** Runs with an empty cache folder, as in CI: whether anything changed is decided by the lock and the files. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { requestOf } from "../../../generator/commands/generate.js";
import {
  describeInputs,
  loadLockedRun,
} from "../../../generator/project/locked-run.js";
import {
  formatLock,
  parseLock,
  unpack,
} from "../../../generator/project/lock/lock-text.js";
import type { Lock } from "../../../generator/project/outcome.js";
import type { RunRequest } from "../../../generator/project/run-cache.js";
import { parseReport } from "../../../generator/project/run-report.js";
import { digest, digestSource } from "../../../generator/shared/hash.js";
import { toolwright } from "../cli.js";
import { shop } from "../regenerate/shop.js";
import { temporaryFolder } from "../temporary.js";

const LOCK = "out/toolwright.lock";
const TYPES = "out/src/generated/api-types.ts";
const FLAGS = ["openapi.yaml", "--out", "out", "--json"];

let cwd: string;
let firstResult: unknown;

beforeEach(async () => {
  cwd = temporaryFolder();
  write("address.yaml", "type: string\ndescription: A street.\n");
  const reference = "species, in: query, schema: { $ref: ./address.yaml }";
  write(
    "openapi.yaml",
    shop(["species, in: query, schema: { type: string }", reference]),
  );
  await run("generate");
  // The line is left out, so that this run is a whole one.
  const text = read(LOCK);
  write(LOCK, text.replace(/^inputs\t.*\n/m, ""));
  firstResult = (await run("generate")).result;
  expect(read(LOCK)).toBe(text);
});

function read(path: string): string {
  return readFileSync(join(cwd, path), "utf8");
}

function write(path: string, text: string): void {
  writeFileSync(join(cwd, path), text);
}

/** Runs a command with an empty cache folder. A whole run of `generate` leaves a file there. */
async function run(name: string, ...flags: string[]) {
  const cache = join(cwd, "cache");
  rmSync(cache, { recursive: true, force: true });
  const { code, stdout } = await toolwright([name, ...FLAGS, ...flags], {
    cwd,
    env: { XDG_CACHE_HOME: cache },
  });
  const folder = join(cache, "toolwright");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return {
    code,
    result: JSON.parse(stdout) as unknown,
    isWhole: names.some((file) => file.endsWith(".json")),
  };
}

test("a project that nobody touched is not generated again", async () => {
  const { isWhole, result } = await run("generate");
  expect(isWhole).toBe(false);
  expect(result).toEqual(firstResult);
});

test("a checkout with CRLF is not generated again", async () => {
  for (const path of ["openapi.yaml", "address.yaml", "out/src/server.ts"])
    write(path, read(path).replaceAll("\n", "\r\n"));
  expect((await run("generate")).isWhole).toBe(false);
});

test.each<[change: string, change: () => void, flags?: string[]]>([
  ["the document", () => edit("openapi.yaml", "List the", "Lost the")],
  ["a file that it refers to", () => edit("address.yaml", "street", "road")],
  ["such a file is gone", () => remove("address.yaml")],
  ["an option", () => undefined, ["--all-routes-as-tools"]],
  ["the options of the project", () => remove("out/toolwright.config.json")],
  ["a handler", () => edit("out/src/tools/create-pet.ts", "(args)", "(0)")],
  ["a file for the machine", () => write(TYPES, `${read(TYPES)}//\n`)],
  ["a file is gone", () => remove("out/README.md")],
  ["a tool of one's own", () => write("out/src/custom/own.ts", "export {};\n")],
  [
    "the contract of a file in the lock",
    () => edit(LOCK, /\t[\w-]{12}\t/, "\tx\t"),
  ],
  [
    "the digest of the inputs",
    () => edit(LOCK, /^inputs\t.{5}/m, "inputs\taaaaa"),
  ],
  ["a second line of inputs", () => edit(LOCK, /^inputs\t.*\n/m, "$&$&")],
  ["a version", () => edit(LOCK, /generator [\d.]+/, "generator 0.0.9")],
])("generate is a whole run: %s", async (_, change, flags = []) => {
  change();
  const { code, isWhole } = await run("generate", ...flags);
  // A run that is refused writes nothing.
  expect(isWhole || code === 2).toBe(true);
});

test("check and diff don't believe what the lock says of inputs", async () => {
  write(TYPES, `${read(TYPES)}// Not generated.\n`);
  forgeLock((lock) => {
    const path = "src/generated/api-types.ts";
    const file = lock.files.get(path);
    if (file === undefined) throw new Error("no types");
    const forgedFile = { ...file, digest: digest(read(TYPES)) };
    return { ...lock, files: new Map([...lock.files, [path, forgedFile]]) };
  });
  // Generating takes it for its own file, and leaves it as it is.
  expect((await run("generate")).isWhole).toBe(false);
  expect(read(TYPES)).toContain("Not generated");
  const checked = await run("check");
  expect(checked.code).toBe(1);
  expect(checked.result).toMatchObject({
    drifts: [{ kind: "stale", path: "src/generated/api-types.ts" }],
  });
});

test("a lock leads to no file outside of the document's folder but those that the config names", () => {
  const path = join(temporaryFolder(), "secret.yaml");
  writeFileSync(path, "secret: 1\n");
  const name = relative(cwd, path);
  const text = read(LOCK);
  expect(forgeLock((lock) => lock, { sources: [name] })).toBeUndefined();
  write(LOCK, text);
  const named = { ...request(), namedFiles: [path] };
  forgeLock((lock) => lock, { sources: [name], request: named });
  const options = { isOptionsGiven: true };
  expect(loadLockedRun(named, options)).not.toBeNull();
  expect(loadLockedRun(request(), options)).toBeNull();
});

test("a text that no generator writes is reported by a whole run", async () => {
  const path = "src/tools/create-pet.ts";
  edit(`out/${path}`, "send(args)", "send({ ...args })");
  forgeLock((lock) => {
    const file = lock.files.get(path);
    const text = read(`out/${path}`);
    if (file === undefined) throw new Error("no tool");
    const { packed, ...fields } = file;
    expect(packed).toBeDefined();
    const forgedFile = { ...fields, digest: digest(text), text: () => text };
    return { ...lock, files: new Map([...lock.files, [path, forgedFile]]) };
  });
  expect(await run("generate")).toMatchObject({
    code: 2,
    result: { problems: [{ code: "lock-text" }] },
  });
});

function edit(path: string, from: string | RegExp, to: string): void {
  const text = read(path);
  expect(text).toMatch(from);
  write(path, text.replace(from, to));
}

function remove(path: string): void {
  rmSync(join(cwd, path));
}

function request() {
  const config = { document: "openapi.yaml", out: "out" };
  const told = {
    document: join(cwd, "openapi.yaml"),
    out: join(cwd, "out"),
  };
  return requestOf({ ...config, ...told }, { cwd, told });
}

/** Writes another lock, with inputs that fit it, as anybody can who knows how they are made. */
function forgeLock(
  forge: (lock: Lock) => Lock,
  options: { sources?: string[]; request?: RunRequest } = {},
) {
  const { sources = ["address.yaml"], request: forgedRequest = request() } =
    options;
  const lock = parseLock(read(LOCK));
  const report = parseReport(
    unpack(lock.inputs?.packed ?? "", LOCK),
    join(cwd, "openapi.yaml"),
    lock.files,
  )?.report;
  if (report === undefined) throw new Error("no report");
  const forged = forge(lock);
  const paths = ["openapi.yaml", ...sources].map((name) => join(cwd, name));
  const digests = paths.map((path) =>
    existsSync(path) ? digestSource(readFileSync(path)) : "",
  );
  const inputs = describeInputs(
    forgedRequest,
    { ...report, sources: paths, digests },
    forged.files,
  );
  write(LOCK, formatLock({ ...forged, inputs }));
  return inputs;
}
