import type { Parameter } from "../model.js";
import type { Context } from "./context.js";

/**
 * Brings the placeholders of a path and its parameters together: parameters without a placeholder
 * go, placeholders without a parameter become required text. Both are told.
 */
export function matchPath(
  template: string,
  declared: readonly Parameter[],
  context: { readonly pointer: string; readonly warn: Context["warn"] },
): { path: string; parameters: Parameter[] } {
  const tell = (code: string, message: string, hint: string) => {
    context.warn({ code, message, pointer: context.pointer, hint });
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
    parameters.push(undeclared(name));
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

function undeclared(name: string): Parameter {
  return {
    name,
    component: null,
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
