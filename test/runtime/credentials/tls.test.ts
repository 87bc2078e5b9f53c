import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createProxy } from "node:http";
import { createServer } from "node:https";
import { connect as connectTcp } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createHttpTransport, mutualTls } from "../../../runtime/index.js";
import { createAuthority } from "../certificates.js";
import { callerOf, secured } from "../secured.js";

const env: NodeJS.ProcessEnv = {};
let ca: string;
let folder: string;
let api: Server;
let baseUrl: string;

beforeAll(async () => {
  const authority = await createAuthority();
  ca = authority.ca;
  folder = await mkdtemp(join(tmpdir(), "tls-"));
  const files = {
    CA: ca,
    CERT: authority.client.cert,
    KEY: authority.client.key,
  };
  for (const [name, text] of Object.entries(files)) {
    env[name] = join(folder, `${name}.pem`);
    await writeFile(env[name], text);
  }
  api = createServer(
    { ...authority.server, ca, requestCert: true, rejectUnauthorized: false },
    ({ socket }, response) => {
      const { authorized } = socket as TLSSocket; // it is a TLS server
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

test("an operation that asks for it gets the certificate, another one does not", async () => {
  const { call } = await callerOf(
    [secured("ask", [["tls"]]), secured("open")],
    {
      baseUrl,
      credentials: { tls: mutualTls(variables) },
      transport: createHttpTransport({ tls: { ca } }),
    },
  );
  expect(await call("ask")).toBe("known");
  expect(await call("open")).toBe("unknown");
  expect(await call("ask")).toBe("known");
});

test("an authority that is not known is refused", async () => {
  const { call } = await callerOf([secured("open")], { baseUrl });
  expect(await call("open")).toContain("TLS certificate is not trusted");
});

test("a file that can't be read is named by its variable", async () => {
  const lost = { ...env, KEY: join(folder, "lost.pem") };
  const { call } = await callerOf([secured("ask", [["tls"]])], {
    baseUrl,
    credentials: { tls: mutualTls({ ...variables, env: lost }) },
  });
  expect(await call("ask")).toBe(
    "error: GET /ask: the file that KEY names can't be read.",
  );
});

test("a proxy of the environment is used, with the certificate, but not where it should not", async () => {
  const through: (string | undefined)[] = [];
  const proxy = createProxy();
  proxy.on("connect", (request, socket) => {
    through.push(request.url);
    const target = connectTcp(
      Number(new URL(baseUrl).port),
      "127.0.0.1",
      () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        target.pipe(socket).pipe(target);
      },
    );
    socket.on("error", () => target.destroy());
  });
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${await portOf(proxy)}`);
  vi.stubEnv("NO_PROXY", "");
  const ask = async () => {
    const { call } = await callerOf([secured("ask", [["tls"]])], {
      baseUrl,
      credentials: { tls: mutualTls(variables) },
    });
    return call("ask");
  };
  expect(await ask()).toBe("known");
  expect(through).toEqual([new URL(baseUrl).host]);
  vi.stubEnv("NO_PROXY", "127.0.0.1");
  expect(await ask()).toBe("known");
  expect(through).toHaveLength(1);
  proxy.close();
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port; // it listens on TCP
}
