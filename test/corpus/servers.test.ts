import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  generate,
  ToolwrightError,
  type Result,
} from "../../generator/index.js";
import { aThird, documents, ownHalf, UNSERVABLE } from "./documents.js";
import {
  createFolder,
  joinProjects,
  listBundled,
  listInProcess,
  unformatted,
} from "./emitted.js";
import { typeErrors } from "../type-check.js";

/** Real clients close the connection there. */
const MAX_LIST_BYTES = 10_000_000;

/** Type-checked alone, as their owner would: in the memory that a compiler takes by default. */
const LARGE = 400;

const { folder, remove } = createFolder();
afterAll(remove);

const own = ownHalf(documents);
const servable = own.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));
/** Documents whose servers are started in a separate process, from one file, and not in this one. */
const started = new Set(aThird(servable, 0));
const large = servable.filter(({ operations }) => operations > LARGE);
const small = servable.filter(({ operations }) => operations <= LARGE);

it("the corpus has documents", ({ skip }) => {
  skip(documents.length === 0, "no ../shared/corpus beside the repository");
  expect(documents.length).toBeGreaterThan(0);
});

describe.concurrent("an emitted server", () => {
  it.each(servable)("of $id lists its components", async (document) => {
    const out = join(folder, document.id);
    const result = await generate({ document: document.path, out });
    expect(operationsOf(result).size).toBe(document.operations);
    expect(await unformatted(out)).toEqual([]);

    const list = started.has(document) ? listBundled : listInProcess;
    const lists = await list(out);
    expect(names(lists.tools)).toEqual(namesOf(result, "tool"));
    expect(names(lists.resources)).toEqual(namesOf(result, "resource"));
    expect(names(lists.templates)).toEqual(namesOf(result, "template"));
    const uris = [
      ...lists.resources.map(({ uri }) => uri),
      ...lists.templates.map(({ uriTemplate }) => uriTemplate),
    ];
    expect(new Set(uris).size).toBe(uris.length);
    for (const list of Object.values(lists))
      expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(
        MAX_LIST_BYTES,
      );
  });
});

it.runIf(own.some(({ id }) => id === "github-api"))(
  "tools of a large API have 46 lines at most in the median",
  () => {
    const tools = join(folder, "github-api", "src", "tools");
    const lines = readdirSync(tools)
      .map((file) => readFileSync(join(tools, file), "utf8"))
      .map((text) => text.split("\n").length - 1)
      .sort((a, b) => a - b);
    // 45 and the tags, which filters at start and the search read.
    expect(lines[lines.length >> 1]).toBeLessThanOrEqual(46);
  },
);

describe("an emitted server with all routes as tools", () => {
  it.each(aThird(servable, 1))(
    "of $id starts",
    async ({ id, path, operations }) => {
      const out = join(folder, `${id}-tools`);
      const routeMaps = [{ routeType: "TOOL" as const }];
      const result = await generate({ document: path, out, routeMaps });
      const lists = await listInProcess(out);
      expect(names(lists.tools)).toEqual(namesOf(result, "tool"));
      expect(operationsOf(result).size).toBe(operations);
    },
  );
});

describe("strict TypeScript", () => {
  it.each(large)("accepts the project of $id", async ({ id }) => {
    expect(await typeErrors(join(folder, id))).toEqual([]);
  });

  it.runIf(small.length > 0)(
    "accepts the projects of the other documents",
    async () => {
      joinProjects(
        folder,
        small.map(({ id }) => id),
      );
      expect(await typeErrors(folder)).toEqual([]);
    },
  );
});

describe("a document that can't be served", () => {
  it.each(own.filter(({ id }) => Object.hasOwn(UNSERVABLE, id)))(
    "has an error with the reason: $id",
    async ({ id, path }) => {
      const run = generate({ document: path, out: join(folder, id) });
      const error: unknown = await run.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ToolwrightError);
      const [first] = (error as ToolwrightError).problems; // as just asserted
      expect(first).toMatchObject({
        code: UNSERVABLE[id],
        hint: expect.any(String) as string,
      });
    },
  );
});

/** Operations that are served, or reported as left out or hidden. */
function operationsOf({ components, findings }: Result): Set<string> {
  return new Set([
    ...components.map(({ method, path }) => `${method} ${path}`),
    ...findings.flatMap(({ code, severity, operation }) => {
      const isTold = severity === "left-out" || code === "hidden-by-extension";
      return isTold && operation !== undefined ? [operation] : [];
    }),
  ]);
}

/** Names that a run says it made, sorted. */
function namesOf({ components }: Result, wanted: string): string[] {
  return components
    .filter(({ kind }) => kind === wanted)
    .map(({ name }) => name)
    .sort();
}

function names(list: readonly { readonly name: string }[]): string[] {
  return list.map(({ name }) => name).sort();
}
