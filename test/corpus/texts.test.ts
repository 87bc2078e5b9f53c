import { expect, test } from "vitest";
import { load } from "../../generator/load/load.js";
import type { Api, Schema } from "../../generator/model.js";
import { normalise } from "../../generator/normalise/normalise.js";
import { viewObject } from "../../generator/schema/object-view.js";
import { markdownToText } from "../../generator/describe/markdown-to-text.js";
import { shortenArgumentText } from "../../generator/describe/shorten.js";
import { documents, UNSERVABLE } from "./documents.js";

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

/** Sentences that decide whether a call is right: when a value is required, and what it goes with. */
const DECIDING =
  /\brequired (?:when|if|unless|for|with|only)\b|\b(?:cannot|can't|can not|may not|must not) be (?:combined|used|set|specified|provided)\b|\bmutually exclusive\b|\bnot both\b|\bonly (?:valid|applies|applicable|available|used|allowed|supported) (?:when|if|for|with|in)\b/i;

/** Sentences that say which values there are; useless if the schema lists them. */
const LISTING =
  /\b(?:valid|possible|allowed|accepted|supported) (?:values|options)\b|\bone of\b|\bcan be (?:one of|either)\b|\beither [`"'][^`"']+[`"'] or\b|[`"'](?:\*|none|all|any|auto|never)[`"']/i;

const count = { all: 0, lost: 0 };

test.each(servable)(
  "$id: short descriptions of arguments keep important words",
  async ({ path, refRoot }) => {
    const api = normalise(await load(path, { refRoot }));
    for (const { schema, text } of describedArguments(api)) {
      const isListed = Array.isArray(schema["enum"]);
      const short = letters(shortenArgumentText(text, "short", schema));
      const isLost = sentences(markdownToText(text)).some(
        (one) =>
          (DECIDING.test(one) || (!isListed && LISTING.test(one))) &&
          !short.includes(letters(one)),
      );
      count.all += 1;
      count.lost += Number(isLost);
    }
  },
);

// 198 before, of fewer kinds of sentences.
test.runIf(servable.length > 0)(
  "short descriptions lose important words in 20 arguments at most",
  () => {
    expect(count.all).toBeGreaterThan(10_000);
    expect(count.lost).toBeLessThanOrEqual(20);
  },
);

/** Parameters, and properties of bodies that are objects, with their own text. */
function describedArguments(api: Api) {
  return api.operations.flatMap(({ body, parameters }) => {
    const properties = (body?.media ?? []).flatMap(({ schema }) =>
      [...(viewObject(schema, api)?.properties ?? [])].map(
        ([, property]) => property.schema,
      ),
    );
    const described: { schema: Schema; text: unknown }[] = [
      ...parameters.map(({ description, schema }) => ({
        schema,
        text: description || schema["description"],
      })),
      ...properties.map((schema) => ({ schema, text: schema["description"] })),
    ];
    return described.flatMap(({ schema, text }) =>
      typeof text === "string" && text !== "" ? [{ schema, text }] : [],
    );
  });
}

function sentences(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => line.split(/(?<=[.!?])\s+(?=[A-Z`"*])/));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9*]+/g, "");
}
