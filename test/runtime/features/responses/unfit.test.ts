import { expect, test } from "vitest";
import { planServer } from "../../../../generator/pipeline.js";
import { structuredOutput } from "../../../../runtime/features/responses/output-schemas.js";
import {
  isSchema,
  schemasIn,
  propertiesOf,
  resolveRef,
} from "../../../../runtime/index.js";
import type { JsonSchema } from "../../../../runtime/index.js";
import { connect, serviceOf } from "../../serving.js";
import { startUpstream, toolOf } from "../../upstream.js";

/** Share of the responses that are sent; `npm run test:unfit` sends all 5,000. */
const OF = process.env["TOOLWRIGHT_ANSWERS"] === "all" ? 1 : 17;

/** Replacements of a value. */
const OTHERS = [
  ...["", "text", "7", "2026-01-01", "90071992547409930"],
  ...[0, 7, -1, 1.5, 1e6, true, false, null],
  ...[[], ["text"], [null], [[7]], {}, { id: [] }, { text: null }],
];

test.each([
  "samples/bookshop/openapi.yaml",
  "samples/petstore/openapi.json",
  "test/workflows/shop.openapi.yaml",
])(
  "the SDK's client gets every response that breaks %s in one place",
  async (document) => {
    const wanted = { allRoutesAsTools: true, outputSchemas: "typed" } as const;
    const config = { document, ...wanted };
    const { apis } = await planServer(config, { lock: null });
    const outputs = apis[0]?.listedOutputs ?? {
      operations: {},
      $defs: {},
    };
    const schemas = Object.values(outputs.operations);
    let body = "";
    const { baseUrl } = await startUpstream((_request, response) => {
      response.setHeader("content-type", "application/json").end(body);
    });
    const tools = schemas.map((outputSchema, at) =>
      toolOf({ name: `tool${at}`, request: "GET /", outputSchema }),
    );
    const service = serviceOf(tools, {
      client: { baseUrl },
      source: { outputSchemas: outputs },
      features: [structuredOutput()],
    });
    const { client } = await connect(service);
    await client.listTools(); // from then on it validates
    let unfit = 0;
    const all = schemas.flatMap((schema, at) =>
      broken(sample(schema, outputs.$defs, 8)).map((answer) => ({
        name: `tool${at}`,
        answer,
      })),
    );
    const sent = all.filter((_one, at) => at % OF === 0);
    for (const { answer, name } of sent) {
      body = JSON.stringify(answer);
      const result = await client.callTool({ name });
      const { content, isError, structuredContent } = result;
      expect(isError).toBeUndefined();
      expect(content).toEqual([{ type: "text", text: body }]);
      const { _note, _result, _unfit, ...rest } =
        structuredContent as JsonSchema;
      // `_result`: what may be an integer beyond 2^53.
      const arrived = _note === undefined ? rest : (_unfit ?? _result ?? null);
      expect([answer, { result: answer }]).toContainEqual(arrived);
      if (_note !== undefined) unfit += 1;
    }
    expect(unfit).toBeGreaterThan(sent.length / 2);
  },
);

/** A value that a schema describes, so many levels deep. */
function sample(
  schema: JsonSchema,
  $defs: Readonly<Record<string, JsonSchema>>,
  levels: number,
): unknown {
  const { additionalProperties: others, allOf, anyOf, items, type } = schema;
  const inner = (one: JsonSchema) => sample(one, $defs, levels - 1);
  const shared = resolveRef(schema, $defs);
  if (levels === 0) return null;
  if (shared) return inner(shared.schema);
  const [choice] = schemasIn(anyOf);
  if (choice) return inner(choice);
  const parts = schemasIn(allOf).map(inner);
  if (parts.length > 0) return Object.assign({}, ...parts) as object;
  const [first] = [type].flat();
  if (first === "array") return isSchema(items) ? [inner(items)] : [];
  const fields = propertiesOf(schema).map(([name, one]) => [name, inner(one)]);
  if (isSchema(others)) fields.push(["other", inner(others)]);
  if (first === "object") return Object.fromEntries(fields) as object;
  return { boolean: true, integer: 7, number: 1.5 }[String(first)] ?? "text";
}

/** The value with another one in each of its places. */
function broken(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return OTHERS;
  const entries = Object.entries(value).flatMap(([name, one]) =>
    broken(one).map((other) => {
      if (Array.isArray(value)) return [other];
      return { ...value, [name]: other };
    }),
  );
  return [...OTHERS, ...entries];
}
