import { type LocatedProblem, ToolwrightError } from "../../errors.js";
import {
  isObject,
  type JsonObject,
  getMember,
  setMember,
} from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { breakCycles } from "./cycles.js";
import { createUnionResolver } from "./inheritance.js";
import { walkSchema } from "../../schema/walk.js";
import { readExample } from "./examples.js";
import {
  childrenOf,
  tryFollow,
  tryFollowChild,
  type RefResolver,
  type Target,
} from "./refs.js";
import { isSharedSchema, nameSchemas } from "./schema-names.js";
import type { SchemaContext } from "./schema-values.js";
import { propagateFlags } from "./read-only.js";
import { convertSchema } from "./schema.js";
import { writeTagValues } from "./discriminator-values.js";
import { dropDuplicateNull } from "./relax.js";
import { compareCodeUnits } from "../../shared/order.js";

/** All schemas of an API: those in place, and those that others refer to. */
export interface SchemaConverter {
  /** The schema in place. References in it get their names when `finish` is called. */
  readonly convert: (place: Target) => Schema;
  /** Converts what was referred to, names it, and gives it sorted by name. */
  readonly finish: () => Map<string, Schema>;
}

/** Schemas that are converted at most; the largest public documents have some 60,000. */
const MAX_SCHEMAS = 3_000_000;
/** References that lead to references; more of them are a cycle. */
const MAX_CHAIN = 100;

/** A reference that waits for its name. */
interface PendingRef {
  readonly holder: JsonObject;
  readonly key: string;
  /** Pointer of the schema meant. */
  readonly targetPointer: string;
}

export function createSchemaConverter(
  refs: RefResolver,
  version: Pick<SchemaContext, "refSiblings" | "specificationUrl">,
  warn: (problem: LocatedProblem) => void,
): SchemaConverter {
  const sharedSchemas = sharedSchemasOf(refs);
  const aliases = findAliases(sharedSchemas, refs);
  const findSchema = (reference: string) => {
    const referent = refs.find(reference);
    return referent && skipBareRefs(referent, refs);
  };
  const bases = sharedSchemas.map((sharedSchema) =>
    skipBareRefs(sharedSchema, refs),
  );
  const resolveUnion = createUnionResolver(bases, findSchema);
  const referredSchemas = new Map<string, Target>();
  // A shared parameter or response is read by every operation that refers to it.
  const inPlaceSchemas = new Map<string, Schema>();
  const pendingRefs: PendingRef[] = [];
  let schemaCount = 0;

  const context: SchemaContext = {
    ...version,
    warn,
    follow: (target) => tryFollow(target, refs),
    readExampleAt: (target) => readExample(target, refs),
    enteredPointers: new Set(),
    setRef(holder, key, { text, pointer }) {
      const referent = findSchema(text);
      if (referent === undefined) {
        warn(refs.toUnresolvedProblem(text, pointer, "; any value is taken"));
        return;
      }
      const schema = resolveUnion(referent, pointer);
      const targetPointer = aliases.get(schema.pointer) ?? schema.pointer;
      if (!referredSchemas.has(targetPointer))
        referredSchemas.set(targetPointer, schema);
      setMember(holder, key, "");
      pendingRefs.push({ holder, key, targetPointer });
    },
    countSchema() {
      schemaCount += 1;
      if (schemaCount > MAX_SCHEMAS)
        throw new ToolwrightError({
          code: "too-complex",
          message: `The document holds more than ${MAX_SCHEMAS} schemas when its aliases and references are followed.`,
          hint: "Give repeated schemas a place in components and refer to them there.",
        });
    },
  };

  return {
    convert({ value, pointer }) {
      const schema =
        inPlaceSchemas.get(pointer) ?? convertSchema(value, pointer, context);
      inPlaceSchemas.set(pointer, schema);
      return schema;
    },
    finish() {
      const converted = new Map<string, JsonObject>();
      // Conversion adds targets, and a map's iterator comes to those, too.
      for (const [targetPointer, { value, pointer }] of referredSchemas)
        converted.set(targetPointer, convertSchema(value, pointer, context));
      const findName = nameSchemas(converted.keys());
      for (const { holder, key, targetPointer } of pendingRefs)
        setMember(holder, key, `#/$defs/${findName(targetPointer)}`);
      const namedSchemas = [...converted]
        .map(([pointer, schema]) => ({
          name: findName(pointer),
          pointer,
          schema,
        }))
        .sort((a, b) => compareCodeUnits(a.name, b.name));
      const schemas = new Map(
        namedSchemas.map(({ name, schema }) => [name, schema]),
      );
      const allSchemas = [...schemas.values(), ...inPlaceSchemas.values()];
      for (const schema of allSchemas)
        walkSchema(schema, (subschema) => {
          dropDuplicateNull(subschema, schemas);
        });
      propagateFlags(allSchemas, schemas);
      writeTagValues(allSchemas, schemas);
      breakCycles(namedSchemas, warn);
      return schemas;
    },
  };
}

/** Components that only refer to what is no component, such as a file of their own: they give it its name. */
function findAliases(
  sharedSchemas: readonly Target[],
  refs: RefResolver,
): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const sharedSchema of sharedSchemas) {
    const { pointer } = skipBareRefs(sharedSchema, refs);
    if (!isSharedSchema(pointer) && !aliases.has(pointer))
      aliases.set(pointer, sharedSchema.pointer);
  }
  return aliases;
}

/** All schemas that have names, sorted by them. */
function sharedSchemasOf(refs: RefResolver): Target[] {
  const followChild = (parent: Target, segment: string) =>
    tryFollowChild(parent, segment, refs);
  return [["components", "schemas"], ["definitions"]].flatMap((containerPath) =>
    childrenOf(containerPath.reduce(followChild, refs.root))
      .sort(([a], [b]) => compareCodeUnits(a, b))
      .map(([, target]) => target),
  );
}

/** Passes over what is nothing but a reference, unless it gives a component a second name. */
function skipBareRefs(target: Target, refs: RefResolver): Target {
  let currentTarget = target;
  for (let hops = 0; hops < MAX_CHAIN; hops += 1) {
    const reference = getMember(currentTarget.value, "$ref");
    if (typeof reference !== "string" || !isObject(currentTarget.value))
      return currentTarget;
    const nextTarget = refs.find(reference);
    if (nextTarget === undefined || Object.keys(currentTarget.value).length > 1)
      return currentTarget;
    if (
      isSharedSchema(currentTarget.pointer) &&
      isSharedSchema(nextTarget.pointer)
    )
      return currentTarget;
    currentTarget = nextTarget;
  }
  return target;
}
