import { writtenOut } from "../../runtime/features/listing.js";
import { withDefinitions } from "../../runtime/features/refs.js";
import { inputSchema } from "../../runtime/schema.js";
import type { JsonSchema, Schemas } from "../../runtime/types.js";
import type { Recipe } from "./recipe.js";

/** The arguments of a tool as a client sees them. */
export interface Listed {
  readonly schema: JsonSchema;
  readonly bytes: number;
  /** They stand in the module just so. */
  readonly isPlain: boolean;
  /** How many levels of them are shown; null: as many as the runtime shows by itself. */
  readonly levels: number | null;
}

/** How much of a schema clients get. */
export interface Extent {
  /** Shared schemas are written out in their places, or are `$defs`. */
  readonly mode: "refs" | "inline";
  /** Bytes of JSON that one schema takes at most. Default: 24 KB `inline`, any number as `refs`. */
  readonly maxBytes?: number | undefined;
}

/** Levels of nesting that are tried, the most detailed first: what the runtime shows by itself. */
const LEVELS = [50, 12, 9, 7, 6, 5, 4, 3, 2, 1];

const INLINE_BYTES = 24 * 1024;

/** What the runtime is going to list, written out as far as it fits. */
export function listed(
  recipe: Recipe,
  schemas: Schemas,
  { mode, maxBytes }: Extent,
): Listed {
  const flat = inputSchema(recipe, schemas);
  if (mode === "refs") {
    const schema = withDefinitions(flat, schemas.$defs);
    const bytes = bytesOf(schema);
    if (maxBytes === undefined || bytes <= maxBytes)
      return { schema, bytes, isPlain: schema === flat, levels: null };
  }
  const most = maxBytes ?? INLINE_BYTES;
  const plain = JSON.stringify(flat);
  let least: Listed = { schema: flat, bytes: 0, isPlain: true, levels: null };
  for (const levels of LEVELS) {
    const schema = writtenOut(flat, schemas.$defs, levels);
    if (schema === undefined) continue;
    const isUsual = mode === "inline" && levels === LEVELS[0];
    const text = JSON.stringify(schema);
    const bytes = Buffer.byteLength(text);
    const isPlain = text === plain;
    least = { schema, bytes, isPlain, levels: isUsual ? null : levels };
    if (bytes <= most) break;
  }
  return least;
}

/** Bytes of JSON. */
export function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
