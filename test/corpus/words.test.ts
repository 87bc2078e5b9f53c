import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { resolveConfig } from "../../generator/config/resolve-config.js";
import { planServer, type ServerPlan } from "../../generator/pipeline.js";
import { buildLock } from "../../generator/project/lock.js";
import type { Lock } from "../../generator/project/outcome.js";
import { renderProject } from "../../generator/render-project.js";
import { getMember } from "../../generator/shared/json.js";
import { aSample, documents, UNSERVABLE } from "./documents.js";

const MAX_BYTES = 1_500_000;
const MAX_DOCUMENTS = 20;

/** Merge keys and timestamps, which YAML's core schema does not know. */
const OTHER_YAML = ["openapits-yaml-merge", "pyclient-baseline-v31"];

/** Documents that are tried, unless all are. */
const MOST_TRIED = 8;

/** The documents of one file with the most operations that are quickly generated, otherwise those of the samples. */
const changing =
  documents.length > 0
    ? aSample(
        documents
          .filter(
            ({ id, path, refRoot }) =>
              dirname(path) === resolve(refRoot) &&
              !(id in UNSERVABLE) &&
              !OTHER_YAML.includes(id) &&
              statSync(path).size < MAX_BYTES,
          )
          .toSorted((a, b) => b.operations - a.operations)
          .slice(0, MAX_DOCUMENTS),
        MOST_TRIED,
      )
    : ["petstore/openapi.json", "bookshop/openapi.yaml"].map((file) => ({
        id: file,
        path: fileURLToPath(new URL(`../../samples/${file}`, import.meta.url)),
      }));

const ALL_TOOLS = { allRoutesAsTools: true };

test.each(changing)(
  "no other tool of $id changes its name or words as operations come and go",
  async ({ id, path }) => {
    const document = load(readFileSync(path, "utf8")) as Document;
    const random = createRandom(id);
    let lock: Lock | null = null;
    let before = new Map<string, object>();
    for (let step = 0; step < 3; step += 1) {
      const text = JSON.stringify(withoutSome(document, random));
      const planned = await planServer(ALL_TOOLS, { lock, text });
      const after = listWords(planned);
      const shared = [...after.keys()].filter((key) => before.has(key));
      expect(select(after, shared)).toEqual(select(before, shared));
      before = after;
      const files = await renderProject(planned, resolveConfig(ALL_TOOLS), {
        text,
      });
      lock = buildLock({
        generator: "0.0.0",
        baseLock: lock,
        incoming: files,
        outcomes: [],
      });
    }
    expect(before.size).toBeGreaterThan(0);
  },
);

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

const METHOD = /^(?:get|put|post|delete|options|head|patch|trace)$/;

/** Document without a third of its operations. The first stays, so that there is always one. */
function withoutSome(document: Document, random: () => number): Document {
  let isFirst = true;
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const members = Object.entries(item).filter(([name]) => {
      const isKept = !METHOD.test(name) || isFirst || random() > 1 / 3;
      if (METHOD.test(name)) isFirst = false;
      return isKept;
    });
    return [path, Object.fromEntries(members)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Words of each tool that a model reads, by its key in the lock: name, title, description and those of its arguments. */
function listWords({ apis }: ServerPlan): Map<string, object> {
  return new Map(
    apis.flatMap(({ plan }) =>
      plan.components.map(
        ({ args, clientView, lockKey, name, title }) =>
          [
            lockKey,
            {
              name,
              title,
              description: clientView.description,
              arguments: args.map(({ name, schema }) => [
                name,
                getMember(schema, "description"),
              ]),
            },
          ] as const,
      ),
    ),
  );
}

function select(
  words: ReadonlyMap<string, object>,
  keys: readonly string[],
): object {
  return Object.fromEntries(keys.map((key) => [key, words.get(key)]));
}

/** Numbers from 0 to 1, the same for the same seed: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function createRandom(seed: string): () => number {
  let state = [...seed].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0,
    7,
  );
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
