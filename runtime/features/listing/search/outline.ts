import {
  dedent,
  schemasIn,
  getOwn,
  propertiesOf,
  requiredOf,
  toText,
} from "../../../index.js";
import type {
  RegisteredComponent,
  JsonSchema,
  Schemas,
  Tool,
} from "../../../index.js";
import {
  truncateSentence,
  firstSentence,
  describeRules,
  descriptionText,
  expandSchema,
} from "./documents.js";

type Definitions = Schemas["$defs"];

/**
 * Maximum number of arguments in a summary line and of values in a type; maximum length of a text, of all argument
 * lines, and of the list of omitted arguments, in characters.
 */
const MAX_ARGUMENTS = 6;
const MAX_VALUES = 50;
const MAX_TEXT_LENGTH = 400;
const MAX_LINES_LENGTH = 2_400;
const MAX_REST_LENGTH = 1_200;

/** Returns one line for an operation: `createIssue(owner, repo, title, body?, …) — Create an issue`. */
export function summaryLine(entry: RegisteredComponent): string {
  const { name, title } = entry.component;
  const argumentNames = listArguments(entry).map(([argument]) => argument);
  const shownNames = argumentNames.slice(0, MAX_ARGUMENTS);
  if (argumentNames.length > MAX_ARGUMENTS) shownNames.push("…");
  const headline = title ?? firstSentence(descriptionText(entry));
  return `${name}(${shownNames.join(", ")})${headline ? ` — ${headline}` : ""}`;
}

/** Describes an operation and its arguments in a notation like TypeScript. */
export function outlineOperation(entry: RegisteredComponent): string {
  const { component } = entry;
  const { exampleAnswer: exampleResponse, name, request, title } = component;
  const { $defs = {}, operations } = entry.source.outputSchemas ?? {};
  const type = getOwn(operations, request);
  const description = descriptionText(entry);
  const text = description.split("\n\n", 1)[0] ?? "";
  const [notice] = /(?<=\n)Deprecated[.:].*$/.exec(description) ?? [];
  const { examples = [], example = examples[0] } = component as Tool; // a catalog holds tools
  const lines: string[] = [];
  const omittedLines: string[] = [];
  let size = 0;
  for (const [argument, schema] of listArguments(entry)) {
    const line = formatArgument(argument, schema, entry.source.schemas.$defs);
    if (size + line.length > MAX_LINES_LENGTH && argument.endsWith("?")) {
      omittedLines.push(line.split(" — ", 1)[0] ?? "");
    } else {
      lines.push(line);
      size += line.length;
    }
  }
  return [
    `${name}${title === undefined ? "" : ` — ${title}`}`,
    `${request} (${describeEffect(component as Tool)})`, // a catalog holds only tools
    ...(text === "" ? [] : [truncateSentence(text, MAX_TEXT_LENGTH)]),
    ...lines,
    ...(omittedLines.length === 0
      ? []
      : [
          truncateSentence(
            `Also (detail: "schema" shows more): ${omittedLines.join(", ")}`,
            MAX_REST_LENGTH,
          ),
        ]),
    ...(example ? [`Example: ${JSON.stringify(example)}`] : []),
    ...(type
      ? [
          truncateSentence(
            `Returns: ${formatType(type, $defs)}`,
            MAX_LINES_LENGTH,
          ),
        ]
      : []),
    ...(exampleResponse === undefined
      ? []
      : [`Example response: ${toText(exampleResponse)}`]),
    ...(notice === undefined ? [] : [notice]),
  ].join("\n");
}

/** Describes the annotations that models do not see. */
function describeEffect(tool: Tool): string {
  const { annotations = {} } = tool;
  const { confirm } = tool as { confirm?: string }; // set by the feature `confirm`
  const repeatHint =
    confirm === undefined ? "" : `; confirm: repeat ${confirm}`;
  const isPerson = /^person(-or-repeat)?$/.test(confirm ?? "");
  const confirmation = isPerson ? "; the user is asked first" : repeatHint;
  if (annotations.readOnlyHint) return `only reads${confirmation}`;
  return annotations.destructiveHint === false
    ? `writes${confirmation}`
    : `writes, may overwrite or delete${confirmation}`;
}

