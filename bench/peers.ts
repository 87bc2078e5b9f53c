/**
 * toolwright beside other generators that write an MCP server in TypeScript: what installing them
 * costs, what they write of one document, whether it compiles, what a changed document does to it,
 * and whether an edit by hand survives that. Needs npm's registry and git.
 *
 *     npm run build && npx tsx bench/peers.ts
 */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, peersFor, prepare, run, type Peer } from "./generators.js";
import { median, row } from "./measure.js";

/** Packages and files for generators that write no project. */
const SURROUNDINGS = [
  ...["@modelcontextprotocol/sdk@1.32.2", "axios@1.21.1", "zod@4.6.7"],
];
const COMPILER = ["typescript@5.9.3", "@types/node@20.19.0"];

const DOCUMENT = readFileSync("samples/bookshop/openapi.yaml", "utf8");
/** Document whose search takes one more condition, and whose books have one more property. */
const CHANGED = DOCUMENT.replace(
  /^ {4}Book:\n(?:.*\n)*? {6}properties:\n/m,
  "$&        shelf:\n          type: string\n",
).replace(
  "        - name: genre\n",
  "        - name: shelf\n          in: query\n          description: Only this shelf.\n          schema:\n            type: string\n$&",
);
const BY_HAND = "// by hand";

const base = mkdtempSync(join(tmpdir(), "toolwright-peers-"));
try {
  const tell = (...cells: readonly (string | number)[]) =>
    process.stdout.write(`${row(cells)}\n`);
  tell(
    ...["", "packages", "MB", "config", "CPU s", "files", "lines"],
    ...["type errors", "lines of diff", "KB of diff", "edit survives"],
  );
  tell("---", "--:", "--:", "---", ...Array<string>(6).fill("--:"), "---");
  for (const [at, peer] of peersFor("openapi.yaml").entries())
    tell(peer.name, ...(await tried(peer, join(base, `${at}`))));
} finally {
  rmSync(base, { recursive: true, force: true });
}

async function tried(peer: Peer, folder: string) {
  mkdirSync(folder);
  const write = (file: string, text: string) =>
    writeFileSync(join(folder, file), text);
  const out = join(folder, "out");
  prepare(peer, folder);
  const packages = filesBelow(join(folder, "node_modules"));
  const size = packages.reduce((sum, file) => sum + statSync(file).size, 0);
  const count = packages.filter((file) =>
    /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file),
  ).length;
  if (!peer.isProject) install(folder, [...SURROUNDINGS, ...COMPILER]);

  const generate = () => run(peer, folder);
  write("openapi.yaml", DOCUMENT);
  const { cpu } = await median(3, () => {
    rmSync(out, { recursive: true, force: true });
    rmSync(join(folder, "cache"), { recursive: true, force: true });
    return generate();
  });
  const sources = filesBelow(out).filter((file) => file.endsWith(".ts"));
  const lines = sources.map(
    (file) => readFileSync(file, "utf8").split("\n").length - 1,
  );

  // The changed document, without an edit and with one.
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-C", out, ...words], { encoding: "utf8" });
  const commit = () => {
    git("add", "--all");
    const who = ["-c", "user.name=a", "-c", "user.email=a@a.example"];
    git(...who, "commit", "--quiet", "--message=state");
  };
  git("init", "--quiet");
  commit();
  write("openapi.yaml", CHANGED);
  await generate();
  git("add", "--all");
  const changes = git("diff", "--cached", "--unified=0", "--", "*.ts");
  const changed = changes.match(/^[+-](?!\+\+ |-- ).*/gm) ?? [];
  git("reset", "--quiet", "--hard");
  write("openapi.yaml", DOCUMENT);
  const edited = join(out, peer.edit[0]);
  const text = readFileSync(edited, "utf8");
  const after = text.replace(peer.edit[1], `${BY_HAND}\n$&`);
  if (after === text) throw new Error(`${peer.name}: nothing to edit`);
  writeFileSync(edited, after);
  commit();
  write("openapi.yaml", CHANGED);
  // A generator may end with 1 if something is left to the user.
  await generate().catch(() => undefined);
  const survives = readFileSync(edited, "utf8").includes(BY_HAND);

  return [
    ...[count, (size / 1e6).toFixed(0), peer.config ? "yes" : "no"],
    ...[cpu.toFixed(1), sources.length, sum(lines).toLocaleString("en-US")],
    ...[typeErrors(peer, folder), changed.length],
    ...[(changed.join("").length / 1000).toFixed(1), survives ? "yes" : "no"],
  ];
}

/** Number of type errors of the last output, under `strict`, with its packages installed. */
function typeErrors({ isProject }: Peer, folder: string): number {
  const out = join(folder, "out");
  if (isProject) install(out, []);
  else {
    const compilerOptions = {
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      target: "ES2022",
      module: "ESNext",
      moduleResolution: "Bundler",
      types: ["node"],
      allowImportingTsExtensions: true,
    };
    const config = { compilerOptions, include: ["**/*.ts"] };
    writeFileSync(join(out, "tsconfig.json"), JSON.stringify(config));
  }
  const tsc = join(isProject ? out : folder, "node_modules/typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, "--noEmit", "-p", out]);
    return 0;
  } catch (error) {
    const { stdout } = error as { stdout: Buffer }; // what it printed
    return stdout.toString().match(/error TS/g)?.length ?? 0;
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
