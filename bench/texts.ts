/**
 * Tokens that a model reads for every tool of a document, all routes as tools: name, description and input schema, by
 * part, and descriptions with problems.
 *
 *     npm install --no-save gpt-tokenizer
 *     npx tsx bench/texts.ts ../shared/corpus/github-api.json ../shared/corpus/box.json
 *
 * Without the tokenizer, tokens are characters ÷ 4.5.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { resolveConfig } from "../generator/config/resolve-config.js";
import { planServer } from "../generator/pipeline.js";
import { fitInputSchema } from "../generator/listing/fit-input-schema.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { texts: { type: "string" }, show: { type: "string" } },
});
const tokens = await tokenizer();
for (const document of positionals) await measure(document);

async function measure(document: string): Promise<void> {
  const config = {
    document: resolve(document),
    allRoutesAsTools: true,
    ...(values.texts === "full" && { descriptions: "full" as const }),
  };
  const { apis, findings } = await planServer(config, { lock: null });
  const { sharedSchemas: mode } = resolveConfig(config);
  const tools = apis.flatMap(({ truncations: leftOut, plan }) =>
    plan.components.map(
      ({ annotations, name, requestSpec: recipe, clientView: view }) => ({
        name,
        annotations,
        description: view.description,
        inputSchema: fitInputSchema(
          recipe,
          { ...plan.sharedSchemas, leftOut },
          mode,
        ).schema,
      }),
    ),
  );
  const cost = (parts: readonly unknown[]) =>
    parts.reduce<number>((sum, part) => sum + tokens(JSON.stringify(part)), 0);
  const texts = tools.map(({ description }) => description);
  const prose = tools.flatMap(({ description, inputSchema }) => [
    description,
    ...textsIn(inputSchema),
  ]);
  const count = (pattern: RegExp) =>
    prose.filter((text) => pattern.test(text)).length;
  const hinted = (name: "readOnlyHint" | "destructiveHint", value: boolean) =>
    tools.filter(({ annotations }) => (annotations ?? {})[name] === value)
      .length;
  process.stdout.write(
    `${document.split("/").at(-1)}: ${tools.length} tools, ${cost(
      tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
    )} tokens; descriptions ${cost(texts)}, schemas ${cost(tools.map(({ inputSchema }) => inputSchema))}\n` +
      `  one text twice ${texts.length - new Set(texts).size}, tags ${count(/<\/?(p|br|a|b|i|code|ul|li|div|span|strong|em|table|td|tr)\b[^<>]*>/i)}, link targets ${count(/\]\((https?:|\/|#)/)}, cut ${count(/…$/)}\n` +
      `  read only ${hinted("readOnlyHint", true)}, not destructive ${hinted("destructiveHint", false)}, findings ${findings.length}\n`,
  );
  if (values.show !== undefined)
    for (const { name, description, inputSchema } of tools)
      if (new RegExp(values.show).test(name))
        process.stdout.write(
          `\n${name}\n${description}\n${textsIn(inputSchema)
            .map((text) => `  - ${text}\n`)
            .join("")}`,
        );
}

function textsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "description" && typeof value === "string"
      ? [value]
      : key === "enum" || key === "default" || key === "examples"
        ? []
        : textsIn(value),
  );
}

async function tokenizer(): Promise<(text: string) => number> {
  const name = "gpt-tokenizer/encoding/o200k_base";
  try {
    const { encode } = (await import(name)) as {
      encode: (text: string, how: object) => readonly number[];
    };
    const how = { disallowedSpecial: new Set() };
    return (text) => encode(text, how).length;
  } catch {
    return (text) => Math.ceil(text.length / 4.5);
  }
}
