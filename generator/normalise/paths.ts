import type { Parameter } from "../model.js";
import { type Context, nodeOf } from "./context.js";
import { readParameters } from "./parameters.js";
import { childrenOf, type Target } from "./refs.js";

/** https://spec.openapis.org/oas/v3.2.0#path-item-object */
const METHODS = "get put post delete options head patch trace query".split(" ");

/** A path's members, each where it really stands: in place, or in what `$ref` refers to. */
export type PathItem = ReadonlyMap<string, Target>;

/** Reads a path item; what stands beside its `$ref` wins. Throws `ToolwrightError` for a reference to nowhere. */
export function readPathItem(target: Target, context: Context): PathItem {
  const layers = [nodeOf(target, context) ?? target, target];
  return new Map(layers.flatMap(childrenOf));
}

/** An operation as it stands in a path item. */
export interface Found extends Target {
  /** Upper case. */
  readonly method: string;
  /** Steps from the path item, for a pointer. */
  readonly steps: readonly string[];
}

/** The operations of a path item, in its order. */
export function operationsOf(item: PathItem): Found[] {
  const found: Found[] = [];
  for (const [key, target] of item) {
    if (METHODS.includes(key.toLowerCase()))
      found.push({ method: key.toUpperCase(), steps: [key], ...target });
    if (key !== "additionalOperations") continue;
    for (const [method, operation] of childrenOf(target))
      found.push({
        ...{ method: method.toUpperCase(), steps: [key, method] },
        ...operation,
      });
  }
  return found;
}

/**
 * Brings the placeholders of a path and its parameters together: parameters without a placeholder
 * go, placeholders without a parameter become required text. Both are told.
 */
export function matchPath(
  template: string,
  declared: readonly Parameter[],
  pointer: string,
  context: Context,
): { path: string; parameters: Parameter[] } {
  const tell = (code: string, message: string, hint: string) => {
    context.warn({ code, message, pointer, hint });
  };
  const path = plainTemplate(template, declared);
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(
    ([, name = ""]) => name,
  );
  const wanted = new Set(names);
  if (wanted.size < names.length)
    tell(
      "duplicate-placeholder",
      `The path ${path} names a placeholder twice; both get the same value.`,
      "Give each placeholder a name of its own.",
    );

  const parameters = declared.filter((parameter) => {
    if (parameter.in !== "path" || wanted.delete(parameter.name)) return true;
    tell(
      "unused-path-parameter",
      `The path ${path} has no placeholder {${parameter.name}}; the parameter is left out.`,
      "Add the placeholder to the path or remove the parameter.",
    );
    return false;
  });
  for (const name of wanted) {
    tell(
      "undeclared-path-parameter",
      `The placeholder {${name}} of ${path} is not declared; read as required text.`,
      "Declare it as a parameter with `in: path`.",
    );
    const value = { name, in: "path", schema: { type: "string" } };
    parameters.push(...readParameters([{ value, pointer }], context));
  }
  return { path, parameters };
}

// Some paths carry RFC 6570's signs for what the parameter's style says: `{.id}`, `{;id}`, `{id*}`.
function plainTemplate(path: string, declared: readonly Parameter[]): string {
  const names = declared.map(({ name }) => name);
  return path
    .replace(/\{[.;]?([^{}]*?)\*?\}/g, (placeholder, name: string) =>
      names.includes(name) ? `{${name}}` : placeholder,
    )
    .replace(/^(?!\/)/, "/");
}
