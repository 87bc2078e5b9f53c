import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { EXTRA_FILES } from "../../generator/config/config.js";
import type { Config } from "../../generator/index.js";
import { call, CHANGES, MADE } from "./pairs.js";
import type { Kind } from "./pairs.js";
import { emit } from "./project.js";

/** Kinds of files that are in one project, and what else is asked of it. */
type Together = readonly [kinds: readonly Kind[], change: string];

/** Each kind with each other one, and with all that changes what is built. */
const PAIRS: Together[] = EXTRA_FILES.flatMap((kind, at) => [
  ...EXTRA_FILES.slice(at + 1).map((other): Together => [
    [kind, other],
    "nothing else",
  ]),
  ...Object.keys(CHANGES)
    // A worker has no file system.
    .filter((change) => kind !== "worker" || change !== "files of a folder")
    .map((change): Together => [[kind], change]),
]);

/** Each kind, with changes that once failed, in few projects; `npm run test:pairs` makes each pair alone. */
const SAMPLE: Together[] = [
  [["ci", "dockerfile", "mcpb", "tests"], "search"],
  [["dockerfile"], "access tokens"],
  [["registry"], "the SDK's second line"],
  [["worker"], "components of one's own"],
];

const chosen = process.env["TOOLWRIGHT_PAIRS"] === "all" ? PAIRS : SAMPLE;

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

test.each(chosen)(
  "a project with %j and %s has both features working",
  async (kinds, change) => {
    const isOfTwo = change === "two APIs";
    const config: Config = {
      ...(!isOfTwo && {
        document: "test/emitted/sdk.json",
        allRoutesAsTools: true,
      }),
      ...CHANGES[change],
      emit: kinds,
    };
    const project = await emit(config);
    const tool = isOfTwo ? "one_listPets" : "listPets";
    for (const kind of kinds)
      for (const server of await MADE[kind](project)) {
        if ("cwd" in server && server.cwd !== project)
          expect(testsIn(server.cwd)).toEqual([]);
        const isRefused = kind === "worker" && config.auth === "jwt";
        const want = isRefused ? "A bearer token is required." : "Rex";
        expect(await call(server, tool, env)).toContain(want);
      }
  },
  180_000,
);

/** Files that are there for tests alone, and what a build leaves behind. */
function testsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) =>
    /(^|[\\/])(test|verify)([\\/.]|$)|bundle\.json$/.test(file),
  );
}
