import { expect, test } from "vitest";
import { resolveConfig } from "../../../generator/config/resolve-config.js";
import { planServer } from "../../../generator/pipeline.js";
import { renderProject } from "../../../generator/render-project.js";
import { compareSurfaces } from "../../../generator/diff/changes.js";
import type { Change } from "../../../generator/diff/change.js";
import { readSurface } from "../../../generator/diff/surface.js";
import {
  changeValues,
  createRandom,
  createValues,
  spell,
  type Random,
  type Values,
} from "./schema-pairs.js";

/** `npm run test:diff` compares 10,000 pairs of each kind. */
const PAIRS = Number(process.env["TOOLWRIGHT_DIFF_PAIRS"] ?? 200);
const BATCH = 100;
const SEED = Number(process.env["TOOLWRIGHT_SEED"] ?? 67);

/** Operations that take and return an object with a value of each set: `op0`, `op1`, … */
function createDocument(sets: readonly Values[], random: Random) {
  const schemas: Record<string, object> = {};
  const paths = sets.map((values, index) => {
    const spelled = (prefix: string) => ({
      type: "object",
      required: ["value"],
      properties: {
        value: spell(values, random, { schemas, prefix: `${prefix}${index}` }),
      },
    });
    const toContent = (schema: object) => ({
      content: { "application/json": { schema } },
    });
    const operation = {
      operationId: `op${index}`,
      requestBody: { required: true, ...toContent(spelled("In")) },
      responses: { 200: { description: "OK", ...toContent(spelled("Out")) } },
    };
    return [`/op${index}`, { post: operation }] as const;
  });
  return {
    openapi: "3.1.0",
    info: { title: "Pairs", version: "1" },
    servers: [{ url: "https://pairs.example" }],
    paths: Object.fromEntries(paths),
    components: { schemas },
  };
}

async function surfaceOf(document: object) {
  const config = { document };
  const planned = await planServer(config, { lock: null });
  const files = await renderProject(planned, resolveConfig(config), {});
  return readSurface(new Map(files.map(({ path, text }) => [path, text])));
}

/** Changes of each operation, in both directions, but those of texts that only a model reads. */
async function compareDocuments(oldDocument: object, newDocument: object) {
  const [oldSurface, newSurface] = [
    await surfaceOf(oldDocument),
    await surfaceOf(newDocument),
  ];
  const isSeen = ({ what }: Change) => what !== "tokens";
  return {
    forwards: compareSurfaces(oldSurface, newSurface).filter(isSeen),
    backwards: compareSurfaces(newSurface, oldSurface).filter(isSeen),
  };
}

const toLine = ({ breaking, name, text }: Change) =>
  `${name}: ${text}${breaking ? " (breaking)" : ""}`;

/** Runs a check for each batch of pairs, with numbers that the seed of the batch alone determines. */
async function forEachBatch(
  check: (random: Random, sets: Values[], seed: number) => Promise<void>,
) {
  for (let start = 0; start < PAIRS; start += BATCH) {
    const seed = SEED * 1_000 + start / BATCH;
    const random = createRandom(seed);
    const sets = Array.from({ length: BATCH }, () => createValues(random));
    await check(random, sets, seed);
  }
}

test("diff is silent in both directions about schemas that accept the same values", async () => {
  await forEachBatch(async (random, sets, seed) => {
    const documents = [
      createDocument(sets, random),
      createDocument(sets, random),
    ] as const;
    const { backwards, forwards } = await compareDocuments(...documents);
    const [change] = [...forwards, ...backwards];
    const path = `/${change?.name ?? ""}`;
    const example = documents.map(({ paths }) => paths[path]);
    expect(
      { forwards: forwards.map(toLine), backwards: backwards.map(toLine) },
      `seed ${seed}: ${JSON.stringify(example, null, 1)}`,
    ).toEqual({ forwards: [], backwards: [] });
  });
}, 3_600_000);

test("diff tells each real change once, for arguments and for responses, in its direction", async () => {
  await forEachBatch(async (random, sets, seed) => {
    const changes = sets.map((values) => changeValues(values, random));
    const oldDocument = createDocument(sets, random);
    const newDocument = createDocument(
      changes.map(({ changedValues }) => changedValues),
      random,
    );
    const { forwards } = await compareDocuments(oldDocument, newDocument);
    const reports = sets.map((_values, index) => {
      const reported = forwards.filter(({ name }) => name === `op${index}`);
      const breakingOf = (aspect: Change["what"]) =>
        reported
          .filter(({ what }) => what === aspect)
          .map(({ breaking }) => breaking);
      return {
        arguments: breakingOf("argument"),
        response: breakingOf("answer"),
        lines: reported.map(toLine),
      };
    });
    const wrong = changes.flatMap(({ realChange }, index) => {
      const report = reports[index];
      const want = {
        arguments: [realChange.breaksInputs],
        response: realChange.isTyped ? [realChange.breaksResponses] : [],
      };
      const { lines = [], ...got } = report ?? {};
      return JSON.stringify(got) === JSON.stringify(want)
        ? []
        : [
            {
              what: realChange.what,
              lines,
              old: oldDocument.paths[`/op${index}`],
              new: newDocument.paths[`/op${index}`],
            },
          ];
    });
    expect(wrong, `seed ${seed}`).toEqual([]);
  });
}, 3_600_000);
