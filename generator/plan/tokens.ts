import type { Schemas } from "../../runtime/types.js";
import type { PlannedComponent } from "./component.js";
import { listed } from "./listed.js";

/** A model reads about one token in four characters of JSON. */
const CHARACTERS_PER_TOKEN = 4;

/** Approximate tokens that one component costs in a listing. */
export function inputTokens(
  component: PlannedComponent,
  schemas: Schemas,
): number {
  const { kind, name, title, recipe, shown, uri, uriTemplate } = component;
  const { description } = shown;
  const told =
    kind === "tool"
      ? {
          name,
          title,
          ...shown,
          inputSchema: listed(recipe, schemas, { mode: "inline" }).schema,
        }
      : { name, title, description, uri: uri ?? uriTemplate };
  return Math.ceil(JSON.stringify(told).length / CHARACTERS_PER_TOKEN);
}
