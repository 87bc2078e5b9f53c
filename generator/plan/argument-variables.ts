import { readExactText } from "../shared/json.js";
import type { Api } from "../model.js";
import { flattenSchema } from "../schema/flatten-schema.js";
import { compareCodeUnits } from "../shared/order.js";
import { groupBy } from "../shared/group-by.js";
import type { Argument } from "./arguments.js";
import type { SettledOverride } from "./settled-override.js";

/** Environment variable whose value is sent for an argument. */
export interface ArgumentVariable {
  /** Key in the client: the argument, or `GET /pets limit` if it has other variables elsewhere. */
  readonly key: string;
  readonly variable: string;
  /** Name of the argument in the tool. */
  readonly argument: string;
  readonly description: string;
  /** True if every component sends it. */
  readonly isEverywhere: boolean;
  /** Value for tests. */
  readonly sample: string;
}

/** Component as far as its variables are concerned. */
interface VariableUser {
  /** Arguments whose values the server sends. */
  readonly hiddenArgs: readonly Argument[];
  readonly override: SettledOverride;
  readonly requestSpec: { readonly request: string };
}

/** Environment variables of the arguments of one API, sorted by key. */
export function planVariables(
  components: readonly VariableUser[],
): ArgumentVariable[] {
  const uses = components.flatMap(({ hiddenArgs, override, requestSpec }) =>
    Object.entries(override.variables ?? {}).map(([name, variable]) => {
      const argument = hiddenArgs.find((candidate) => candidate.name === name);
      return [
        name,
        { variable, argument, request: requestSpec.request },
      ] as const;
    }),
  );
  const planned = [...groupBy(uses)].flatMap(([argument, namesakes]) => {
    const byVariable = groupBy(
      namesakes.map((use) => [use.variable, use] as const),
    );
    const [commonVariable] = [...byVariable].sort(
      ([a, m], [b, n]) => n.length - m.length || compareCodeUnits(a, b),
    )[0] ?? [""];
    return [...byVariable].flatMap(([variable, usesOfVariable]) => {
      const [use] = usesOfVariable;
      const schema = use?.argument?.schema ?? {};
      const { description = "" } = schema;
      const entry = {
        variable,
        argument,
        description: readExactText(description),
        isEverywhere: usesOfVariable.length === components.length,
        sample: sampleOf(schema),
      };
      return variable === commonVariable
        ? [{ ...entry, key: argument }]
        : usesOfVariable.map(({ request }) => ({
            ...entry,
            key: `${request} ${argument}`,
          }));
    });
  });
  return planned.sort((a, b) => compareCodeUnits(a.key, b.key));
}

/** Text of a variable that an argument of this schema takes. */
function sampleOf(schema: Argument["schema"]): string {
  const { default: usual, enum: values, type } = schema;
  const value =
    usual ?? (Array.isArray(values) ? (values[0] as unknown) : null);
  if (typeof value === "string") return value;
  if (value !== null && value !== undefined) return JSON.stringify(value);
  const [firstType] = [type].flat();
  return (
    { integer: "1", number: "1", boolean: "true", array: "[]", object: "{}" }[
      String(firstType)
    ] ?? "example"
  );
}

/** Form of a variable's value: text as it is, or JSON for a field of the body that takes no text. */
export function variableFormOf(
  { in: location, schema }: Argument,
  api: Api,
): "json" | "text" {
  if (location !== "body") return "text";
  const types = flattenSchema(schema, api.schemas).flatMap(
    ({ type }) => type ?? [],
  );
  return types.length === 0 || types.includes("string") ? "text" : "json";
}
