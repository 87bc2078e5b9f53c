import { afterAll, describe, expect, test } from "vitest";
import { planServer } from "../../generator/pipeline.js";
import { documents } from "../corpus/documents.js";
import { startPrism } from "./prism/judge.js";
import { createSampler } from "./prism/sample.js";
import { judgeAll } from "./prism/sweep.js";
import type { Judged } from "./prism/sweep.js";

/** Real documents of all versions that Prism reads; larger ones take minutes. */
const NAMES = (
  process.env["PRISM_DOCUMENTS"] ??
  "blockfrost box frigate gotify kubb-petstore-content mailchimp-transactional museum netlify notion openfga petstore-expanded-v30 slack-web sonarr-v3 swagger-petstore-v3 twilio-lookups-v2 twitter-v2 uspto worldtime xero-files"
).split(" ");

const sample = createSampler();
const chosen = documents.filter(({ id }) => NAMES.includes(id));
const isReady = sample !== undefined && chosen.length > 0;
if (!isReady)
  process.stderr.write(
    "Prism is left out: it takes `npm install --prefix test/wire` and real documents.\n",
  );

const all: Judged[] = [];

describe.runIf(isReady)("Prism", () => {
  test.each(chosen)("accepts the requests of $id", async ({ id, path }) => {
    const prism = await startPrism(path);
    if (prism === undefined || sample === undefined) return;
    const judged = await judgeAll(path, prism, sample);
    await prism.close();
    const { findings } = await planServer({ document: path }, { lock: null });
    const hidden = findings.filter(
      ({ code }) => code === "hidden-by-extension",
    );
    expect(judged).toHaveLength((prism.operations - hidden.length) * 2);
    all.push(...judged);
    for (const { objection, tool, unsent, details } of judged)
      if (unsent || objection !== undefined)
        process.stderr.write(
          `${id} ${tool}: ${objection ?? "not sent"} ${details.slice(0, 600)}\n`,
        );
  });

  afterAll(() => {
    const sent = all.filter(({ unsent }) => !unsent);
    const valid = sent.filter(({ objection }) => objection === undefined);
    process.stderr.write(
      `${String(valid.length)} of ${String(sent.length)} requests are valid; ${String(all.length - sent.length)} were not sent.\n`,
    );
    expect(valid.length / sent.length).toBeGreaterThanOrEqual(0.99);
    expect(sent.length / all.length).toBeGreaterThanOrEqual(0.99);
  });
});
