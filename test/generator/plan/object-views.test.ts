import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planServer } from "../../../generator/pipeline.js";
import { VIEW_CHANNEL } from "../../../generator/schema/object-view.js";
import { CORPUS } from "../../corpus/documents.js";

const DOCUMENTS = [
  "samples/petstore/openapi.json",
  join(CORPUS, "github-api.json"),
].filter((path) => existsSync(path));

/** Number of times that a run builds the view of each schema. */
async function countViews(document: string): Promise<Map<unknown, number>> {
  const counts = new Map<unknown, number>();
  const count = (schema: unknown) =>
    counts.set(schema, (counts.get(schema) ?? 0) + 1);
  subscribe(VIEW_CHANNEL.name, count);
  try {
    await planServer({ document, allRoutesAsTools: true }, { lock: null });
  } finally {
    unsubscribe(VIEW_CHANNEL.name, count);
  }
  return counts;
}

test.each(DOCUMENTS)(
  "a plan builds the view of a schema once: %s",
  async (document) => {
    const counts = await countViews(document);
    expect(counts.size).toBeGreaterThan(10);
    expect(Math.max(...counts.values())).toBe(1);
  },
  120_000,
);
