import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { diff } from "../../generator/commands/diff.js";
import { project } from "../generator/regenerate/project.js";
import { changesBetween } from "./changes.js";
import { commit, review, unfolded, type Review } from "./review.js";

const document = readFileSync("test/reviews/archive.yaml", "utf8");
const reviews: Review[] = [];

/** A place of the document, and what is there after the step; nothing: it is taken out. */
type Pair = readonly [place: string, value?: unknown];

const type = (...types: string[]) => ({ type: types });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string) => ({ type: "array", items: ref(name) });
const about = (name: string) => `components schemas ${name} properties`;
const json = (schema: object) => ({ "application/json": { schema } });
const below = (operation: string, place: string) =>
  `paths ${operation} ${place} content application/json schema properties`;
const said = (description: string, given: object = { type: "string" }) => ({
  ...given,
  description,
});

/**
 * Steps of the kinds that published documents changed in by one release (bench/reviews.ts), and changes that break
 * calls.
 */
const steps: readonly [string, readonly Pair[], breaking: string[]][] = [
  [
    "fields of what all answers share",
    [
      [`${about("Person")} team`, said("Whom they work with.")],
      [`${about("Person")} phone type`, ["string", "null"]],
      [`${about("Scan")} format enum`, ["png", "tiff", "webp"]],
      [`${about("Scan")} size`, said("In bytes.", type("integer"))],
      [`${about("Found")} state enum`, ["here", "lent", "lost"]],
      [`${about("Hit")} score type`, ["number", "string"]],
    ],
    [
      "response Person.phone: may now also be null",
      "response Hit.score: a new alternative: string",
    ],
  ],
  [
    "an answer of one operation",
    [
      [`${below("/records get", "responses 200")} took`],
      [`${below("/records get", "responses 200")} shown`, type("integer")],
      [`${about("Hit")} place`, ref("Place")],
    ],
    ["response took: removed"],
  ],
  [
    "routes that come and go, with schemas of their own",
    [
      [
        "paths /loans",
        {
          get: {
            operationId: "listLoans",
            summary: "List loans",
            responses: {
              200: { description: "All.", content: json(list("Loan")) },
            },
          },
          post: {
            operationId: "lend",
            summary: "Lend a record",
            requestBody: { required: true, content: json(ref("Loan")) },
            responses: { 204: { description: "Lent." } },
          },
        },
      ],
      [
        "components schemas Loan",
        {
          type: "object",
          required: ["record"],
          properties: { record: type("integer"), until: type("string") },
        },
      ],
      ["paths /records/{id} delete"],
    ],
    ["removed"],
  ],
  [
    "arguments that are shared, and those of one operation",
    [
      ["components parameters page description", "Which page of the list."],
      ["components parameters page schema maximum", 500],
      [
        "paths /search get parameters 1 schema enum",
        ["newest", "oldest", "best"],
      ],
      ["paths /search get parameters 1 schema default", "newest"],
      ["paths /search get parameters 0 description", "Words that stand in it."],
      [
        "paths /records get description",
        "Lists all there is, the oldest first.",
      ],
      [
        "paths /records get parameters 2",
        said("Only records before.", {
          name: "until",
          in: "query",
          schema: type("string"),
        }),
      ],
    ],
    ["argument page: maximum none → 500"],
  ],
  [
    "a body that several operations take",
    [
      ["components schemas NewRecord required", ["title", "kind"]],
      ["components schemas Kind enum", ["letter", "map", "photo", "film"]],
      [`${about("NewRecord")} access enum`, ["open", "closed", "staff"]],
      [`${about("NewRecord")} pages description`, "How many sheets of paper."],
      [`${about("NewRecord")} language`, said("In two letters.")],
      [`${about("Place")} room type`, ["string", "integer"]],
      [`${about("Place")} floor`, said("From the ground.", type("integer"))],
    ],
    [
      "argument kind: became required",
      "response Place.room: a new alternative: number",
    ],
  ],
  [
    "a body of one operation, and credentials",
    [
      [`${below("/records/{id}/labels patch", "requestBody")} note`],
      [
        `${below("/records/{id}/labels patch", "requestBody")} labels additionalProperties type`,
        "object",
      ],
      [
        `${below("/records/{id}/labels patch", "requestBody")} labels additionalProperties properties text maxLength`,
        80,
      ],
      ["paths /search get security", [{ token: [] }]],
    ],
    [
      "argument body.note: removed",
      "argument body.labels.*: may no longer be null",
      "auth: key → token",
    ],
  ],
  [
    "a schema that only gets a name",
    [
      [
        `${about("NewRecord")} access`,
        { ...ref("Access"), description: "Who may read it." },
      ],
      [
        "components schemas Access",
        { type: "string", enum: ["open", "closed"] },
      ],
    ],
    [],
  ],
];

test.each(steps)("%s", async (_what, pairs, breaking) => {
  const changed = load(document);
  for (const [place, value] of pairs) put(changed, place.split(" "), value);
  const text = JSON.stringify(changed);
  const made = project();
  await made.generate(document);
  commit(made.out);
  const told = await diff({ out: made.out, allRoutesAsTools: true }, { text });
  const broken = told.filter((one) => one.breaking);
  expect([...new Set(broken.map((one) => one.text))]).toEqual(breaking);
  await made.generate(text);
  reviews.push(
    review(changesBetween(load(document), changed), unfolded(made.out)),
  );
});

test("a review shows 95 % of the changes that callers notice, and few others", () => {
  const seen = reviews.flatMap((one) => one.seen);
  const missed = reviews.flatMap((one) => one.missed);
  const noise = reviews.flatMap((one) => one.noise);
  const lines = reviews.reduce((sum, one) => sum + one.lines, 0);
  expect(reviews).toHaveLength(steps.length);
  expect(seen.length / (seen.length + missed.length)).toBeGreaterThan(0.95);
  expect(noise.length / lines).toBeLessThanOrEqual(0.03);
});

function put(
  parent: unknown,
  [step = "", ...others]: string[],
  value: unknown,
): void {
  // The places above lead through objects and lists.
  const holder = parent as Record<string, unknown>;
  if (others.length > 0) put(holder[step], others, value);
  else if (value === undefined) delete holder[step];
  else holder[step] = value;
}
