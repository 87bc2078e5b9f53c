import {
  dedent,
  listOf,
  own,
  propertiesOf,
  requiredOf,
  toText,
} from "../../index.js";
import type { Entry, JsonSchema, Schemas, Tool } from "../../index.js";
import { cut, firstSentence, rulesOf, textOf, wholeOf } from "./documents.js";

type Definitions = Schemas["$defs"];

/** Arguments that a line names; values that are told; characters of a text, of all lines of arguments, of what has none. */
const NAMED = 6;
const VALUES = 50;
const TEXT = 400;
const LINES = 2_400;
const REST = 1_200;

/** `createIssue(owner, repo, title, body?, …) — Create an issue` */
export function lineOf(entry: Entry): string {
  const { name, title } = entry.component;
  const all = argumentsOf(entry).map(([argument]) => argument);
  const named = all.slice(0, NAMED);
  if (all.length > NAMED) named.push("…");
  const what = title ?? firstSentence(textOf(entry));
  return `${name}(${named.join(", ")})${what ? ` — ${what}` : ""}`;
}

/** What an operation does and takes, as TypeScript would say it. */
export function outlineOf(entry: Entry): string {
  const { component } = entry;
  const { exampleAnswer: answer, name, request, title } = component;
  const { examples = [], example = examples[0] } = component as Tool; // a catalog holds tools
  const { $defs = {}, operations } = entry.source.outputs ?? {};
  const type = own(operations, request);
  const whole = textOf(entry);
  const text = whole.split("\n\n", 1)[0] ?? "";
  const [notice] = /(?<=\n)Deprecated[.:].*$/.exec(whole) ?? [];
  const lines: string[] = [];
  const left: string[] = [];
  let size = 0;
  for (const [argument, schema] of argumentsOf(entry)) {
    const line = argumentLine(argument, schema, entry.source.schemas.$defs);
    if (size + line.length > LINES && argument.endsWith("?")) {
      left.push(line.split(" — ", 1)[0] ?? "");
    } else {
      lines.push(line);
      size += line.length;
    }
  }
  return [
    `${name}${title === undefined ? "" : ` — ${title}`}`,
    `${request} (${effectOf(component as Tool)})`, // a catalog holds tools
    ...(text === "" ? [] : [cut(text, TEXT)]),
    ...lines,
    ...(left.length === 0
      ? []
      : [cut(`Also (detail: "schema" tells more): ${left.join(", ")}`, REST)]),
    ...(example ? [`Example: ${JSON.stringify(example)}`] : []),
    ...(type ? [cut(`Answer: ${typeOf(type, $defs)}`, LINES)] : []),
    ...(answer === undefined ? [] : [`Example answer: ${toText(answer)}`]),
    ...(notice === undefined ? [] : [notice]),
  ].join("\n");
}

/** What models don't see of annotations, in words. */
function effectOf(tool: Tool): string {
  const { annotations = {} } = tool;
  const { confirm } = tool as { confirm?: string }; // where that feature is
  const repeat = confirm === undefined ? "" : `; confirm: repeat ${confirm}`;
  const isPerson = /^person(-or-repeat)?$/.test(confirm ?? "");
  const asked = isPerson ? "; a person is asked first" : repeat;
  if (annotations.readOnlyHint) return `only reads${asked}`;
  return annotations.destructiveHint === false
    ? `writes${asked}`
    : `writes, may overwrite or delete${asked}`;
}

/** Required ones first; the others end in a question mark. */
function argumentsOf({ inputSchema }: Entry) {
  const schema = inputSchema();
  const required = new Set(requiredOf(schema));
  const all = propertiesOf(schema);
  const needed = all.filter(([name]) => required.has(name));
  const others = all.filter(([name]) => !required.has(name));
  return [
    ...needed,
    ...others.map(([name, one]) => [`${name}?`, one] as const),
  ];
}

function argumentLine(name: string, schema: JsonSchema, $defs: Definitions) {
  const whole = wholeOf(schema, $defs);
  const { default: usual, description } = whole;
  const preset = usual === undefined ? "" : ` = ${JSON.stringify(usual)}`;
  const text =
    typeof description === "string"
      ? firstSentence(dedent(description).replace(/\]\([^()\s]*\)/g, "]"))
      : "";
  const told = text === "" ? "" : ` — ${cut(text.replace(/\s+/g, " "), 160)}`;
  const [named = ""] =
    / Named "[^]*" in the API\.$/.exec(String(description)) ?? [];
  return `${name}: ${typeOf(schema, $defs)}${rulesOf(whole)}${preset}${told}${named}`;
}

/** The type of a value; of an object, its properties down to the second level. */
function typeOf(given: JsonSchema, $defs: Definitions, level = 0): string {
  const { anyOf, oneOf, ...schema } = wholeOf(given, $defs);
  const { const: only, enum: values, items, type } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) {
    const told = values.slice(0, VALUES).map((one) => JSON.stringify(one));
    return told.concat(values.length > VALUES ? "…" : []).join(" | ");
  }
  const inner = (one: JsonSchema) => typeOf(one, $defs, level + 1);
  const isObject = propertiesOf(schema).length > 0;
  const says = (one: JsonSchema) =>
    !isObject || propertiesOf(wholeOf(one, $defs)).length > 0;
  const all = level < 4 ? [...listOf(oneOf), ...listOf(anyOf)] : [];
  const told = all.filter(says).map((one) => inner({ allOf: [schema, one] }));
  if (told.length > 0) return [...new Set(told)].slice(0, VALUES).join(" | ");
  const types: unknown[] = [type ?? (isObject ? "object" : "any")];
  return types
    .flat()
    .map((one) => {
      if (one === "array") {
        const item = level < 4 ? inner(Object(items) as JsonSchema) : "any";
        return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
      }
      return one === "object" ? objectOf(schema, level, inner) : String(one);
    })
    .join(" | ");
}

function objectOf(
  schema: JsonSchema,
  level: number,
  inner: (schema: JsonSchema) => string,
): string {
  const properties = propertiesOf(schema);
  if (properties.length === 0 || level > 1) return "object";
  const told = properties.slice(0, VALUES).map(([name, one]) => {
    const sign = requiredOf(schema).includes(name) ? "" : "?";
    return `${name}${sign}: ${inner(one)}`;
  });
  if (properties.length > VALUES) told.push("…");
  return `{ ${told.join(", ")} }`;
}
