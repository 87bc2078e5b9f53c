import { appendPointer } from "../shared/json-pointer.js";
import { getMember, readText, toWord } from "../shared/json.js";
import type { LintedArgument, LintedTool } from "./tools.js";

/** Place of an argument in the document and in the module. */
export interface ArgumentPlace {
  /** Pointer to the parameter or the property; null if the document has none. */
  readonly pointer: string | null;
  /** Pointer to its schema, references followed; null if the document has none. */
  readonly schemaPointer: string | null;
  /** True if no other argument shares the schema. */
  readonly isOwnSchema: boolean;
  readonly steps: readonly string[];
  /** Description as the document has it in full, or as the user wrote it. */
  readonly description: string;
}

/** Finds an argument of a tool, or a property inside of it: `["source", "number"]`. */
export function findArgument(
  tool: LintedTool,
  { name, schema, steps }: LintedArgument,
  innerSteps: readonly string[] = [],
): ArgumentPlace {
  const description = toWord(schema["description"] ?? "");
  const none = {
    pointer: null,
    schemaPointer: null,
    isOwnSchema: false,
    steps,
    description,
  };
  if (tool.operation === null) return none;
  const { component, places } = tool.operation;
  const planned = component.args.find((argument) => argument.name === name);
  if (planned === undefined) return none;
  const { operation } = component;
  const contentType = component.body?.media.contentType ?? "";
  const pointer =
    planned.parameter === null
      ? places.findBodyProperty(operation, contentType, [
          planned.wireName,
          ...innerSteps,
        ])
      : places.findParameter(operation, planned.parameter);
  if (pointer === null) return none;
  const holder =
    planned.parameter !== null &&
    getMember(places.valueAt(pointer), "schema") !== undefined
      ? appendPointer(pointer, "schema")
      : pointer;
  const schemaPointer = places.follow(holder);
  // The module may have a shorter text, from which the values are gone.
  const fullText = [pointer, schemaPointer]
    .map((place) => readText(getMember(places.valueAt(place), "description")))
    .find((text) => text !== "");
  return {
    pointer,
    schemaPointer,
    isOwnSchema: schemaPointer === holder,
    steps,
    description: (!tool.isHandWritten(steps) && fullText) || description,
  };
}
