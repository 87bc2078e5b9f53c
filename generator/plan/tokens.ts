import { listedSchema } from "../../runtime/arguments/input-schema.js";
import type { Schema } from "../model.js";
import type { PlannedComponent } from "./component.js";

/** A model reads about one token in four characters of JSON. */
const CHARACTERS_PER_TOKEN = 4;

/** Approximate tokens that one component costs in a listing. */
export function inputTokens(
  component: PlannedComponent,
  schemas: ReadonlyMap<string, Schema>,
): number {
  const { kind, name, title, description, annotations } = component;
  const listed =
    kind === "tool"
      ? {
          name,
          title,
          description,
          annotations,
          inputSchema: listedSchema(component, Object.fromEntries(schemas), {
            mode: "inline",
          }),
        }
      : {
          name,
          title,
          description,
          uri: component.uri ?? component.uriTemplate,
        };
  return Math.ceil(JSON.stringify(listed).length / CHARACTERS_PER_TOKEN);
}
