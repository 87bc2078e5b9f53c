import type { Schema } from "../model.js";
import { isSchema } from "../schema/object-shape.js";
import { toArray, toWord } from "../shared/json.js";
import { createFinding, cureByOverlay } from "./cures.js";
import type { LintFinding } from "./findings.js";
import { findArgument } from "./argument-places.js";
import type { LintedArgument, LintedTool } from "./tools.js";
import { resolveSchema } from "./resolve-schema.js";
import { findValueList, type ValueList } from "./value-lists.js";

/** Values of an enum that a list has to share so that the list is the argument's. */
const MIN_SHARED = 2;

/** Finds values that a description offers and the enum refuses, and lists of values that only a description has. */
export function lintValues(tool: LintedTool): LintFinding[] {
  const argumentNames = new Set(tool.args.map(({ name }) => name));
  return tool.args.flatMap((argument): LintFinding[] => {
    const { description } = findArgument(tool, argument);
    const list = findValueList(description);
    // A list of other arguments says which of them go together.
    if (list === null || list.values.some((value) => argumentNames.has(value)))
      return [];
    const itemSchema = itemsOf(argument.schema, tool);
    const enumValues = toArray(itemSchema["enum"]).map(toWord);
    return enumValues.length > 0
      ? lintEnum(tool, argument, { list, enumValues })
      : lintText(tool, argument, list);
  });
}

/** Schema of the items of a list, otherwise the schema itself. */
function itemsOf({ items, ...schema }: Schema, { schemas }: LintedTool) {
  return isSchema(items) ? resolveSchema(items, schemas.$defs) : schema;
}

function lintEnum(
  tool: LintedTool,
  argument: LintedArgument,
  context: {
    readonly list: ValueList;
    readonly enumValues: readonly string[];
  },
): LintFinding[] {
  const { enumValues, list } = context;
  const refused = list.values.filter((value) => !enumValues.includes(value));
  const sharedCount = list.values.length - refused.length;
  if (refused.length === 0 || sharedCount < MIN_SHARED) return [];
  const place = findArgument(tool, argument);
  const values = refused.map((value) => JSON.stringify(value)).join(", ");
  return [
    createFinding(tool, {
      rule: "enum-against-text",
      argument: argument.name,
      message: `The description offers ${values}, which the enum refuses.`,
      ...place,
      cure: cureByOverlay(
        tool,
        { ...place, pointer: place.schemaPointer },
        {
          advice: "Add the value to the enum, or correct the description,",
          update: {
            enum: refused.map((value) => `<${value}, if the API takes it>`),
          },
          isCertain: false,
        },
      ),
    }),
  ];
}

function lintText(
  tool: LintedTool,
  argument: LintedArgument,
  { isExact, values }: ValueList,
): LintFinding[] {
  const { schema } = argument;
  if (!isPlainString(schema)) return [];
  const examples = [schema["default"], ...toArray(schema["examples"])].filter(
    (example) => example !== undefined && example !== null,
  );
  const isContradicted = examples.some(
    (example) => !values.includes(toWord(example)),
  );
  if (isContradicted && !isExact) return [];
  const place = findArgument(tool, argument);
  const list = values.map((value) => JSON.stringify(value)).join(", ");
  return [
    createFinding(tool, {
      rule: "values-in-text-only",
      argument: argument.name,
      message: `Only the description lists the values: ${list}.`,
      ...place,
      cure: cureByOverlay(
        tool,
        { ...place, pointer: place.schemaPointer },
        {
          advice: `Add enum: [${list}]`,
          update: { enum: values },
          isCertain: isExact && !isContradicted && place.isOwnSchema,
        },
      ),
    }),
  ];
}

/** True for a string that no keyword restricts. */
function isPlainString(schema: Schema): boolean {
  const types = [schema["type"]].flat().filter((type) => type !== "null");
  return (
    types.length === 1 &&
    types[0] === "string" &&
    !["enum", "const", "format", "pattern"].some((keyword) =>
      Object.hasOwn(schema, keyword),
    )
  );
}
