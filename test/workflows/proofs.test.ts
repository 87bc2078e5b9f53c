import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { load } from "js-yaml";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { mock } from "../../runtime/features/transport/mock.js";
import type { Config } from "../../generator/index.js";
import { CORPUS } from "../corpus/documents.js";
import { bundleModules } from "../emitted/bundle.js";
import { emit } from "../emitted/project.js";
import { typeErrors } from "../type-check.js";

/** Expectations of a workflow in the proofs. */
interface Proof {
  readonly workflowId: string;
  readonly "x-arguments": object;
  /** Requests in order; `*` is a value that came from a response. */
  readonly "x-requests": readonly string[];
}

interface Server {
  readonly service: {
    readonly handlers: Record<
      string,
      (params: object, caller: object) => Promise<unknown>
    >;
  };
}

type Proven = readonly [name: string, document: string, more: Config];

const SHOP: Proven = ["shop", "test/workflows/shop.openapi.yaml", {}];

/** Workflows of real documents, if these are available. */
const REAL: Proven[] = [
  ["museum", join(CORPUS, "museum.yaml"), {}],
  ["link-example", join(CORPUS, "link-example.yaml"), {}],
  [
    "digitalocean",
    join(CORPUS, "digitalocean.yaml"),
    { tags: ["Actions", "Droplets", "Droplet Actions"] },
  ],
];

/** `npm run test:corpus` proves those of real documents. */
const PROOFS =
  process.env["TOOLWRIGHT_PROOFS"] === "real"
    ? REAL.filter(([, document]) => existsSync(document))
    : [SHOP];

/** Credentials that Prism asks for. */
const CREDENTIALS = [
  "API_BEARER_AUTH_TOKEN",
  "API_MUSEUM_PLACEHOLDER_AUTH_USERNAME",
  "API_MUSEUM_PLACEHOLDER_AUTH_PASSWORD",
];

/**
 * The command of @stoplight/prism-cli, if someone has it: `PRISM=$(which prism) npm run test:corpus -- test/workflows`.
 */
const PRISM = process.env["PRISM"];

type Answering = (sent: IncomingMessage, body: string) => Promise<Reply>;
interface Reply {
  readonly status: number;
  readonly headers: object;
  readonly body: string;
}

/** Responds on a free port, and keeps its requests. */
async function recorder(answer: Answering) {
  const requests: string[] = [];
  const server = createServer((sent, response) => {
    void (async () => {
      const body = await textOf(sent);
      requests.push(`${sent.method ?? ""} ${sent.url ?? ""} ${body}`.trim());
      const { status, headers, body: text } = await answer(sent, body);
      response.writeHead(status, { ...headers }).end(text);
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens
  return { requests, url: `http://127.0.0.1:${port}` };
}

/** Prism with a document, on its own port; it goes away with the test. */
async function prism(command: string, document: string): Promise<Answering> {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as AddressInfo; // it listens
  free.close();
  const child = spawn(command, ["mock", "-p", String(port), document]);
  onTestFinished(() => void child.kill());
  for (let tries = 0; tries < 200; tries += 1) {
    const [text] = (await Promise.race([
      once(child.stdout, "data"),
      setTimeout(500, [""]),
    ])) as [Buffer | string];
    if (text.includes("listening")) break;
  }
  return (sent, body) =>
    new Promise((resolve, reject) => {
      const { method, url: path, headers } = sent;
      const to = { host: "127.0.0.1", port, method, path, headers };
      request(to, (got) => {
        void textOf(got).then((text) => {
          const { statusCode: status = 0, headers: all } = got;
          resolve({ status, headers: all, body: text });
        }, reject);
      })
        .on("error", reject)
        .end(body);
    });
}

afterEach(() => void vi.unstubAllEnvs());

describe.each(PROOFS)("workflows of %s", (name, document, more) => {
  const file = `test/workflows/${name}.arazzo.yaml`;
  const { workflows } = load(readFileSync(file, "utf8")) as {
    readonly workflows: readonly Proof[];
  };
  const made = emit({
    document,
    allRoutesAsTools: true,
    ...more,
    emit: ["tests"],
    workflows: [file],
  });

  it("become code that passes the strict type check", async () => {
    expect(await typeErrors(await made)).toEqual([]);
  }, 60_000);

  const ways = ["the mock of the emitted tests", ...(PRISM ? ["Prism"] : [])];
  it.each(ways)(
    "send their steps in order to %s",
    async (way) => {
      const answering =
        way === "Prism" && PRISM
          ? await prism(PRISM, document)
          : mocked(join(await made, "test/responses.json"));
      const { requests, url } = await recorder(answering);
      vi.stubEnv("API_BASE_URL", url);
      for (const name of CREDENTIALS) vi.stubEnv(name, "secret");
      writeFileSync(
        join(await made, "src", "opened.ts"),
        `import { openServer } from "./runtime/features/start/open.js";
import { server } from "./server.js";
export const { service } = await openServer(server, { env: process.env });
`,
      );
      const path = await bundleModules(await made, "src/opened.ts");
      const { service } = (await import(`${path}?${way.length}`)) as Server;
      const quiet = () => undefined;
      const caller = {
        id: 1,
        headers: {},
        progress: quiet,
        signal: new AbortController().signal,
        log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      };
      for (const proof of workflows) {
        const { "x-arguments": args, "x-requests": wanted } = proof;
        requests.length = 0;
        const params = { name: proof.workflowId, arguments: args };
        const result = await service.handlers["tools/call"]?.(params, caller);
        const told = JSON.stringify(result);
        expect(result, told).not.toHaveProperty("isError");
        expect(requests.length, requests.join("\n")).toBe(wanted.length);
        for (const [index, one] of wanted.entries())
          expect(requests[index]).toMatch(patternOf(one));
      }
    },
    120_000,
  );
});

const mocked = (answers: string): Answering => {
  const stage = mock(answers, import.meta.url)({});
  return ({ method = "", url = "" }) =>
    Promise.resolve(
      stage({
        method,
        headers: {},
        body: undefined,
        url: `http://api.example${url}`,
      }) as Reply, // texts, since no document of these has others
    );
};

function patternOf(wanted: string): RegExp {
  const text = wanted.replace(/[$()+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(
    `^${text.replaceAll('"*"', '"[^"]+"').replaceAll("*", "[^/?]+")}$`,
  );
}
