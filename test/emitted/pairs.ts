import { execFile } from "node:child_process";
import {
  access,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { packExtension, unpackExtension } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { build } from "esbuild";
import { load, loadAll } from "js-yaml";
import { expect } from "vitest";
import type { Config } from "../../generator/index.js";
import type { ExtraFile } from "../../generator/config/config.js";
import { message } from "../runtime/ask.js";
import { problemsOfCompose, problemsOfObject } from "./manifest-schemas.js";
import type { Manifest } from "./manifest-schemas.js";

export type Kind = ExtraFile;

/** Configs that change the build or the content of a project, in addition to the files that `emit` adds. */
export const CHANGES: Readonly<Record<string, Config>> = {
  "the SDK's second line": { sdk: "v2" },
  "access tokens": { auth: "jwt" },
  "tokens of its own": { auth: "tokens" },
  search: { tools: "search" },
  "components of one's own": { features: ["custom"] },
  "files of a folder": { files: true },
  consent: { overrides: { addPet: { confirm: "person" } } },
  "a person who logs in": {
    document: "test/emitted/login.json",
    features: ["login"],
  },
  "pages of other origins": { features: ["cors"] },
  sessions: { features: ["sessions"] },
  telemetry: { features: ["telemetry"] },
  "limits and retries": {
    auth: "jwt",
    limits: { perCaller: "60/min" },
    retries: 2,
  },
  "secrets from files, a trail and what replicas share": {
    audit: { required: true },
    auth: "jwt",
    features: ["secret-files", "redis", "cookies"],
    limits: { perCaller: "60/min" },
    maxConcurrency: 4,
  },
  "output schemas": { outputSchemas: "typed" },
  "a workflow that a search finds, on the SDK's second line": {
    sdk: "v2",
    tools: "search",
    workflows: ["test/emitted/sdk.arazzo.yaml"],
  },
  "two APIs": {
    sources: ["one", "two"].map((name) => ({
      name,
      document: "test/emitted/sdk.json",
      allRoutesAsTools: true,
    })),
  },
};

/** A server that is started as its kind says: a command with its folder, or a module's function. */
type Started =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
    }
  | { fetch(request: Request): Promise<Response> };

/** Functions that use each kind of files as these files say, and return the started servers. */
export const MADE: Readonly<
  Record<Kind, (project: string) => Promise<Started[]>>
> = {
  async ci(project) {
    const text = await readFile(
      join(project, ".github", "workflows", "mcp.yml"),
      "utf8",
    );
    const { jobs } = load(text) as Workflow; // as it was generated
    const own = jobs.check.steps.flatMap(({ run = "" }) =>
      /^npm (test|run (build|bundle))$/.test(run) ? [run] : [],
    );
    for (const command of own) await shell(command, project);
    return [node(project, "dist/main.js")];
  },
  async client(project) {
    await shell("npm run build", project);
    return [node(project, "dist/main.js")];
  },
  async evals(project) {
    // Nothing of it is built.
    await shell("npm run build", project);
    return [node(project, "dist/main.js")];
  },
  async compose(project) {
    const text = await readFile(join(project, "compose.yaml"), "utf8");
    expect(problemsOfCompose(load(text))).toEqual([]);
    return MADE.dockerfile(project);
  },
  async kubernetes(project) {
    const text = await readFile(join(project, "kubernetes.yaml"), "utf8");
    const objects = loadAll(text) as Manifest[]; // as they were generated
    expect(objects.flatMap(problemsOfObject)).toEqual([]);
    return MADE.dockerfile(project);
  },
  async dockerfile(project) {
    const text = await readFile(join(project, "Dockerfile"), "utf8");
    const allowed = (
      await readFile(join(project, ".dockerignore"), "utf8")
    ).split("\n");
    const [, first = "", last = ""] = text.split(/^FROM .*$/m);
    const building = await folderBeside(project, "build");
    const image = await folderBeside(project, "image");
    await symlink(
      join(project, "node_modules"),
      join(building, "node_modules"),
    );
    for (const [, word, rest = ""] of first.matchAll(/^(COPY|RUN) (.*)$/gm)) {
      const files = rest.split(" ");
      if (word === "RUN" && !/npm (ci|install)/.test(rest))
        await shell(rest, building);
      if (word === "COPY") {
        const from = files.filter((file) => allowed.includes(`!${file}`));
        await copy(project, from, join(building, files.at(-1) ?? ""));
      }
    }
    for (const [, rest = ""] of last.matchAll(/^COPY --from=build (.*)$/gm)) {
      const files = rest.replaceAll("/app/", "").split(" ");
      await copy(building, files.slice(0, -1), join(image, files.at(-1) ?? ""));
    }
    const [, entry = "[]"] = /^ENTRYPOINT (.*)$/m.exec(last) ?? [];
    const [command = "", ...args] = JSON.parse(entry) as string[];
    return [{ command, args, cwd: image }];
  },
  async mcpb(project) {
    await shell("npm run build", project);
    const mcpbPath = `${project}.mcpb`;
    const cwd = await folderBeside(project, "bundle");
    await packExtension({
      extensionPath: project,
      outputPath: mcpbPath,
      silent: true,
    });
    await unpackExtension({ mcpbPath, outputDir: cwd, silent: true });
    const text = await readFile(join(cwd, "manifest.json"), "utf8");
    const { server } = JSON.parse(text) as BundleManifest;
    const { args, command } = server.mcp_config;
    const own = args.map((one) => one.replace("${__dirname}", cwd));
    return [{ command, args: own, cwd }];
  },
  async registry(project) {
    const packed = await shell("npm pack --json --loglevel=error", project);
    const [, filename = ""] = /"filename": "([^"]*)"/.exec(packed) ?? [];
    const user = await folderBeside(project, "user");
    await writeFile(join(user, "package.json"), "{}");
    // It needs no other package, so there is nothing to ask a registry for.
    const tarball = join(project, filename);
    await shell(`npm install --offline --no-audit "${tarball}"`, user);
    const name = filename.replace(/-\d+\.\d+\.\d+\.tgz$/, "");
    // The licences of what is bundled go along.
    await access(join(user, "node_modules", name, "dist", "NOTICES.txt"));
    return [{ command: "npx", args: ["--offline", name], cwd: user }];
  },
  async skills(project) {
    await shell("npm run build", project);
    return [node(project, "dist/main.js")];
  },
  async tests(project) {
    await shell("npm test", project);
    await shell("npm run build", project);
    return [node(project, "dist/main.js")];
  },
  async worker(project) {
    const outfile = join(project, "dist", "worker.mjs");
    await build({
      entryPoints: [join(project, "src", "worker.ts")],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile,
    });
    const { default: worker } = (await import(pathToFileURL(outfile).href)) as {
      default: { fetch(request: Request): Promise<Response> };
    };
    return [worker];
  },
};