/** Lists required arguments first. Names of optional ones end in a question mark. */
function listArguments({ inputSchema }: RegisteredComponent) {
  const schema = inputSchema();
  const required = new Set(requiredOf(schema));
  const properties = propertiesOf(schema);
  const requiredProperties = properties.filter(([name]) => required.has(name));
  const optionalProperties = properties.filter(([name]) => !required.has(name));
  return [
    ...requiredProperties,
    ...optionalProperties.map(
      ([name, property]) => [`${name}?`, property] as const,
    ),
  ];
}

function formatArgument(name: string, schema: JsonSchema, $defs: Definitions) {
  const expandedSchema = expandSchema(schema, $defs);
  const { default: defaultValue, description } = expandedSchema;
  const defaultText =
    defaultValue === undefined ? "" : ` = ${JSON.stringify(defaultValue)}`;
  const text =
    typeof description === "string"
      ? firstSentence(dedent(description).replace(/\]\([^()\s]*\)/g, "]"))
      : "";
  const descriptionText =
    text === "" ? "" : ` — ${truncateSentence(text.replace(/\s+/g, " "), 160)}`;
  const nameNote = findNameNote(String(description));
  return `${name}: ${formatType(schema, $defs)}${describeRules(expandedSchema)}${defaultText}${descriptionText}${nameNote}`;
}

/** Sentence at the end of a description that gives the argument's name in the API; empty if there is none. */
function findNameNote(description: string): string {
  const start = description.indexOf(' Named "');
  const hasNote = start >= 0 && description.endsWith('" in the API.');
  return hasNote ? description.slice(start) : "";
}

/** Formats the type of a value, with the properties of objects down to the second level. */
function formatType(
  inputSchema: JsonSchema,
  $defs: Definitions,
  level = 0,
): string {
  const { anyOf, oneOf, ...schema } = expandSchema(inputSchema, $defs);
  const { const: constant, enum: values, items, type } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) {
    const literals = values
      .slice(0, MAX_VALUES)
      .map((value) => JSON.stringify(value));
    return literals.concat(values.length > MAX_VALUES ? "…" : []).join(" | ");
  }
  const formatInner = (subschema: JsonSchema) =>
    formatType(subschema, $defs, level + 1);
  const isObject = propertiesOf(schema).length > 0;
  const hasContent = (branch: JsonSchema) =>
    !isObject || propertiesOf(expandSchema(branch, $defs)).length > 0;
  const branches = level < 4 ? [...schemasIn(oneOf), ...schemasIn(anyOf)] : [];
  const branchTypes = branches
    .filter(hasContent)
    .map((branch) => formatInner({ allOf: [schema, branch] }));
  if (branchTypes.length > 0)
    return [...new Set(branchTypes)].slice(0, MAX_VALUES).join(" | ");
  const types: unknown[] = [type ?? (isObject ? "object" : "any")];
  return types
    .flat()
    .map((typeName) => {
      if (typeName === "array") {
        const itemType =
          level < 4 ? formatInner(Object(items) as JsonSchema) : "any";
        return itemType.includes(" | ") ? `(${itemType})[]` : `${itemType}[]`;
      }
      return typeName === "object"
        ? formatObject(schema, level, formatInner)
        : String(typeName);
    })
    .join(" | ");
}

function formatObject(
  schema: JsonSchema,
  level: number,
  formatInner: (schema: JsonSchema) => string,
): string {
  const properties = propertiesOf(schema);
  if (properties.length === 0 || level > 1) return "object";
  const fields = properties.slice(0, MAX_VALUES).map(([name, property]) => {
    const sign = requiredOf(schema).includes(name) ? "" : "?";
    return `${name}${sign}: ${formatInner(property)}`;
  });
  if (properties.length > MAX_VALUES) fields.push("…");
  return `{ ${fields.join(", ")} }`;
}
