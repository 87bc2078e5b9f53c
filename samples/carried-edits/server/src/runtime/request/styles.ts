import type { ParameterStyle } from "../types.js";

/** How one value is written. */
export interface Writing {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Encodes names and values; delimiters stay outside. */
  readonly escape: (text: string) => string;
}

/** A name and its value, both encoded. */
export type Pair = readonly [name: string, value: string];

/** Whether there is nothing to write: null, undefined, an empty array or object, or one of nulls alone. */
export function isAbsent(value: unknown): boolean {
  return typeof value === "object" && value !== null
    ? fieldsOf(value).length === 0
    : value === null || value === undefined;
}

/** A value as text: scalars plainly, everything else as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * A value for a path or a header: `simple`, `label` and `matrix`.
 * https://spec.openapis.org/oas/v3.1.1#style-examples and https://www.rfc-editor.org/rfc/rfc6570#section-3.2
 */
export function writeText(
  name: string,
  value: unknown,
  writing: Writing,
): string {
  const { style, explode, escape } = writing;
  const flat = flatten(value, writing);
  switch (style) {
    case "label":
      return `.${flat.join(explode ? "." : ",")}`;
    case "matrix": {
      const key = `;${escape(name)}`;
      if (!explode || typeof value !== "object") {
        const text = flat.join(",");
        return text === "" ? key : `${key}=${text}`;
      }
      return flat
        .map((part) => (Array.isArray(value) ? `${key}=${part}` : `;${part}`))
        .join("");
    }
    default:
      return flat.join(",");
  }
}

/**
 * A value for a query, a cookie or a form: `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`.
 * What the specification leaves undefined is written as most servers read it: nested values as `a[b][0]=`,
 * arrays of scalars within exploded objects repeated, `explode` of the delimited styles like `form`.
 */
export function writePairs(
  name: string,
  value: unknown,
  writing: Writing,
): Pair[] {
  const { style, explode, escape } = writing;
  if (typeof value !== "object" || value === null) {
    return [[escape(name), escape(toText(value))]];
  }
  if (style === "deepObject") return bracketPairs(name, value, escape);
  if (!explode) {
    const text = flatten(value, writing).join(delimiter(writing));
    return [[escape(name), text]];
  }
  return Array.isArray(value)
    ? repeatedPairs(name, value, escape)
    : fieldsOf(value).flatMap(([key, field]) =>
        Array.isArray(field)
          ? repeatedPairs(key, field, escape)
          : bracketPairs(key, field, escape),
      );
}

/** `a=1&a=2`; where there are objects or arrays within, `a[0][b]=1`. */
export function repeatedPairs(
  name: string,
  list: readonly unknown[],
  escape: Writing["escape"],
): Pair[] {
  const fields = fieldsOf(list);
  return fields.some(([, field]) => typeof field === "object")
    ? bracketPairs(name, list, escape)
    : fields.map(([, field]) => [escape(name), escape(toText(field))]);
}

/** `a[b][0]=1`, to any depth. */
export function bracketPairs(
  name: string,
  value: unknown,
  escape: Writing["escape"],
): Pair[] {
  return typeof value === "object" && value !== null
    ? fieldsOf(value).flatMap(([key, field]) =>
        bracketPairs(`${name}[${key}]`, field, escape),
      )
    : [[escape(name), escape(toText(value))]];
}

/** The parts of a value in order: items, or names and values of an object. */
function flatten(value: unknown, { explode, escape }: Writing): string[] {
  if (typeof value !== "object" || value === null) {
    return [escape(toText(value))];
  }
  return fieldsOf(value).flatMap(([key, field]) => {
    const text = escape(toText(field));
    if (Array.isArray(value)) return [text];
    return explode ? [`${escape(key)}=${text}`] : [escape(key), text];
  });
}

function delimiter({ style, escape }: Writing): string {
  switch (style) {
    case "spaceDelimited":
      return escape(" ");
    case "pipeDelimited":
      return escape("|");
    default:
      return ",";
  }
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(
    ([, field]) => field !== null && field !== undefined,
  );
}
