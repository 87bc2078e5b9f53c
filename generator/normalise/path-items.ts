import { isObject } from "../json.js";
import type { Parameter } from "../model.js";
import { type Context, nodeOf } from "./context.js";
import { readParameters } from "./parameters.js";
import { childrenOf, type Node, type Target } from "../dialect/refs.js";

/** https://spec.openapis.org/oas/v3.2.0#path-item-object */
const METHODS = "get put post delete options head patch trace query".split(" ");

/** What a path item holds besides operations. */
const FIELDS =
  "$ref summary description servers parameters additionalOperations".split(" ");

/** A path's members, each where it really stands: in place, or in what `$ref` refers to. */
export type PathItem = ReadonlyMap<string, Target>;

/** Reads a path item; what stands beside its `$ref` wins. Throws `ToolwrightError` for a reference to nowhere. */
export function readPathItem(target: Target, context: Context): PathItem {
  const layers = [nodeOf(target, context) ?? target, target];
  const item = new Map(layers.flatMap(childrenOf));
  for (const [key, { pointer, value }] of item)
    if (isObject(value) && !isKnown(key))
      context.warn({
        code: "unknown-path-member",
        message: `${JSON.stringify(key)} is no method and no other field of a path; nothing is served for it.`,
        pointer,
        hint: `Methods are ${METHODS.join(", ")}; others stand in additionalOperations (3.2), and extensions begin with x-.`,
      });
  return item;
}

function isKnown(key: string): boolean {
  return (
    METHODS.includes(key.toLowerCase()) ||
    FIELDS.includes(key) ||
    key.startsWith("x-")
  );
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
        method: method.toUpperCase(),
        steps: [key, method],
        ...operation,
      });
  }
  return found;
}

/**
 * Brings the placeholders of a path and its parameters together: where one of each is left, they
 * are meant to be the same; else parameters without a placeholder go, and placeholders without a
 * parameter become required text. All of that is told, at the parameter where there is one.
 */
export function matchPath(
  template: string,
  declared: readonly Parameter[],
  { pointer, nodes }: { pointer: string; nodes: readonly Node[] },
  context: Context,
): { path: string; parameters: Parameter[] } {
  const tell = (
    code: string,
    message: string,
    hint: string,
    at: string | null = null,
  ) => {
    const node = nodes.find(
      ({ value }) => value["in"] === "path" && value["name"] === at,
    );
    // Without a place, a parameter is lost; else the request is as it should be.
    const say = code === "unused-path-parameter" ? context.warn : context.note;
    say({ code, message, pointer: node?.pointer ?? pointer, hint });
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

  const unused = declared.filter(
    (parameter) => parameter.in === "path" && !wanted.delete(parameter.name),
  );
  const [placeholder] = wanted;
  const [only] = unused;
  const isPair = unused.length === 1 && wanted.size === 1;
  if (isPair && only !== undefined && placeholder !== undefined) {
    tell(
      "other-path-parameter",
      `The path ${path} has no placeholder {${only.name}}; the parameter is taken for {${placeholder}}.`,
      "Give both the same name.",
      only.name,
    );
    const parameters = declared.map((one) =>
      one === only ? { ...one, name: placeholder, component: null } : one,
    );
    return { path, parameters };
  }
  for (const { name } of unused)
    tell(
      "unused-path-parameter",
      `The path ${path} has no placeholder {${name}}; the parameter is left out.`,
      "Add the placeholder to the path or remove the parameter.",
      name,
    );
  const parameters = declared.filter((one) => !unused.includes(one));
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

// Some paths carry RFC 6570's signs for what the parameter's style says (`{.id}`, `{;id}`, `{id*}`), or are written as code has them: `/:id`, `/${id}`.
function plainTemplate(path: string, declared: readonly Parameter[]): string {
  const names = declared.map(({ name }) => name);
  return path
    .replace(/(?<=\/)(?::(\w+)|\$\{(\w+)\})(?=\/|$)/g, "{$1$2}")
    .replace(/\{[.;]?([^{}]*?)\*?\}/g, (placeholder, name: string) =>
      names.includes(name) ? `{${name}}` : placeholder,
    )
    .replace(/^(?!\/)/, "/");
}
