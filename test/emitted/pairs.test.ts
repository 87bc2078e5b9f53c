import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { EXTRA_FILES } from "../../generator/config/config.js";
import type { Config } from "../../generator/index.js";
import { call, CHANGES, MADE } from "./pairs.js";
import type { Kind } from "./pairs.js";
import { emit } from "./project.js";

/** Each kind of files with each other one, and with all that changes what is built. */
const PAIRS: [kind: Kind, other: string][] = EXTRA_FILES.flatMap((kind, at) =>
  [...EXTRA_FILES.slice(at + 1), ...Object.keys(CHANGES)].map(
    (other): [Kind, string] => [kind, other],
  ),
);

/** Those that once failed, and some in which each kind and each change is met; `npm run test:pairs` makes all. */
const SAMPLE = [
  "ci tests",
  "dockerfile tests",
  "mcpb tests",
  "registry tests",
  "dockerfile access tokens",
  "registry the SDK's second line",
  "mcpb search",
  "tests two APIs",
  "worker components of one's own",
];

const isWhole = process.env["TOOLWRIGHT_PAIRS"] === "all";
const chosen = PAIRS.filter(
  (pair) => isWhole || SAMPLE.includes(pair.join(" ")),
);

const api = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end('[{"name":"Rex"}]');
});
let env: Record<string, string>;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const { port } = api.address() as AddressInfo; // it listens on TCP
  const url = `http://127.0.0.1:${port}`;
  const names = ["API_BASE_URL", "ONE_API_BASE_URL", "TWO_API_BASE_URL"];
  env = Object.fromEntries(names.map((name) => [name, url]));
  for (const name of names) vi.stubEnv(name, url); // of a worker
  for (const name of ["ISSUER", "AUDIENCE", "JWKS_URL"])
    vi.stubEnv(`MCP_JWT_${name}`, url);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  api.close();
});

describe("a project with", () => {
  test.each(chosen)(
    "%s and %s does what both are for",
    async (kind, other) => {
      const kinds = EXTRA_FILES.filter((one) => one === kind || one === other);
      const config: Config = {
        ...(other === "two APIs"
          ? CHANGES[other]
          : {
              ...{ document: "test/emitted/sdk.json", allRoutesAsTools: true },
              ...CHANGES[other],
            }),
        emit: kinds,
      };
      const project = await emit(config);
      const tool = other === "two APIs" ? "one_listPets" : "listPets";
      for (const one of kinds)
        for (const server of await MADE[one](project)) {
          if ("cwd" in server && server.cwd !== project)
            expect(testsIn(server.cwd)).toEqual([]);
          const isRefused = one === "worker" && other === "access tokens";
          const want = isRefused ? "A bearer token is needed." : "Rex";
          expect(await call(server, tool, env)).toContain(want);
        }
    },
    180_000,
  );

  test("all of the sample is among them", () => {
    const all = PAIRS.map((pair) => pair.join(" "));
    expect(SAMPLE.filter((pair) => !all.includes(pair))).toEqual([]);
  });
});

/** Files that are there for tests alone, and what a build leaves behind. */
function testsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) =>
    /(^|[\\/])(test|verify)([\\/.]|$)|bundle\.json$/.test(file),
  );
}
