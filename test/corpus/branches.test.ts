import { expect, test } from "vitest";
import { omit } from "../../generator/shared/json.js";
import { load } from "../../generator/load/load.js";
import type { Api, Schema } from "../../generator/model.js";
import { normalise } from "../../generator/normalise/normalise.js";
import { mergeResponseSchemas } from "../../generator/plan/response-fields.js";
import { toResponseShape } from "../../generator/plan/response.js";
import { toClientSubschema } from "../../generator/plan/client-schema.js";
import {
  branchesOf,
  isSchema,
  refName,
} from "../../generator/schema/object-shape.js";
import { walkSchema } from "../../generator/schema/walk.js";
import { validateArguments } from "../../runtime/validate-arguments.js";
import { validateDeep } from "../../runtime/features/checks/checks.js";
import { strip } from "../../runtime/features/responses/strip.js";
import { toRegisteredComponent } from "../../runtime/index.js";
import { silent } from "../runtime/serving.js";
import { NO_SCHEMAS, toolOf } from "../runtime/upstream.js";
import { aSample, documents, UNSERVABLE } from "./documents.js";
import { sample } from "./sample.js";

/** Number of alternatives of a document that are tried. */
const MOST_ALTERNATIVES = 400;

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

test.each(servable)(
  "$id: a value of each alternative is accepted, and comes back unchanged",
  async ({ path, refRoot }) => {
    const api = normalise(await load(path, { refRoot }));
    const $defs = Object.fromEntries(
      [...api.schemas].map(([name, one]) => [
        name,
        withoutPatterns(toClientSubschema(one)),
      ]),
    );
    const shapes = new Map(
      [...api.schemas].map(([name, one]) => [name, toResponseShape(one)]),
    );
    const alternatives = aSample(unionsOf(api), MOST_ALTERNATIVES);
    const faults = alternatives.flatMap(({ at, schema, branch, tag }) => {
      const plain = sample(
        { allOf: [branch, omit(schema, ["oneOf", "anyOf"])] },
        api,
      );
      const given = isSchema(plain) ? { ...plain, ...tag } : plain;
      const listed = withoutPatterns(toClientSubschema(schema));
      const wrong = refusal(given, listed, $defs);
      const entry = toRegisteredComponent(tool, {
        components: [tool],
        schemas: NO_SCHEMAS,
        responseFields: mergeResponseSchemas(
          { "GET /": toResponseShape(schema) },
          shapes,
        ),
        client: () => {
          throw new Error("not called");
        },
      });
      const answer = {
        status: 200,
        headers: {},
        contentType: "application/json",
        data: given,
      };
      const kept = strip(answer, entry, silent);
      const lost =
        JSON.stringify(kept.data) === JSON.stringify(given)
          ? []
          : [`${at}: loses fields`];
      return [...wrong.map((message) => `${at}: ${message}`), ...lost];
    });
    expect(faults).toEqual([]);
  },
);

const tool = toolOf();

interface Alternative {
  readonly at: string;
  readonly schema: Schema;
  readonly branch: Schema;
  /** Tag of the discriminator. */
  readonly tag: Schema;
}

function unionsOf(api: Api): Alternative[] {
  const found: Alternative[] = [];
  const media = api.operations.flatMap(({ body, responses }) =>
    [body, ...responses].flatMap((one) => one?.media ?? []),
  );
  const roots: [string, Schema][] = [
    ...api.schemas,
    ...media.map(({ schema }) => ["in place", schema] as [string, Schema]),
  ];
  for (const [name, root] of roots)
    walkSchema(root, (schema) => {
      const { mapping = {}, propertyName = "" } = Object(
        schema["discriminator"],
      ) as Schema;
      for (const keyword of ["oneOf", "anyOf"] as const)
        for (const [index, branch] of branchesOf(schema, keyword).entries()) {
          const [tag] =
            Object.entries(mapping as Schema).find(
              ([, $ref]) => refName({ $ref }) === refName(branch),
            ) ?? [];
          found.push({
            at: `${name} ${keyword}/${index}`,
            schema,
            branch,
            tag: tag === undefined ? {} : { [String(propertyName)]: tag },
          });
        }
    });
  return found;
}

function withoutPatterns(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "pattern" && typeof value === "string" ? undefined : value,
  ) as Schema;
}

function refusal(
  value: unknown,
  schema: Schema,
  $defs: Record<string, Schema>,
): string[] {
  const root = { type: "object", properties: { value: schema } };
  try {
    const checked = { name: "it", $defs, schema: root };
    for (const check of [validateArguments, validateDeep])
      check({ value }, checked);
    return [];
  } catch (error) {
    return [String(error).split("\n").slice(1, 3).join(" ")];
  }
}
