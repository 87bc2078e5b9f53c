// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Client } from "./client.js";
import { CallError } from "./errors.js";
import { getOwn } from "./json-schema.js";
import type { Args, Component, Log } from "./types.js";

type VariableReader = Pick<Client, "readVariable" | "variables">;

/**
 * Reads the values of the arguments that the client sends by itself, at each call. Throws a `CallError` that names
 * a variable which is not set, or should be JSON and is not.
 */
export function readClientArguments(
  { fromClient = {}, request }: Component,
  client: VariableReader,
): Args {
  return Object.fromEntries(
    Object.entries(fromClient).map(([argument, form]) => {
      const variable = findVariable(argument, request, client);
      const text = client.readVariable(variable);
      if (text === "")
        throw new CallError(
          `the value of ${argument} is missing. When you start this server, set ${variable}.`,
        );
      return [argument, form === "json" ? parseJson(text, variable) : text];
    }),
  );
}

/** Logs the variables that have to be set before these components can be called, each with the number of components. */
export function warnOfVariables(
  components: readonly Component[],
  client: VariableReader,
  log: Log,
): void {
  const counts = new Map<string, number>();
  for (const { fromClient = {}, request } of components)
    for (const argument of Object.keys(fromClient)) {
      const variable = findVariable(argument, request, client);
      if (client.readVariable(variable) === "")
        counts.set(variable, (counts.get(variable) ?? 0) + 1);
    }
  for (const [variable, components] of counts)
    log.warn("variables", {
      message: `Missing variable: set ${variable}. Until then, calls that send it are refused.`,
      components,
    });
}

function findVariable(
  argument: string,
  request: string,
  { variables }: VariableReader,
): string {
  return (
    getOwn(variables, `${request} ${argument}`) ??
    getOwn(variables, argument) ??
    `a variable for ${argument} in client.ts`
  );
}

function parseJson(text: string, variable: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CallError(
      `${variable} is not JSON. When you start this server, set it to a number, true, false, an object or a list.`,
    );
  }
}
