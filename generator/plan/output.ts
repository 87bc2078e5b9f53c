import type { Api, Schema } from "../model.js";
import { branches, referenceName, resolve } from "../schema/shape.js";
import { byKey } from "../text.js";
import type { AnswerSchemas } from "./answer-fields.js";
import type { PlannedAnswer } from "./answers.js";
import type { PlannedComponent } from "./component.js";
import { typed, typesOf } from "./output-schema.js";
import { reachable } from "../schema/reach.js";

/** Types of what tools answer, where something is known of them, and of what these refer to. */
export function planOutputs(
  components: readonly PlannedComponent[],
  api: Pick<Api, "schemas">,
): AnswerSchemas | null {
  const tools = components.filter(({ kind }) => kind === "tool");
  const told = tools.flatMap(({ answer, recipe }) => {
    const schema = planOutput(answer, api);
    return schema === null ? [] : [[recipe.request, schema] as const];
  });
  if (told.length === 0) return null;
  const all = told.map(([, schema]) => schema);
  return {
    operations: Object.fromEntries([...told].sort(byKey)),
    $defs: Object.fromEntries(
      reachable(all, api.schemas, (one) => typed(one, api.schemas)),
    ),
  };
}

/** The type of an answer: `object` where it is always one. Null: nothing is known of it. */
function planOutput(
  { schema }: PlannedAnswer,
  api: Pick<Api, "schemas">,
): Schema | null {
  const kinds = schema && kindsOf(schema, api);
  if (schema === null || kinds === null) return null;
  const isObject = kinds.has("object") && kinds.size === 1;
  return isObject
    ? { ...typed(last(schema, api), api.schemas), type: "object" }
    : typed(schema, api.schemas);
}

/** The last of references that lead to each other alone: what is said of it stands behind one step. */
function last(schema: Schema, api: Pick<Api, "schemas">): Schema {
  const inner = api.schemas.get(referenceName(schema) ?? "") ?? {};
  return "$ref" in inner && Object.keys(inner).length === 1
    ? last(inner, api)
    : schema;
}

type Kinds = ReadonlySet<string> | null;

/** Types that an answer may have, but for null. Null: any. `known`: each schema is looked into once, since many may lead to it. */
function kindsOf(
  schema: Schema,
  api: Pick<Api, "schemas">,
  known = new Map<Schema, Kinds>(),
): Kinds {
  const target = resolve(schema, api);
  const own = typesOf(target).filter((one) => one !== "null");
  if (own.length > 0) return new Set(own);
  const before = known.get(target);
  if (before !== undefined) return before;
  known.set(target, null);
  const inner = (part: Schema) => kindsOf(part, api, known);
  const [part = null] = branches(target, "allOf").flatMap(
    (one) => inner(one) ?? [],
  );
  const choices = branches(target, "anyOf", "oneOf").flatMap((one) => [
    ...(inner(one) ?? []),
  ]);
  const kinds = part ?? (choices.length === 0 ? null : new Set(choices));
  known.set(target, kinds);
  return kinds;
}
