import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { bundle, emit, serve } from "../emitted/project.js";
import { ask, message } from "../runtime/ask.js";
import { startUpstream } from "../runtime/upstream.js";
import { snippetsOf } from "./pages.js";

/** Modules of the page, by the name of their first export. */
const MODULES = new Map(
  snippetsOf("ts")
    .filter(({ mark, page }) => page === "docs/middleware.md" && mark === "")
    .map(({ text }) => [
      /export (?:const|function) (\w+)/.exec(text)?.[1] ?? "",
      text,
    ]),
);

/** Line of the page with this mark that has a name, without its comma: `http: [versionDocument]`. */
const lineWith = (mark: string, name: string) =>
  snippetsOf("ts")
    .find(
      (snippet) =>
        snippet.page === "docs/middleware.md" &&
        snippet.mark === mark &&
        snippet.text.includes(name),
    )
    ?.text.trim()
    .replace(/,$/, "") ?? "";

let main = "";

/** Makes the changes of the page in a generated project, as its reader does. */
beforeAll(async () => {
  const project = await emit({
    document: "samples/petstore/openapi.json",
    allRoutesAsTools: true,
    maxConcurrency: 4,
    retries: 2,
  });
  for (const [name, text] of MODULES)
    writeFileSync(join(project, "src/custom", `${name}.ts`), text);
  change(project, "client", [
    [/middleware: \[.*\]/, lineWith("client", "callerName")],
    [/^/, 'import { callerName } from "./custom/callerName.js";\n'],
  ]);
  const [ownFeatures = ""] = lineWith("server", "closedAtNight").split("]");
  const wrapper = `{ name: "wrapper", ${lineWith("feature", "methods")} }`;
  change(project, "server", [
    [/features: \[/, `${ownFeatures}, ${wrapper}, `],
    [
      / {2}features:/,
      `  ${lineWith("server", "versionDocument")},\n  features:`,
    ],
    [
      /^/,
      `import { closedAtNight } from "./custom/closedAtNight.js";
import { versionDocument } from "./custom/versionDocument.js";
`,
    ],
  ]);
  main = await bundle(project);
});

/** Makes changes in a file of a project, each of which has its place. */
function change(
  project: string,
  name: string,
  changes: readonly (readonly [place: RegExp, text: string])[],
): void {
  const file = join(project, `src/${name}.ts`);
  let text = readFileSync(file, "utf8");
  for (const [place, replacement] of changes) {
    expect(text).toMatch(place);
    text = text.replace(place, () => replacement);
  }
  writeFileSync(file, text);
}

/** Time zone in which it is this hour now. https://data.iana.org/time-zones/tzdb/etcetera */
function zoneOf(hour: number): string {
  const offset = (hour - new Date().getUTCHours() + 36) % 24;
  return `Etc/GMT${offset > 12 ? "-" : "+"}${Math.abs(offset - 12)}`;
}

/** Serves the project at an hour, and calls a tool as Ann. */
async function callAt(hour: number) {
  const api = await startUpstream();
  const served = await serve(main, {
    env: {
      API_BASE_URL: api.baseUrl,
      API_KEY: "k",
      MCP_TOKENS: "ann:first-token-0123456",
      TZ: zoneOf(hour),
    },
  });
  onTestFinished(() => served.stop());
  const { lines, url } = served;
  const headers = { authorization: "Bearer first-token-0123456" };
  const request = message("tools/call", { name: "listPets" });
  const { body: text } = await ask(url, { body: request, headers });
  const version = await fetch(new URL("/version", url));
  return { api, lines, text, version: await version.json() };
}

test("by day, requests have the caller's name, calls are logged, and anyone reads the version", async () => {
  const { api, lines, text, version } = await callAt(12);
  expect(text).toContain("ok");
  expect(api.received.map(({ headers }) => headers["x-caller"])).toEqual([
    "ann",
  ]);
  expect(lines.join("\n")).toMatch(/"event":"called","name":"listPets"/);
  expect(version).toEqual({ version: "1.0.0" });
});

test("at night, calls are refused, and nothing is sent", async () => {
  const { api, lines, text, version } = await callAt(3);
  expect(text).toContain("Closed until 7.");
  expect(api.received).toEqual([]);
  expect(lines.join("\n")).toMatch(/"event":"called","name":"listPets"/);
  expect(version).toEqual({ version: "1.0.0" });
});
