import { type Placed, ToolwrightError } from "../../errors.js";
import { isObject, type JsonObject, member, put } from "../../shared/json.js";
import type { Schema } from "../../model.js";
import { breakCycles } from "./cycles.js";
import { familiesOf } from "./inheritance.js";
import { walk } from "../../schema/walk.js";
import { readExample } from "./examples.js";
import {
  childrenOf,
  referred,
  referredChild,
  type Refs,
  type Target,
} from "./refs.js";
import { isComponent, nameSchemas } from "./schema-names.js";
import type { SchemaContext } from "./schema-values.js";
import { spreadFlags } from "./read-only.js";
import { convertSchema } from "./schema.js";
import { tellTags } from "./discriminator-values.js";
import { tellNullOnce } from "./relax.js";
import { byCodeUnit } from "../../shared/order.js";

/** All schemas of an API: those in place, and those that others refer to. */
export interface Schemas {
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
interface Use {
  readonly holder: JsonObject;
  readonly key: string;
  /** Pointer of the schema meant. */
  readonly target: string;
}

export function createSchemas(
  refs: Refs,
  version: Pick<SchemaContext, "refSiblings" | "specification">,
  warn: (problem: Placed) => void,
): Schemas {
  const components = componentsOf(refs);
  const aliases = findAliases(components, refs);
  const find = (reference: string) => {
    const found = refs.find(reference);
    return found && lastOf(found, refs);
  };
  const bases = components.map((one) => lastOf(one, refs));
  const meant = familiesOf(bases, find);
  const targets = new Map<string, Target>();
  // A shared parameter or response is read by every operation that refers to it.
  const inPlace = new Map<string, Schema>();
  const uses: Use[] = [];
  let spent = 0;

  const context: SchemaContext = {
    ...version,
    warn,
    follow: (target) => referred(target, refs),
    exampleAt: (target) => readExample(target, refs),
    entered: new Set(),
    refer(holder, key, { text, pointer }) {
      const found = find(text);
      if (found === undefined) {
        warn(refs.unresolved(text, pointer, "; any value is taken"));
        return;
      }
      const schema = meant(found, pointer);
      const target = aliases.get(schema.pointer) ?? schema.pointer;
      if (!targets.has(target)) targets.set(target, schema);
      put(holder, key, "");
      uses.push({ holder, key, target });
    },
    spend() {
      spent += 1;
      if (spent > MAX_SCHEMAS)
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
        inPlace.get(pointer) ?? convertSchema(value, pointer, context);
      inPlace.set(pointer, schema);
      return schema;
    },
    finish() {
      const converted = new Map<string, JsonObject>();
      // Conversion adds targets, and a map's iterator comes to those, too.
      for (const [target, { value, pointer }] of targets)
        converted.set(target, convertSchema(value, pointer, context));
      const names = nameSchemas(converted.keys());
      for (const { holder, key, target } of uses)
        put(holder, key, `#/$defs/${names(target)}`);
      const named = [...converted]
        .map(([pointer, schema]) => ({ name: names(pointer), pointer, schema }))
        .sort((a, b) => byCodeUnit(a.name, b.name));
      const schemas = new Map(named.map(({ name, schema }) => [name, schema]));
      const all = [...schemas.values(), ...inPlace.values()];
      for (const schema of all)
        walk(schema, (part) => {
          tellNullOnce(part, schemas);
        });
      spreadFlags(all, schemas);
      tellTags(all, schemas);
      breakCycles(named, warn);
      return schemas;
    },
  };
}

/** Components that only refer to what is no component, such as a file of their own: they give it its name. */
function findAliases(
  components: readonly Target[],
  refs: Refs,
): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const own of components) {
    const { pointer } = lastOf(own, refs);
    if (!isComponent(pointer) && !aliases.has(pointer))
      aliases.set(pointer, own.pointer);
  }
  return aliases;
}

/** All schemas that have names, sorted by them. */
function componentsOf(refs: Refs): Target[] {
  const enter = (at: Target, step: string) => referredChild(at, step, refs);
  return [["components", "schemas"], ["definitions"]].flatMap((home) =>
    childrenOf(home.reduce(enter, refs.root))
      .sort(([a], [b]) => byCodeUnit(a, b))
      .map(([, target]) => target),
  );
}

/** Passes over what is nothing but a reference, unless it gives a component a second name. */
function lastOf(target: Target, refs: Refs): Target {
  let at = target;
  for (let hops = 0; hops < MAX_CHAIN; hops += 1) {
    const reference = member(at.value, "$ref");
    if (typeof reference !== "string" || !isObject(at.value)) return at;
    const next = refs.find(reference);
    if (next === undefined || Object.keys(at.value).length > 1) return at;
    if (isComponent(at.pointer) && isComponent(next.pointer)) return at;
    at = next;
  }
  return target;
}
