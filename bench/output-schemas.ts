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
  const schemas = typed.tools.flatMap((one) => one.outputSchema ?? []);
  const read = [codex, opencode].map((client) => {
    const all = schemas.map((schema) => client(schema as JsonSchema));
    const [known, unknown] = (["known", "unknown"] as const).map((key) =>
      all.reduce((sum, one) => sum + one[key], 0),
    );
    const whole = all.filter((one) => one.known === 0).length;
    const share = (100 * (unknown ?? 0)) / ((known ?? 0) + (unknown ?? 0));
    return `${share.toFixed(1)} % of ${(known ?? 0) + (unknown ?? 0)}, ${whole} whole`;
  });
  print(
    [
      basename(document),
      `${schemas.length} of ${off.tools.length} typed`,
      `${off.kb} → ${typed.kb} kB (× ${(typed.kb / off.kb).toFixed(2)})`,
      `${off.ms} → ${typed.ms} ms`,
      ...read,
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
    open: ReadonlyMap<string, number>,
  ): Leaves {
    const { allOf, anyOf } = schema;
    const shared = resolveRef(schema, $defs);
    if (shared) {
      const times = open.get(shared.name) ?? 0;
      if (times >= 2) return UNKNOWN;
      return ofSchema(shared.schema, new Map(open).set(shared.name, times + 1));
    }
    const inner = (one: JsonSchema) => ofSchema(one, open);
    for (const list of [anyOf, allOf])
      if (schemasIn(list).length > 0) return sum(schemasIn(list).map(inner));
    return ofTypes(schema, inner);
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
    open: readonly string[],
  ): Leaves {
    if (depth > 8) return UNKNOWN;
    const { allOf, anyOf } = schema;
    const shared = resolveRef(schema, $defs);
    const inner = (one: JsonSchema) => ofSchema(one, depth + 1, open);
    if (shared)
      return open.includes(shared.name)
        ? UNKNOWN
        : ofSchema(shared.schema, depth, [...open, shared.name]);
    const choices = schemasIn(anyOf).map(inner);
    if (choices.length > 0)
      return choices.some(({ known }) => known === 0) ? UNKNOWN : sum(choices);
    if (schemasIn(allOf).length > 0) return sum(schemasIn(allOf).map(inner));
    return ofTypes(schema, inner);
  }
}

/** Leaves that both clients read alike. */
function ofTypes(
  schema: JsonSchema,
  inner: (one: JsonSchema) => Leaves,
): Leaves {
  const { additionalProperties: others, items, type } = schema;
  const types = [type ?? []].flat().filter((one) => one !== "null");
  if (types.length === 0) return type === undefined ? UNKNOWN : KNOWN;
  return sum(
    types.map((one) => {
      if (one === "array") return isSchema(items) ? inner(items) : UNKNOWN;
      if (one !== "object") return KNOWN;
      const all = propertiesOf(schema).map(([, each]) => each);
      if (isSchema(others)) all.push(others);
      return all.length === 0 ? UNKNOWN : sum(all.map(inner));
    }),
  );
}

function sum(all: readonly Leaves[]): Leaves {
  return all.reduce(
    (one, other) => ({
      known: one.known + other.known,
      unknown: one.unknown + other.unknown,
    }),
    { known: 0, unknown: 0 },
  );
}

function definitionsOf({ $defs }: JsonSchema) {
  return (isSchema($defs) ? $defs : {}) as Record<string, JsonSchema>; // of schemas
}
