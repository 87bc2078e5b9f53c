import { CallError, getOwn } from "../../index.js";
import type { Args, ClientOptions, Component } from "../../index.js";

/**
 * Reads the values of arguments that callers don't see from environment variables, at each call. `names`: variables by
 * argument, or by request and argument: `{ organization: "SHOP_ORGANIZATION" }`.
 */
export function variables(
  names: Readonly<Record<string, string>>,
): NonNullable<ClientOptions["hiddenArguments"]> {
  const findVariable = (argument: string, request: string) =>
    getOwn(names, `${request} ${argument}`) ??
    getOwn(names, argument) ??
    `a variable for ${argument} in client.ts`;
  return ({ env }) => {
    const readVariable = (name: string) => env[name]?.trim() ?? "";
    /** Throws a `CallError` that names a variable which is not set, or should be JSON and is not. */
    const readValues = ({ fromClient = {}, request }: Component): Args =>
      Object.fromEntries(
        Object.entries(fromClient).map(([argument, form]) => {
          const variable = findVariable(argument, request);
          const text = readVariable(variable);
          if (text === "")
            throw new CallError(
              `the value of ${argument} is missing. When you start this server, set ${variable}.`,
            );
          return [argument, form === "json" ? parseJson(text, variable) : text];
        }),
      );
    return {
      read: readValues,
      warn(components, log) {
        const counts = new Map<string, number>();
        for (const { fromClient = {}, request } of components)
          for (const argument of Object.keys(fromClient)) {
            const variable = findVariable(argument, request);
            if (readVariable(variable) === "")
              counts.set(variable, (counts.get(variable) ?? 0) + 1);
          }
        for (const [variable, components] of counts)
          log.warn("variables", {
            message: `Missing variable: set ${variable}. Until then, calls that send it are refused.`,
            components,
          });
      },
    };
  };
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
