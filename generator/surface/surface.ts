import { listedSchema } from "../../runtime/arguments/input-schema.js";
import { operationKey, type Schema } from "../model.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";

/** What clients and models see of one component. */
export interface Surface {
  readonly kind: PlannedComponent["kind"];
  /** `POST /pets` */
  readonly route: string;
  readonly name: string;
  /** URI or URI template; empty for tools. */
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly args: ReadonlyMap<string, SurfaceArgument>;
  /** `api_key`, `oauth or api_key + session`; empty where none is needed. */
  readonly security: string;
  /** Base URL of its own; empty for the API's. */
  readonly server: string;
}

export interface SurfaceArgument {
  readonly required: boolean;
  readonly schema: Schema;
}

/** The surface of a plan, in its order. */
export function surfaceOf({ components, schemas }: Plan): Surface[] {
  const shared = Object.fromEntries(schemas);
  return components.map((component): Surface => {
    const listed = listedSchema(component, shared, { mode: "inline" });
    const properties = (listed["properties"] ?? {}) as Record<string, Schema>;
    const required = (listed["required"] ?? []) as readonly string[];
    const { request } = component;
    return {
      kind: component.kind,
      route: operationKey(component.operation),
      name: component.name,
      uri: component.uri ?? component.uriTemplate ?? "",
      title: component.title,
      description: component.description,
      annotations: { ...component.annotations },
      args: new Map(
        Object.entries(properties).map(([name, schema]) => [
          name,
          { schema, required: required.includes(name) },
        ]),
      ),
      security: (request.security ?? [])
        .map((schemes) => schemes.join(" + ") || "nothing")
        .join(" or "),
      server: request.server ?? "",
    };
  });
}
