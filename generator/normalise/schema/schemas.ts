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
import { findMapped } from "./mapped-schemas.js";
import {
  childrenOf,
  filesOf,
  SCHEMA_PATHS,
  tryFollow,
  tryFollowChild,
  type RefResolver,
  type Target,
} from "./refs.js";
import {
  findDeclaredName,
  isSharedSchema,
  nameSchemas,
} from "./schema-names.js";
import type { SchemaContext } from "./schema-values.js";
import { propagateFlags } from "./read-only.js";
import { convertSchema } from "./schema.js";
import { writeTagValues } from "./discriminator-values.js";
import { dropDuplicateNull } from "./relax.js";
import { compareCodeUnits } from "../../shared/order.js";

/** Converter of all schemas of an API: inline ones, and those that references lead to. */
export interface SchemaConverter {
  /** Converts an inline schema. Its references get their names when `finish` is called. */
  readonly convert: (place: Target) => Schema;
  /** Converts the targets of all references, names them, and returns them sorted by name. */
  readonly finish: () => Map<string, Schema>;
}

/** Maximum number of schemas that are converted; the largest public documents have about 60,000. */
const MAX_SCHEMAS = 3_000_000;
/** Maximum length of a chain of references; longer ones are cycles. */
const MAX_CHAIN = 100;

/** Reference that has no name yet. */
interface PendingRef {
  readonly holder: JsonObject;
  readonly key: string;
  /** Pointer of the target. */
  readonly targetPointer: string;
}

export function createSchemaConverter(
  refs: RefResolver,
  version: Pick<SchemaContext, "isJava" | "refSiblings" | "specificationUrl">,
  warn: (problem: LocatedProblem) => void,
): SchemaConverter {
  const sharedSchemas = sharedSchemasOf(refs);
  const aliases = findAliases(sharedSchemas, refs);
  const findSchema = (reference: string) => {
    const referent = refs.find(reference);
    return referent && skipBareRefs(referent, refs);
  };
  const bases = new Map(
    [
      ...sharedSchemas.map((sharedSchema) => skipBareRefs(sharedSchema, refs)),
      ...fileSchemasOf(refs),
    ].map((schema) => [schema.pointer, schema]),
  );
  const findMappedSchema = (reference: string, pointer: string) => {
    const referent = refs.findMapped(reference, pointer);
    return referent && skipBareRefs(referent, refs);
  };
  const resolveUnion = createUnionResolver(
    [...bases.values()],
    findSchema,
    findMappedSchema,
  );
  const referredSchemas = new Map<string, Target>();
  // Every operation that refers to a shared parameter or response reads it again.
  const inPlaceSchemas = new Map<string, Schema>();
  const pendingRefs: PendingRef[] = [];
  let schemaCount = 0;

  const context: SchemaContext = {
    ...version,
    warn,
    follow: (target) => tryFollow(target, refs),
    readExampleAt: (target) => readExample(target, { refs, warn }),
    enteredPointers: new Set(),
    findMapped: (text, { branches, pointer }) =>
      findMapped(text, branches, (name) => refs.findMapped(name, pointer)),
    warnOfRef: (text, pointer, consequence) =>
      warn(refs.toUnresolvedProblem(text, pointer, consequence)),
    setRef(holder, key, { text, pointer }) {
      const referent = findSchema(text);
      if (referent === undefined) {
        warn(
          refs.toUnresolvedProblem(text, pointer, "; any value is accepted"),
        );
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
          message: `The document has more than ${MAX_SCHEMAS} schemas after its aliases and references are resolved.`,
          hint: "Move repeated schemas to components, and use $ref.",
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
      // The conversion adds targets, and the iteration includes them.
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
      const declaredNames = new Map(
        namedSchemas.map(({ name, pointer }) => [
          name,
          findDeclaredName(pointer) ?? name,
        ]),
      );
      writeTagValues(
        allSchemas,
        schemas,
        (name) => declaredNames.get(name) ?? name,
      );
      breakCycles(namedSchemas, warn);
      return schemas;
    },
  };
}

/**
 * Finds components that only refer to a schema that is not a component, for example in a separate file: it gets their
 * name.
 */
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

/** Named schemas of the document, sorted by name. */
function sharedSchemasOf(refs: RefResolver): Target[] {
  return SCHEMA_PATHS.flatMap((path) => namedSchemasAt(refs.root, path, refs));
}

/**
 * Schemas of other files that may be a base or a subtype: the named ones, the file itself, and its members, sorted by
 * file and name.
 */
function fileSchemasOf(refs: RefResolver): Target[] {
  return filesOf(refs)
    .flatMap((file) => [
      ...[...SCHEMA_PATHS, ["$defs"], []].flatMap((path) =>
        namedSchemasAt(file, path, refs),
      ),
      file,
    ])
    .filter(
      ({ value }) =>
        isObject(value) && ("allOf" in value || "discriminator" in value),
    );
}

function namedSchemasAt(
  holder: Target,
  path: readonly string[],
  refs: RefResolver,
): Target[] {
  const followChild = (parent: Target, segment: string) =>
    tryFollowChild(parent, segment, refs);
  return childrenOf(path.reduce(followChild, holder))
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([, target]) => target);
}

/** Follows schemas that are only a reference, but stops at a component that gives another component a second name. */
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
