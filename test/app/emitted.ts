import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

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

/** A sample's server as it stands, in process with its application. */
export function inProcess(
  sample: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const main = join(ROOT, "samples", sample, "server", "src", "main.ts");
  return connectStdio(["--import", "tsx", main], env);
}

/** The same over Streamable HTTP; each request of the client has these headers. */
export async function inProcessOverHttp(
  sample: string,
  headers: Readonly<Record<string, string>>,
): Promise<Client> {
  const main = join(ROOT, "samples", sample, "server", "src", "main.ts");
  const child = spawn(
    process.execPath,
    [
      ...["--import", "tsx", main],
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

/** What samples in process have no need for. */
const AXIOS = join(ROOT, "runtime", "features", "axios.ts");

/** The same tools, with a client that calls a URL instead; `options` are more fields of it, as code. */
export async function overHttp(
  sample: string,
  {
    baseUrl,
    imports,
    options,
  }: {
    readonly baseUrl: string;
    /** Features of the sample's own. */
    readonly imports: string;
    readonly options: string;
  },
): Promise<Client> {
  const outfile = join(await temporaryFolder(), "main.mjs");
  const contents = `
    import { createHttpClient } from "./runtime/index.js";
    import { axiosTransport } from ${JSON.stringify(AXIOS)};
    ${imports}
    export const createClient = () => createHttpClient({
      transport: axiosTransport(),
      baseUrl: ${JSON.stringify(baseUrl)},
      ${options},
    });
  `;
  const source = join(ROOT, "samples", sample, "server", "src");
  await build({
    entryPoints: [join(source, "main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
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
  return connectStdio([outfile]);
}
