import { isSchema } from "./sample.js";
import type { Tell } from "./difference.js";

/** Finds the first difference of two values; a difference in the order of properties alone is reported as such. */
export function compareValues(
  kind: string,
  place: string,
  was: unknown,
  is: unknown,
  tell: Tell,
): void {
  if (text(was) === text(is)) return;
  let told = 0;
  walk([], was, is, (path, first, second) => {
    told++;
    tell(
      `${kind}: ${fieldOf(path)}${verbOf(first, second)}`,
      `${place} /${path.join("/")}`,
      first,
      second,
    );
  });
  if (told === 0) tell(`${kind}: order of properties`, place, was, is);
}

function walk(
  path: readonly string[],
  was: unknown,
  is: unknown,
  tell: (path: readonly string[], was: unknown, is: unknown) => void,
): void {
  if (text(was) === text(is)) return;
  if (isSchema(was) && isSchema(is)) {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
      walk([...path, key], was[key], is[key], tell);
  } else if (
    Array.isArray(was) &&
    Array.isArray(is) &&
    was.length === is.length
  ) {
    was.forEach((item, index) =>
      walk([...path, String(index)], item, is[index], tell),
    );
  } else tell(path, was, is);
}

/** First and last keyword of a path: the names between them are a document's own. */
function fieldOf(path: readonly string[]): string {
  const words = path.filter(
    (key, index) =>
      !/^\d+$/.test(key) &&
      !/^(properties|\$defs|patternProperties|structuredContent)$/.test(
        path[index - 1] ?? "",
      ),
  );
  const first =
    words[0] === "result" || words[0] === "error"
      ? words.slice(0, 2)
      : words.slice(0, 1);
  const last = words.slice(first.length).at(-1);
  return [...first, ...(last === undefined ? [] : [last])].join(" … ");
}

function verbOf(was: unknown, is: unknown): string {
  if (was === undefined) return ", added";
  return is === undefined ? ", gone" : "";
}

/** Text as JSON, key order and all. */
export function text(value: unknown): string | undefined {
  return JSON.stringify(value);
}
