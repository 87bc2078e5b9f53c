import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { check, getFileInfo } from "prettier";
import { bundle } from "../emitted/project.js";
import { aSample } from "./documents.js";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** A folder for emitted projects, which find their packages in the repository's. */
export function createFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-corpus-"));
  symlinkSync(packages, join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** Number of modules of components that are looked at in one project. */
const MODULES = 12;

/**
 * Files of a project that prettier would change, except those that it is told to ignore, which no one reads. Modules of
 * components are many and alike: a sample of them is looked at.
 */
export async function unformatted(project: string): Promise<string[]> {
  const files = readdirSync(project, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|json)$/.test(file))
    .filter((file) => !file.startsWith(join("src", "runtime")))
    .sort();
  const isModule = (file: string) =>
    /^src.(tools|resources|templates)./.test(file);
  const modules = files.filter(isModule);
  const looked = [
    ...files.filter((file) => !isModule(file)),
    ...aSample(modules, MODULES),
  ];
  const found: string[] = [];
  const ignorePath = join(project, ".prettierignore");
  for (const file of looked) {
    const filepath = join(project, file);
    const { ignored } = await getFileInfo(filepath, { ignorePath });
    if (ignored) continue;
    if (!(await check(readFileSync(filepath, "utf8"), { filepath })))
      found.push(file);
  }
  return found;
}

/** Lets `typeErrors` check projects of a folder in one go, each with the settings that all are emitted with. */
export function joinProjects(folder: string, names: readonly string[]): void {
  const settings = {
    extends: `./${names[0]}/tsconfig.json`,
    compilerOptions: { rootDir: "." },
    include: names.map((name) => `${name}/src`),
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
}

/** Bundles a project, starts it on stdio, and gives what the SDK's client reads of its lists. */
export async function listBundled(project: string) {
  const main = await bundle(project);
  const client = new Client({ name: "corpus", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main],
      stderr: "ignore",
    }),
  );
  try {
    return await listEverything(client);
  } finally {
    await client.close();
  }
}

/** Lists in this process, with packages that it has loaded before. */
export async function listInProcess(project: string) {
  const file = await bundle(project, "server", { packages: "external" });
  const { createServer } = (await import(pathToFileURL(file).href)) as {
    createServer: (options: object) => Promise<Server>;
  }; // what server.ts exports
  const [own, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "corpus", version: "1.0.0" });
  await (await createServer({ env: process.env })).connect(other);
  await client.connect(own);
  return listEverything(client);
}

/** Lists of a server, as far as it has them. */
export async function listEverything(client: Client) {
  const has = client.getServerCapabilities() ?? {};
  return {
    tools: has.tools ? (await client.listTools()).tools : [],
    resources: has.resources ? (await client.listResources()).resources : [],
    templates: has.resources
      ? (await client.listResourceTemplates()).resourceTemplates
      : [],
  };
}
