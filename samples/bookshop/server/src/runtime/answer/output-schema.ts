import {
  lookup,
  referenced,
  withDefinitions,
} from "../arguments/references.js";
import type { Component, JsonSchema, Schemas } from "../types.js";

/** What a tool says of its answers, as a client sees it, with what it refers to as `$defs`; undefined where it says nothing. */
export function listedOutput(
  component: Component,
  outputs: Schemas,
): JsonSchema | undefined {
  return component.kind === "tool" && component.outputSchema
    ? withDefinitions(writtenOut(component.outputSchema, outputs, []), outputs)
    : undefined;
}

/** Clients look for an object at the root, so a reference there is written out. */
function writtenOut(
  schema: JsonSchema,
  outputs: Schemas,
  open: readonly string[],
): JsonSchema {
  const name = referenced(schema);
  if (name === undefined || open.includes(name)) return schema;
  const target = writtenOut(lookup(name, outputs), outputs, [...open, name]);
  const own = Object.entries(schema).filter(([keyword]) => keyword !== "$ref");
  return { ...target, ...Object.fromEntries(own) };
}
