import { validateDeep, toInputSchema, type Args } from "../runtime.js";
import type { PlannedServer } from "../emit/planned-files.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedComponent } from "../plan/component.js";
import { toArgumentsSchema } from "../plan/types.js";
import { toArray } from "../shared/json.js";
import { sample, type SampleOptions } from "./sample.js";

/** Arguments from the document's example, or sampled from the schemas if it has none. */
export function sampleArguments(
  component: PlannedComponent,
  sampleOptions: SampleOptions,
): Args {
  const { body, example = {}, sampledNames: sampledNames = [] } = component;
  const sampledArguments = sample(
    toArgumentsSchema(component),
    sampleOptions,
  ) as Args;
  // Shared schemas have the API's names only.
  const namesByWireName = new Map(
    Object.entries(body?.names ?? {}).map(([name, wire]) => [wire, name]),
  );
  const generatedArguments = Object.fromEntries(
    Object.entries(sampledArguments).map(([name, value]) => [
      namesByWireName.get(name) ?? name,
      value,
    ]),
  );
  // A property of a shared body with the name of a parameter is another value.
  const parameterArguments = component.args
    .filter(({ in: location }) => location !== "body")
    .filter(
      ({ name, required }) =>
        required || Object.hasOwn(generatedArguments, name),
    )
    .map(
      (argument) =>
        [argument.name, sampleParameter(argument, sampleOptions)] as const,
    );
  const shownArguments = Object.entries(example).filter(
    ([name]) =>
      sampleOptions.includeOptional &&
      Object.hasOwn(generatedArguments, name) &&
      !sampledNames.includes(name),
  );
  return {
    ...generatedArguments,
    ...Object.fromEntries(parameterArguments),
    ...Object.fromEntries(shownArguments),
  };
}

/** Sample of a parameter. An empty string can't stand for a path segment, so the name or an enum's value does. */
function sampleParameter(
  argument: Argument,
  sampleOptions: SampleOptions,
): unknown {
  const { in: location, name, schema } = argument;
  const value = sample(schema, sampleOptions, name);
  const isEmptySegment = location === "path" && value === "";
  return isEmptySegment
    ? (toArray(schema["enum"]).find(Boolean) ?? name)
    : value;
}

/** Sampled arguments of each tool that extensions add, by its name. A tool that no valid arguments could be made for is left out. */
export function sampleInputs(
  toolLists: PlannedServer["toolLists"],
): Map<string, Args> {
  const inputs = new Map<string, Args>();
  const tools = toolLists.flatMap((list) => list.tools);
  for (const { arguments: toolArguments, name } of tools) {
    const schema = toInputSchema(
      { arguments: toolArguments },
      { $defs: {}, arguments: {} },
    );
    for (const includeOptional of [false, true]) {
      const sampleOptions = {
        schemas: new Map(),
        includeOptional,
        excludedKeyword: "readOnly",
      } as const;
      try {
        const args = sample(schema, sampleOptions) as Args; // of an object
        inputs.set(name, validateDeep(args, { $defs: {}, name, schema }));
      } catch {
        // These arguments are refused. Those of the round before, with the required ones alone, are kept if they were accepted.
      }
    }
  }
  return inputs;
}
