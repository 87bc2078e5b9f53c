import { inline } from "../../runtime/features/inline.js";
import { cut } from "../../runtime/features/leave-out.js";
import { withDefinitions } from "../../runtime/features/refs.js";
import { inputSchema } from "../../runtime/schema.js";
import type { JsonSchema, Schemas } from "../../runtime/types.js";
import { writtenOut } from "../schema/written.js";
import { type Place, placesOf } from "./places.js";
import type { Recipe } from "../request/recipe.js";

/** The arguments of a tool as a client sees them. */
export interface Listed {
  readonly schema: JsonSchema;
  readonly bytes: number;
  /** They stand in the module just so. */
  readonly isPlain: boolean;
  /** Places whose details are not shown; null: all is written out. */
  readonly leftOut: readonly string[] | null;
}

/** How much of a schema clients get. */
export interface Extent {
  /** `inline`: without any reference. */
  readonly mode: "refs" | "inline";
  /** Bytes of JSON that one schema takes at most. Default: what a model can well read. */
  readonly maxBytes?: number | undefined;
}

/** Bytes of a schema that is written out, and of one with `$defs`. */
const WRITTEN = 24 * 1024;
const SHARED = 48 * 1024;

/** Places that are passed over where they alone are too large, and those behind them have room. */
const PASSED = 4;

/** What the runtime is going to list: written out while it is small, then with `$defs`, then as far as it fits. */
export function listed(
  recipe: Recipe,
  schemas: Schemas,
  { mode, maxBytes = Infinity }: Extent,
): Listed {
  const flat = inputSchema(recipe, schemas);
  const measured = (schema: JsonSchema, leftOut: Listed["leftOut"]) => {
    const text = JSON.stringify(schema);
    const isPlain = text === JSON.stringify(flat);
    return { schema, bytes: Buffer.byteLength(text), isPlain, leftOut };
  };
  const written = writtenOut(flat, schemas);
  const whole = written && measured(written, null);
  if (whole && whole.bytes <= Math.min(maxBytes, WRITTEN)) return whole;
  const isRefs = mode === "refs";
  const most = Math.min(maxBytes, isRefs ? SHARED : WRITTEN);
  const without = (leftOut: readonly string[], write: typeof writtenOut) => {
    const { schema, $defs } = cut(flat, schemas.$defs, leftOut);
    return isRefs
      ? withDefinitions(schema, $defs)
      : write(schema, { ...schemas, $defs });
  };
  const leftOut = asFarAs(placesOf(flat, schemas.$defs), (some) => {
    const shown = without(some, writtenOut);
    return shown !== undefined && bytesOf(shown) <= most;
  });
  const shown = without(leftOut, (schema, all) => inline(schema, all, ""));
  return measured(shown ?? flat, leftOut);
}

/** What is left out so that as many places as fit are shown, the first of them first. */
function asFarAs(
  places: readonly Place[],
  fits: (leftOut: readonly string[]) => boolean,
): readonly string[] {
  const passed = new Set<string>();
  const beyond = (count: number) => {
    const shown = new Set([""]);
    return places.flatMap(({ at, parent }, index) => {
      if (!shown.has(parent)) return [];
      if (index >= count || passed.has(at)) return [at];
      shown.add(at);
      return [];
    });
  };
  let least = 0;
  for (; passed.size <= PASSED; least += 1) {
    let end = places.length;
    while (least < end) {
      const middle = Math.ceil((least + end) / 2);
      if (fits(beyond(middle))) least = middle;
      else end = middle - 1;
    }
    const wide = places[least];
    if (wide === undefined) break;
    passed.add(wide.at);
  }
  return beyond(least);
}

/** Bytes of JSON. */
export function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
