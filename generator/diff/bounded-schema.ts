import { isSchema } from "../runtime.js";
import type { Schema } from "../model.js";
import { toCanonicalJson } from "../shared/canonical-json.js";
import { digest } from "../shared/hash.js";
import { memoizeWeak } from "../shared/memoize.js";

/** Characters of an input schema in a contract at most, as they are printed. */
const MAX_CHARS = 16_000;

/** Characters of a part below which it is not shown in parts: digests of them would be as long. */
const MIN_CHARS = 100;

/** Size of JSON printed at the left edge: each level further in adds two blanks to each line. */
interface PrintedSize {
  readonly chars: number;
  readonly lines: number;
}

/**
 * Input schema as a contract shows it: whole, or with its longest parts as digests if it is longer than `MAX_CHARS`, so
 * that a change of them is still seen. Thus the contracts of many tools that share a large schema stay small.
 */
export function boundSchema(schema: Schema): unknown {
  if (measure(schema).chars <= MAX_CHARS) return schema;
  for (const limit of limitsBelow(2 * MAX_CHARS)) {
    const shortenPart = (part: unknown) => shorten(part, limit);
    const shortened = mapChildren(schema, (child, key) =>
      key === "properties" && isSchema(child)
        ? mapChildren(child, shortenPart)
        : shortenPart(child),
    );
    if (measure(shortened).chars <= MAX_CHARS) return shortened;
  }
  return toDigest(schema);
}

/** Shortens a part to a limit of characters: its own parts to an equal limit that is as high as possible, or else itself to a digest. */
function shorten(part: unknown, maxChars: number): unknown {
  if (!isPart(part) || measure(part).chars <= maxChars) return part;
  for (const limit of limitsBelow(maxChars)) {
    const shortened = mapChildren(part, (child) => shorten(child, limit));
    if (measure(shortened).chars <= maxChars) return shortened;
  }
  return toDigest(part);
}

/** Halves a number of characters until too few are left. */
function limitsBelow(chars: number): number[] {
  const half = chars / 2;
  return half < MIN_CHARS ? [] : [half, ...limitsBelow(half)];
}

const toDigest = memoizeWeak((part: object): string => {
  const json = toCanonicalJson(part);
  return `… ${json.length} characters of JSON with the digest ${digest(json)}`;
});

/** Computes how long an object or a list is as it is printed; each once. */
const measure = memoizeWeak((part: object): PrintedSize => {
  const keyChars = (key: string) =>
    Array.isArray(part) ? 0 : JSON.stringify(key).length + 2;
  let [chars, lines] = [3, 2]; // brackets and the end of the first line
  for (const [key, child] of Object.entries(part)) {
    const size = isPart(child)
      ? measure(child)
      : { chars: JSON.stringify(child).length, lines: 1 };
    chars += keyChars(key) + size.chars + 2 * size.lines + 2;
    lines += size.lines;
  }
  return { chars, lines };
});

function isPart(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function mapChildren(
  part: object,
  map: (child: unknown, key: string) => unknown,
): object {
  const children = Object.entries(part).map(
    ([key, child]) => [key, map(child, key)] as const,
  );
  return Array.isArray(part)
    ? children.map(([, child]) => child)
    : Object.fromEntries(children);
}
