import type {
  ParameterLocation,
  ParameterRecipe,
  RequestRecipe,
} from "../../runtime/types.js";
import type { Api, Operation, Parameter } from "../model.js";
import type { Argument } from "./arguments.js";
import type { PlannedBody } from "./body.js";
import { mediaTypeName } from "./media.js";

/** Everything the runtime needs to send the request; what has OpenAPI's default is left out. */
export function planRecipe(
  operation: Operation,
  {
    args,
    body,
    api,
    fixed,
  }: {
    args: readonly Argument[];
    body: PlannedBody | null;
    api: Api;
    fixed: Readonly<Record<string, unknown>>;
  },
): RequestRecipe {
  const parameters = args.flatMap((argument) =>
    argument.parameter === null
      ? []
      : [
          [
            argument.name,
            parameterRecipe(argument, argument.parameter),
          ] as const,
        ],
  );
  const server = operation.servers[0]?.url;
  const accept = acceptHeader(operation);
  const security = securityRecipe(operation, api);
  return {
    method: operation.method,
    path: operation.path,
    ...(server === undefined ? {} : { server }),
    ...(parameters.length === 0
      ? {}
      : { parameters: Object.fromEntries(parameters) }),
    ...(body === null ? {} : { body: body.recipe }),
    ...(accept === null ? {} : { accept }),
    ...(security.length === 0 ? {} : { security }),
    ...(Object.keys(fixed).length === 0 ? {} : { fixed }),
  };
}

function parameterRecipe(
  { name, wireName }: Argument,
  parameter: Parameter,
): ParameterLocation | ParameterRecipe {
  const defaultStyle =
    parameter.in === "query" || parameter.in === "cookie" ? "form" : "simple";
  const recipe: ParameterRecipe = {
    in: parameter.in,
    ...(name === wireName ? {} : { name: wireName }),
    ...(parameter.style === defaultStyle ? {} : { style: parameter.style }),
    // A deep object is written in one way, whatever is said of it.
    ...(parameter.explode === (parameter.style === "form") ||
    parameter.style === "deepObject"
      ? {}
      : { explode: parameter.explode }),
    ...(parameter.allowReserved ? { allowReserved: true } : {}),
    ...(parameter.allowEmptyValue ? { allowEmptyValue: true } : {}),
    ...(parameter.contentType === null
      ? {}
      : { contentType: parameter.contentType }),
  };
  return Object.keys(recipe).length === 1 ? parameter.in : recipe;
}

/** Asked for only where the answer is not plain JSON, which is what the runtime asks for by itself. */
function acceptHeader(operation: Operation): string | null {
  const declared = operation.responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap(({ media }) => media.map(({ contentType }) => contentType))
    .filter((type) => /^[\w!#$%&'*+.^`|~/;=" -]+$/.test(type));
  const names = declared.map(mediaTypeName);
  return names.length === 0 || names.includes("application/json")
    ? null
    : [...new Set(declared)].join(", ");
}

/** Alternatives that name an unknown scheme can't be fulfilled and are left out. */
function securityRecipe(operation: Operation, api: Api): string[][] {
  return operation.security
    .filter((requirement) =>
      requirement.every(({ scheme }) => api.securitySchemes.has(scheme)),
    )
    .map((requirement) => requirement.map(({ scheme }) => scheme));
}
