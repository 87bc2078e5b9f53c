import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createProxy } from "node:http";
import { Agent, createServer } from "node:https";
import { connect as connectTcp } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { createAuthority } from "../../certificates.js";
import { callerOf, portOf, textOf } from "../calls.js";
import type { Options } from "../../upstream.js";
import { mutualTls } from "../../alone.js";

const env: NodeJS.ProcessEnv = {};
let ca: string;
let folder: string;
let api: Server;
let baseUrl: string;

beforeAll(async () => {
  const authority = await createAuthority();
  ca = authority.ca;
  folder = await mkdtemp(join(tmpdir(), "tls-"));
  const { cert, key } = authority.client;
  for (const [name, text] of Object.entries({ CA: ca, CERT: cert, KEY: key })) {
    env[name] = join(folder, `${name}.pem`);
    await writeFile(env[name], text);
  }
  api = createServer(
    { ...authority.server, ca, requestCert: true, rejectUnauthorized: false },
    ({ socket }, response) => {
      const { authorized, remotePort } = socket as TLSSocket; // it is a TLS server
      response.setHeader("x-port", String(remotePort));
      response.end(authorized ? "known" : "unknown");
    },
  );
  baseUrl = `https://127.0.0.1:${await portOf(api)}`;
});

afterEach(() => {
  vi.unstubAllEnvs();
});

afterAll(async () => {
  api.close();
  await rm(folder, { recursive: true });
});

const variables = { certificate: "CERT", key: "KEY", ca: "CA", env };

function callerBy(it = mutualTls(variables), options: Partial<Options> = {}) {
  return callerOf({ baseUrl, credentials: { it }, ...options });
}

test("the client certificate is sent only by operations that declare it", async () => {
  const transport = axiosTransport({ agent: new Agent({ ca }) });
  const ask = callerBy(undefined, { transport });
  expect(await textOf(ask())).toBe("known");
  expect(await textOf(ask({ tool: { security: [] } }))).toBe("unknown");
  expect(await textOf(ask())).toBe("known");
});

test("the connection with a client certificate is reused", async () => {
  const ask = callerBy();
  const ports = [await ask(), await ask()].map(
    ({ headers }) => headers["x-port"],
  );
  expect(ports[0]).toBe(ports[1]);
});

test("a server of an unknown authority is refused", async () => {
  const ask = callerBy(mutualTls({ ...variables, ca: "NONE" }));
  expect(await textOf(ask())).toMatch(
    /the TLS connection failed\..* If the API asks for a client certificate/,
  );
});

test("a certificate file that can't be read is named by its variable", async () => {
  const late = join(folder, "late.pem");
  const ask = callerBy(mutualTls({ ...variables, env: { ...env, KEY: late } }));
  expect(await textOf(ask())).toBe(
    "Error: CallError: GET /ask: the file in KEY could not be read.",
  );
  await copyFile(env["KEY"] ?? "", late);
  expect(await textOf(ask())).toBe("known");
});

test("a file that isn't a certificate or its key is named by its variable", async () => {
  const swapped = { ...env, CERT: env["KEY"], KEY: env["CERT"] };
  const ask = callerBy(mutualTls({ ...variables, env: swapped }));
  expect(await textOf(ask())).toContain(
    "the files in CERT and KEY must be a certificate and its key",
  );
});

test("a proxy of the environment is used with the certificate, except for NO_PROXY", async () => {
  const through: (string | undefined)[] = [];
  const proxy = createProxy();
  proxy.on("connect", (request, socket) => {
    through.push(request.url);
    const { port } = new URL(baseUrl);
    const target = connectTcp(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    socket.on("error", () => target.destroy());
  });
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${await portOf(proxy)}`);
  vi.stubEnv("NO_PROXY", "");
  expect(await textOf(callerBy()())).toBe("known");
  expect(through).toEqual([new URL(baseUrl).host]);
  vi.stubEnv("NO_PROXY", "127.0.0.1");
  expect(await textOf(callerBy()())).toBe("known");
  expect(through).toHaveLength(1);
  proxy.close();
});
