/**
 * Types of responses for clients that write code: bytes of the list without and with types, seconds until the SDK's
 * client has read it, and the number of leaves of responses without a type when Codex and opencode make TypeScript of
 * them.
 *
 *     npx tsx bench/output-schemas.ts ../shared/corpus/{museum.yaml,github-api.json}
 */
import { basename, resolve } from "node:path";
import {
  isSchema,
  schemasIn,
  propertiesOf,
  resolveRef,
} from "../runtime/index.js";
import type { JsonSchema } from "../runtime/index.js";
import { connectTo, plannedService } from "../test/wire/planned.js";

/** Leaves of one response. */
interface Leaves {
  known: number;
  unknown: number;
}

const KNOWN: Leaves = { known: 1, unknown: 0 };
const UNKNOWN: Leaves = { known: 0, unknown: 1 };

for (const document of process.argv.slice(2)) {
  const off = await listOfTools(document, "off");
  const typed = await listOfTools(document, "typed");
  const schemas = typed.tools.flatMap((tool) => tool.outputSchema ?? []);
  const summaries = [codex, opencode].map((client) => {
    const leaves = schemas.map((schema) => client(schema as JsonSchema));
    const [knownCount, unknown] = (["known", "unknown"] as const).map((key) =>
      leaves.reduce((sum, leaf) => sum + leaf[key], 0),
    );
    const wholeCount = leaves.filter((leaf) => leaf.known === 0).length;
    const share = (100 * (unknown ?? 0)) / ((knownCount ?? 0) + (unknown ?? 0));
    return `${share.toFixed(1)} % of ${(knownCount ?? 0) + (unknown ?? 0)}, ${wholeCount} whole`;
  });
  print(
    [
      basename(document),
      `${schemas.length} of ${off.tools.length} typed`,
      `${off.kb} → ${typed.kb} kB (× ${(typed.kb / off.kb).toFixed(2)})`,
      `${off.ms} → ${typed.ms} ms`,
      ...summaries,
    ].join(" | "),
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function listOfTools(document: string, outputSchemas: "off" | "typed") {
  const service = await plannedService(
    { document: resolve(document), outputSchemas },
    { baseUrl: "http://127.0.0.1" },
  );
  const client = await connectTo(service);
  await client.ping();
  const started = performance.now();
  const { tools } = await client.listTools();
  const ms = Math.round(performance.now() - started);
  const kb = Math.round(Buffer.byteLength(JSON.stringify(tools)) / 1000);
  return { tools, ms, kb };
}

/**
 * Leaves as openai/codex reads them, code-mode-protocol/src/description.rs: a shared schema is written out twice in
 * each other.
 */
function codex(root: JsonSchema): Leaves {
  const $defs = definitionsOf(root);
  return ofSchema(root, new Map());

  function ofSchema(
    schema: JsonSchema,
    openSchemas: ReadonlyMap<string, number>,
  ): Leaves {
    const { allOf, anyOf } = schema;
    const sharedSchema = resolveRef(schema, $defs);
    if (sharedSchema) {
      const times = openSchemas.get(sharedSchema.name) ?? 0;
      if (times >= 2) return UNKNOWN;
      return ofSchema(
        sharedSchema.schema,
        new Map(openSchemas).set(sharedSchema.name, times + 1),
      );
    }
    const readPart = (part: JsonSchema) => ofSchema(part, openSchemas);
    for (const list of [anyOf, allOf])
      if (schemasIn(list).length > 0) return sum(schemasIn(list).map(readPart));
    return ofTypes(schema, readPart);
  }
}

/**
 * Leaves as anomalyco/opencode reads them, packages/codemode/src/tool-schema.ts: eight levels, no recursion, and a
 * union with something unknown is unknown.
 */
function opencode(root: JsonSchema): Leaves {
  const $defs = definitionsOf(root);
  return ofSchema(root, 0, []);

  function ofSchema(
    schema: JsonSchema,
    depth: number,
    openNames: readonly string[],
  ): Leaves {
    if (depth > 8) return UNKNOWN;
    const { allOf, anyOf } = schema;
    const sharedSchema = resolveRef(schema, $defs);
    const readPart = (part: JsonSchema) => ofSchema(part, depth + 1, openNames);
    if (sharedSchema)
      return openNames.includes(sharedSchema.name)
        ? UNKNOWN
        : ofSchema(sharedSchema.schema, depth, [
            ...openNames,
            sharedSchema.name,
          ]);
    const choices = schemasIn(anyOf).map(readPart);
    if (choices.length > 0)
      return choices.some(({ known: knownLeaves }) => knownLeaves === 0)
        ? UNKNOWN
        : sum(choices);
    if (schemasIn(allOf).length > 0) return sum(schemasIn(allOf).map(readPart));
    return ofTypes(schema, readPart);
  }
}

/** Leaves that both clients read alike. */
function ofTypes(
  schema: JsonSchema,
  readPart: (one: JsonSchema) => Leaves,
): Leaves {
  const { additionalProperties: additionalSchema, items, type } = schema;
  const types = [type ?? []].flat().filter((name) => name !== "null");
  if (types.length === 0) return type === undefined ? UNKNOWN : KNOWN;
  return sum(
    types.map((typeName) => {
      if (typeName === "array")
        return isSchema(items) ? readPart(items) : UNKNOWN;
      if (typeName !== "object") return KNOWN;
      const properties = propertiesOf(schema).map(([, property]) => property);
      if (isSchema(additionalSchema)) properties.push(additionalSchema);
      return properties.length === 0 ? UNKNOWN : sum(properties.map(readPart));
    }),
  );
}

function sum(parts: readonly Leaves[]): Leaves {
  return parts.reduce(
    (total, part) => ({
      known: total.known + part.known,
      unknown: total.unknown + part.unknown,
    }),
    { known: 0, unknown: 0 },
  );
}

function definitionsOf({ $defs }: JsonSchema) {
  return (isSchema($defs) ? $defs : {}) as Record<string, JsonSchema>; // of schemas
}
