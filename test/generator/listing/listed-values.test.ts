import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load } from "../../../generator/load/load.js";
import { normalise } from "../../../generator/normalise/normalise.js";
import { plan } from "../../../generator/plan/plan.js";
import { inlineSchemas } from "../../../runtime/features/listing/inline-schemas.js";
import { bodySchema } from "../../../runtime/features/checks/body.js";
import { validateDeep } from "../../../runtime/features/checks/checks.js";
import {
  selectBody,
  validateArguments,
  isSchema,
  schemasIn,
  propertiesOf,
  requiredOf,
  toRegisteredComponent,
} from "../../../runtime/index.js";
import type {
  Args,
  Component,
  JsonSchema,
  RegisteredApi,
} from "../../../runtime/index.js";
import { clientOf } from "../../runtime/upstream.js";
import { planOptions } from "../plan/fixtures.js";

const CASES = join(import.meta.dirname, "../../cases/works");

/** Every value that a listing describes, as far as the cases say it. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { allOf, anyOf, const: only, enum: some, oneOf, type } = schema;
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(some)) return fc.constantFrom(...(some as unknown[]));
  const choices = [...schemasIn(anyOf), ...schemasIn(oneOf)];
  const parts = schemasIn(allOf);
  if (parts.length > 0) {
    const own = Object.entries(schema).filter(([name]) => name !== "allOf");
    const said = own.some(([name]) => /^(type|properties|anyOf)$/.test(name))
      ? [Object.fromEntries(own) as JsonSchema]
      : [];
    return fc
      .tuple(...[...said, ...parts].map(valuesOf))
      .map((each) =>
        each.every(isSchema)
          ? (Object.assign({}, ...each) as unknown)
          : each.at(-1),
      );
  }
  if (choices.length > 0) return fc.oneof(...choices.map(valuesOf));
  const types = [type ?? (schema["properties"] ? "object" : ANY)].flat();
  return fc.oneof(...types.map((one) => valuesOfType(schema, one as string)));
}

const ANY = ["string", "number", "object", "array", "boolean"];

/** True if a schema that contains itself is described, since it is shown once. */
function isTold({ description }: JsonSchema): boolean {
  return String(description).startsWith("A nested ");
}

function valuesOfType(schema: JsonSchema, type: string): fc.Arbitrary<unknown> {
  const { items, minimum, maximum, maxLength, minLength, pattern } = schema;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.integer({
        min: Math.ceil(Number(minimum ?? schema["exclusiveMinimum"] ?? 0)) + 1,
        max: Math.floor(Number(maximum ?? 1000)),
      });
    case "array":
      return fc.array(isSchema(items) ? valuesOf(items) : fc.integer(), {
        minLength: Number(schema["minItems"] ?? 0),
        maxLength: isSchema(items) && isTold(items) ? 0 : 3,
      });
    case "object": {
      const shown = propertiesOf(schema).filter(([, one]) => !isTold(one));
      const properties = shown.map(
        ([name, one]) => [name, valuesOf(one)] as const,
      );
      const named = fc.record(Object.fromEntries(properties), {
        requiredKeys: requiredOf(schema).filter((name) =>
          properties.some(([other]) => other === name),
        ),
        noNullPrototype: true,
      });
      const least = Number(schema["minProperties"] ?? 0);
      const isEnough = (value: object) => Object.keys(value).length >= least;
      const further = schema["additionalProperties"];
      if (!isSchema(further)) return named.filter(isEnough);
      const others = fc.dictionary(
        fc.stringMatching(/^x[a-z]{3}$/),
        valuesOf(further),
        { maxKeys: 2, noNullPrototype: true },
      );
      return fc
        .tuple(others, named)
        .map(([more, all]) => ({ ...more, ...all }));
    }
    default:
      return typeof pattern === "string"
        ? fc.stringMatching(new RegExp(pattern, "u"))
        : fc.string({
            minLength: Number(minLength ?? 0),
            maxLength: Number(maxLength ?? 9),
          });
  }
}

describe("the listed schema of each case accepts the values that the server accepts:", () => {
  test.each(readdirSync(CASES))("%s", async (name) => {
    const file = readdirSync(join(CASES, name)).find((one) =>
      /^(openapi|swagger|notes)\./.test(one),
    );
    const document = normalise(await load(join(CASES, name, file ?? ""), {}));
    const options = planOptions({ routeMaps: [{ routeType: "TOOL" }] });
    const { components, sharedSchemas: shared } = plan(document, options);
    for (const { name, requestSpec: recipe } of components) {
      const component = {
        ...recipe,
        kind: "tool",
        name,
        handler: () => undefined,
      } as Component; // as a module has it
      const source: RegisteredApi = {
        components: [component],
        schemas: shared,
        client: () => clientOf({ baseUrl: "http://127.0.0.1:9" }),
      };
      const entry = toRegisteredComponent(component, source);
      const listed = inlineSchemas(entry.inputSchema(), shared, recipe.request);
      const checked = { ...shared, name, schema: entry.inputSchema() };
      const whole = bodySchema(component, shared.$defs);
      const isWhole = (args: Args) => {
        const body = whole && selectBody(entry, args);
        try {
          if (whole && isSchema(body))
            validateDeep(body, { ...checked, schema: whole });
          return true;
        } catch {
          return false;
        }
      };
      fc.assert(
        fc.property(valuesOf(listed), (value) => {
          const args = value as Args; // arguments are an object
          // Rules of a body as a whole are described in words.
          fc.pre(isWhole(args));
          for (const check of [validateArguments, validateDeep])
            expect(check(args, checked)).toEqual(args);
        }),
        { numRuns: 100 },
      );
    }
  });
});