interface Workflow {
  readonly jobs: {
    readonly check: { readonly steps: readonly { readonly run?: string }[] };
  };
}

interface BundleManifest {
  readonly server: {
    readonly mcp_config: {
      readonly command: string;
      readonly args: readonly string[];
    };
  };
}

/** Text of the response to a call of `tool`. */
export async function call(
  server: Started,
  tool: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const params = { name: tool, arguments: {} };
  if ("fetch" in server) {
    const url = "https://mcp.example/mcp";
    const headers = { "content-type": "application/json" };
    const body = message("tools/call", params);
    const asked = new Request(url, { method: "POST", headers, body });
    return (await server.fetch(asked)).text();
  }
  const client = new Client({ name: "pairs", version: "1" });
  const transport = new StdioClientTransport({
    command: server.command,
    cwd: server.cwd,
    stderr: "ignore",
    args: [...server.args, "--transport", "stdio"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  await client.connect(transport);
  try {
    return JSON.stringify(await client.callTool(params));
  } finally {
    await client.close();
  }
}

function node(cwd: string, file: string): Started {
  return { command: process.execPath, args: [file], cwd };
}

async function folderBeside(project: string, name: string) {
  return mkdtemp(join(dirname(project), `${name}-`));
}

async function copy(from: string, files: readonly string[], to: string) {
  for (const file of files) {
    // Docker copies what is in a folder, and a file below its name.
    const isFolder = /^src$/.test(file);
    await mkdir(to, { recursive: true });
    await cp(
      join(from, file),
      isFolder ? to : join(to, file.replace(/.*\//, "")),
      {
        recursive: true,
      },
    );
  }
}

/** Outputs of commands, by folder and line. */
const done = new Map<string, Promise<string>>();

/** Runs a line of a file as npm or Docker would, once if both kinds of a pair ask for it. Rejects with what it says. */
function shell(line: string, cwd: string): Promise<string> {
  const key = `${cwd} ${line}`;
  const said = done.get(key) ?? run(line, cwd);
  done.set(key, said);
  return said;
}

async function run(line: string, cwd: string): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|VITEST|NODE_)/.test(name),
    ),
  );
  try {
    return (await promisify(execFile)("sh", ["-c", line], { cwd, env })).stdout;
  } catch (error) {
    const { stderr, stdout } = error as { stderr: string; stdout: string };
    throw new Error(`${line}: ${stdout}${stderr}`, { cause: error });
  }
}
