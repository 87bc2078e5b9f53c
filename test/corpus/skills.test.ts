import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { afterAll, expect, test, vi } from "vitest";
import { check, generate } from "../../generator/index.js";
import { findSuspicions } from "../../generator/diff/tool-poisoning.js";
import { bundle } from "../emitted/project.js";
import { aSample, documents, UNSERVABLE } from "./documents.js";
import { createFolder } from "./emitted.js";

const { folder, remove } = createFolder();
afterAll(remove);

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}

/** The largest are left to `npm run test:corpus:all`. */
const MOST_OPERATIONS =
  process.env["TOOLWRIGHT_DOCUMENTS"] === "all" ? Infinity : 300;

/** Documents whose skills are tried. */
const MOST_DOCUMENTS = 9;

const servable = aSample(
  documents.filter(
    ({ id, operations }) =>
      !Object.hasOwn(UNSERVABLE, id) && operations <= MOST_OPERATIONS,
  ),
  MOST_DOCUMENTS,
);

// No API is called: the document answers.
vi.stubEnv("API_MOCK", "1");
vi.stubEnv("API_BASE_URL", "http://127.0.0.1:9");

const quiet = () => undefined;
const caller = {
  id: 1,
  headers: {},
  progress: quiet,
  signal: new AbortController().signal,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
};

/** Examples of skills, and those that a server refuses. */
const examples = { all: 0, refused: [] as string[] };

test.each(servable)("$id: skills are valid", async ({ id, path, refRoot }) => {
  const out = join(folder, id);
  const config = {
    document: path,
    refRoot,
    out,
    allRoutesAsTools: true,
    emit: ["skills" as const, "tests" as const],
  };
  await generate(config);
  const { flaws } = await check(config);
  expect(flaws.slice(0, 3)).toEqual([]);
  const pages = new Map(
    readdirSync(join(out, "skills"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => [file, readFileSync(join(out, "skills", file), "utf8")]),
  );
  expect(pages.size).toBeGreaterThan(0);
  for (const [file, text] of pages) {
    const [name = "", ...rest] = file.split("/");
    if (rest.join("/") === "SKILL.md") {
      expect(text.split("\n").length).toBeLessThanOrEqual(121);
      await skillEntry(name, { "SKILL.md": text });
    }
    const bare = text
      .replace(/^> .*$/gm, "")
      .replace(/^```json\n[^]*?^```$/gm, "")
      .replace(/“[^“”\n]*”/g, "")
      .replace(/`[^`\n]*`/g, "");
    expect(findSuspicions(bare)).toEqual([]);
    expect(bare).not.toMatch(/<[a-z!/]/i);
  }
  const calls = [...pages.values()].flatMap((text) =>
    [...text.matchAll(/^Call `(\w+)` with:\n\n```json\n([^]*?)\n```$/gm)].map(
      ([, name = "", json = ""]) => ({
        name,
        arguments: JSON.parse(json) as object,
      }),
    ),
  );
  examples.all += calls.length;
  writeFileSync(
    join(out, "src", "opened.ts"),
    `import { openServer } from "./runtime/features/start/open.js";
import { server } from "./server.js";
export const { service } = await openServer(server, { env: process.env });
`,
  );
  const main = await bundle(out, "opened");
  const { service } = (await import(pathToFileURL(main).href)) as {
    service: {
      handlers: Record<
        string,
        (params: object, caller: object) => Promise<Answer>
      >;
    };
  };
  for (const call of calls) {
    const answer = await service.handlers["tools/call"]?.(call, caller);
    if (answer === undefined || answer.isError === true)
      examples.refused.push(
        `${id} ${call.name}: ${answer?.content[0]?.text?.slice(0, 200)}`,
      );
  }
});

test("examples in skills are all accepted", () => {
  expect(examples.all).toBeGreaterThan(50);
  expect(examples.refused).toEqual([]);
});
