import type { Parameter } from "../model.js";
import type { Context } from "./context.js";

/**
 * Brings path parameters and the placeholders of a path together: those that the path lacks go,
 * those that nobody declares come, as required text. Both are told.
 */
export function matchPath(
  path: string,
  parameters: readonly Parameter[],
  {
    pointer,
    warn,
  }: { readonly pointer: string; readonly warn: Context["warn"] },
): Parameter[] {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(
    ([, name = ""]) => name,
  );
  const wanted = new Set(names);
  if (wanted.size < names.length)
    warn({
      code: "duplicate-placeholder",
      message: `The path ${path} names a placeholder twice; both get the same value.`,
      pointer,
      hint: "Give each placeholder a name of its own.",
    });

  const kept = parameters.filter((parameter) => {
    if (parameter.in !== "path" || wanted.delete(parameter.name)) return true;
    warn({
      code: "unused-path-parameter",
      message: `The path ${path} has no placeholder {${parameter.name}}; the parameter is left out.`,
      pointer,
      hint: "Add the placeholder to the path or remove the parameter.",
    });
    return false;
  });
  for (const name of wanted)
    warn({
      code: "undeclared-path-parameter",
      message: `The placeholder {${name}} of ${path} is not declared; read as required text.`,
      pointer,
      hint: "Declare it as a parameter with `in: path`.",
    });
  return [...kept, ...[...wanted].map(undeclared)];
}

function undeclared(name: string): Parameter {
  return {
    name,
    in: "path",
    description: "",
    required: true,
    deprecated: false,
    style: "simple",
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    contentType: null,
    schema: { type: "string" },
    examples: [],
  };
}
