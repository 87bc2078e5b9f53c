import { Agent, createServer } from "node:https";
import { expect, onTestFinished, test, vi } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { createAuthority } from "../../certificates.js";
import { call, startUpstream, toolOf } from "../../upstream.js";
import { portOf } from "../calls.js";

test("an agent that you pass is used for all connections", async () => {
  const { ca, server } = await createAuthority();
  const api = createServer(server, (_request, response) => response.end("hi"));
  onTestFinished(() => void api.close());
  const baseUrl = `https://127.0.0.1:${await portOf(api)}`;
  const ask = (agent?: Agent) =>
    call(
      toolOf(),
      {},
      { baseUrl, transport: axiosTransport(agent ? { agent } : {}) },
    );
  expect((await ask(new Agent({ ca }))).data).toBe("hi");
  await expect(ask()).rejects.toThrow(
    "GET /: (UNABLE_TO_VERIFY_LEAF_SIGNATURE) the TLS connection failed.",
  );
});

test("axios is loaded when the server listens, after its first responses", async () => {
  const load = vi.fn(() => ({ default: {} }));
  vi.doMock("axios", load);
  onTestFinished(() => void vi.doUnmock("axios"));
  await axiosTransport().start?.();
  expect(load).not.toHaveBeenCalled();
  await expect.poll(() => load.mock.calls.length).toBe(1);
});

test("requests have only the headers that a connection needs", async () => {
  const { baseUrl, received } = await startUpstream();
  const headers = { "user-agent": "mine", accept: "a/b" };
  const signal = new AbortController().signal;
  const body = Buffer.from("a=1");
  await axiosTransport()(
    { method: "POST", url: `${baseUrl}/x?y[]=1|2`, headers, body },
    signal,
  );
  const [request] = received;
  expect(request).toMatchObject({ url: "/x?y[]=1|2", body: "a=1" });
  const names = Object.keys(request?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  );
  expect(names.sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "content-length",
    "host",
    "user-agent",
  ]);
});

test("several headers of one name are joined", async () => {
  const api = await startUpstream((_request, response) => {
    response.writeHead(200, { "Set-Cookie": ["a=1", "b=2"], "X-A": "1" }).end();
  });
  expect((await call(toolOf(), {}, api)).headers).toMatchObject({
    "set-cookie": "a=1, b=2",
    "x-a": "1",
  });
});
