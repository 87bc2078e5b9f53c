import type {
  Api,
  Body,
  Operation,
  Parameter,
  Schema,
} from "../../../generator/model.js";
import type { PlanOptions } from "../../../generator/plan/component.js";

/** An operation with everything at its default. */
export function operation(
  route: string,
  change: Partial<Operation> = {},
): Operation {
  const [method = "", path = ""] = route.split(" ");
  return {
    operationId: null,
    method,
    path,
    pointer: "",
    summary: "",
    description: "",
    tags: [],
    deprecated: false,
    parameters: [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) =>
      parameter("path", name),
    ),
    acceptSchema: null,
    body: null,
    responses: [],
    links: [],
    security: [],
    removesSecurity: false,
    servers: [],
    hints: { hiddenBy: null, name: "", title: "", description: "" },
    ...change,
  };
}

export function parameter(
  location: Parameter["in"],
  name: string,
  change: Partial<Parameter> = {},
): Parameter {
  const style =
    location === "query" || location === "cookie" ? "form" : "simple";
  return {
    name,
    component: null,
    in: location,
    description: "",
    required: location === "path",
    deprecated: false,
    style,
    explode: style === "form",
    allowReserved: false,
    allowEmptyValue: false,
    contentType: null,
    schema: { type: "string" },
    examples: [],
    ...change,
  };
}

export function jsonBody(schema: Schema, required = true): Body {
  return {
    description: "",
    required,
    media: [
      {
        contentType: "application/json",
        schema,
        encoding: new Map(),
        examples: [],
      },
    ],
  };
}

export function api(
  operations: readonly Operation[],
  change: Partial<Api> = {},
): Api {
  return {
    title: "Test",
    version: "1",
    description: "",
    servers: ["https://api.example.com"],
    securitySchemes: new Map(),
    security: [],
    operations,
    tags: new Map(),
    schemas: new Map(),
    findings: [],
    ...change,
  };
}

/** Options with everything at its default. */
export function planOptions(change: Partial<PlanOptions> = {}): PlanOptions {
  return {
    routeMaps: [],
    tags: [],
    excludeTags: [],
    overrides: {},
    descriptions: "short",
    outputSchemas: "off",
    knownFiles: new Map(),
    ...change,
  };
}
