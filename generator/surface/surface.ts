import { inline } from "../../runtime/features/listing.js";
import { inputSchema } from "../../runtime/schema.js";
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
  readonly args: ReadonlyMap<
    string,
    { readonly required: boolean; readonly schema: Schema }
  >;
  /** `api_key`, `oauth or api_key + session`; empty where none is needed. */
  readonly security: string;
  /** Base URL of its own; empty for the API's. */
  readonly server: string;
}

/** The surface of a plan, in its order. */
export function surfaceOf(plan: Plan): Surface[] {
  const { components, shared } = plan;
  return components.map((component): Surface => {
    const { recipe, shown } = component;
    const schema = inline(inputSchema(recipe, shared), shared, recipe.request);
    const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
    const required = (schema["required"] ?? []) as readonly string[];
    return {
      kind: component.kind,
      route: operationKey(component.operation),
      name: component.name,
      uri: component.uri ?? component.uriTemplate ?? "",
      title: component.title,
      description: shown.description,
      annotations: { ...shown.annotations },
      args: new Map(
        Object.entries(properties).map(([name, property]) => [
          name,
          { schema: property, required: required.includes(name) },
        ]),
      ),
      security: (recipe.security ?? [])
        .map((schemes) => schemes.join(" + ") || "nothing")
        .join(" or "),
      server: recipe.server ?? "",
    };
  });
}
