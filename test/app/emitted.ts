import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { build } from "esbuild";
import { onTestFinished, vi } from "vitest";
import { bundleModules } from "../emitted/bundle.js";
import { wholeSample } from "../samples/whole.js";
import type { Sample } from "../samples/whole.js";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A temporary folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "toolwright-app-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A client of a server on stdio, closed after the test. */
export async function connectStdio(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      cwd: ROOT,
      env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "error", ...env },
    }),
  );
  return client;
}

/** A sample's whole server, generated with its own cache. */
export async function sampleServer(name: string): Promise<Sample> {
  vi.stubEnv("XDG_CACHE_HOME", await mkdtemp(join(tmpdir(), "cache-")));
  const sample = await wholeSample(name);
  vi.unstubAllEnvs();
  return sample;
}

/** A sample's server, in process with its application. */
export async function inProcess(
  server: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Client> {
  return connectStdio([await bundleModules(server)], env);
}

/** Connects over Streamable HTTP; each request of the client has these headers. */
export async function inProcessOverHttp(
  server: string,
  headers: Readonly<Record<string, string>>,
): Promise<Client> {
  const child = spawn(
    process.execPath,
    [
      await bundleModules(server),
      ...["--transport", "streamable-http", "--port", "0"],
    ],
    { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] },
  );
  onTestFinished(() => void child.kill());
  const client = new Client({ name: "test", version: "1.0.0" });
  for await (const line of createInterface({ input: child.stderr })) {
    const [url] = /http:[^"]+/.exec(line) ?? [];
    if (url === undefined) continue;
    const requestInit = { headers };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit }),
    );
    onTestFinished(() => client.close());
    return client;
  }
  throw new Error("The server has ended.");
}

/**
 * Connects to the same tools in this process, with a client that calls a URL instead; `options` are more fields of it,
 * as code.
 */
export async function overHttp(
  server: string,
  {
    baseUrl,
    env,
    options,
  }: {
    readonly baseUrl: string;
    readonly env: Readonly<Record<string, string>>;
    readonly options: string;
  },
): Promise<Client> {
  const outfile = join(server, "dist", "http.js");
  const source = join(server, "src");
  const contents = `
    import { axiosTransport } from "./runtime/features/transport/axios.js";
    import { bearer } from "./runtime/features/credentials/bearer.js";
    import { credentials } from "./runtime/features/credentials/credentials.js";
    import { streams } from "./runtime/features/responses/streams.js";
    import { multipart } from "./runtime/features/bodies/multipart.js";
    import { createHttpClient } from "./runtime/index.js";
    export const createClient = (context) => createHttpClient(context, {
      baseUrl: ${JSON.stringify(baseUrl)},
      transport: axiosTransport(),
      bodies: [multipart()],
      stream: streams({ pieces: true }),
      maxRedirects: 0,
      ${options},
    });
  `;
  // A server of an application has no feature that speaks HTTP.
  await cp(
    join(ROOT, "runtime", "features"),
    join(source, "runtime", "features"),
    { recursive: true },
  );
  await build({
    entryPoints: [join(source, "server.ts")],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    plugins: [
      {
        name: "client",
        setup: (run) =>
          run.onLoad({ filter: /src\/client\.ts$/ }, () => ({
            contents,
            loader: "ts",
            resolveDir: source,
          })),
      },
    ],
  });
  const { createServer } = (await import(outfile)) as {
    createServer: (
      options: object,
    ) => Promise<{ connect(to: InMemoryTransport): Promise<void> }>;
  }; // as server.ts says
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await (
    await createServer({ env: { LOG_LEVEL: "error", ...env } })
  ).connect(theirs);
  await client.connect(ours);
  return client;
}
