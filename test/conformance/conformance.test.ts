import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../emitted/project.js";
import type { Served } from "../emitted/project.js";
import { buildServer, startApi } from "./server.js";

const run = promisify(execFile);
const suite = fileURLToPath(
  new URL(
    "node_modules/@modelcontextprotocol/conformance/dist/index.js",
    import.meta.url,
  ),
);

const APPLIES = [
  "server-initialize",
  "ping",
  "completion-complete",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "dns-rebinding-protection",
];

/** Scenarios that try several streams of one session, and warn if there is none. */
const WITH_SESSIONS = ["server-sse-multiple-streams"];

const log = "The log goes to standard error; the protocol gives its own up.";
const client = "A call of an API asks nothing of the client or its model.";
const prompts = "An API's description holds no prompts.";
const changes = "An API does not tell when what it answers changes.";

/** Scenarios for servers of other kinds, and why. */
const DOES_NOT_APPLY: Readonly<Record<string, string>> = {
  "logging-set-level": log,
  "tools-call-with-logging": log,
  "tools-call-sampling": client,
  "tools-call-elicitation": client,
  "elicitation-sep1034-defaults": client,
  "elicitation-sep1330-enums": client,
  "server-sse-polling":
    "A stream that breaks is not taken up again: the call is aborted, so that nothing is done twice.",
  "resources-subscribe": changes,
  "resources-unsubscribe": changes,
  "prompts-list": prompts,
  "prompts-get-simple": prompts,
  "prompts-get-with-args": prompts,
  "prompts-get-embedded-resource": prompts,
  "prompts-get-with-image": prompts,
};

const files = new Map<string, string>();
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
  for (const sdk of ["v1", "v2"] as const)
    files.set(sdk, await buildServer(sdk));
});
afterAll(() => api.close());

test("scenarios of the suite are all listed here", async () => {
  const { stdout } = await run(process.execPath, [suite, "list"]);
  const [servers = ""] = stdout.split("Client scenarios");
  const listed = [...servers.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name);
  const known = [...APPLIES, ...WITH_SESSIONS, ...Object.keys(DOES_NOT_APPLY)];
  expect(listed.sort()).toEqual(known.sort());
});

describe.each([
  ["v1", "without sessions", [], APPLIES],
  ["v1", "with sessions", ["--sessions"], [...APPLIES, ...WITH_SESSIONS]],
  ["v2", "without sessions", [], APPLIES],
  ["v2", "with sessions", ["--sessions"], [...APPLIES, ...WITH_SESSIONS]],
])("conformance of the SDK %s, %s", (sdk, _name, args, scenarios) => {
  let served: Served;

  beforeAll(async () => {
    const env = { API_BASE_URL: api.baseUrl };
    served = await serve(files.get(sdk) ?? "", { args, env });
  });
  afterAll(() => served.stop());

  test.each(scenarios)("%s", async (scenario) => {
    const call = [suite, "server", "--url", served.url, "--scenario", scenario];
    const { stdout } = await run(process.execPath, call).catch(
      (error: { stdout: string; stderr: string }) => ({
        stdout: error.stdout + error.stderr,
      }),
    );
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  });
});
