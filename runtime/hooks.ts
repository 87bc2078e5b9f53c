import type { CallHooks } from "./call.js";
import { joinGuards } from "./guard.js";

/** Joins the hooks of several features, which run from the first to the last. A member that none of them has stays out. */
export function joinHooks(hooks: readonly CallHooks[]): CallHooks {
  const select = <Name extends keyof CallHooks>(name: Name) =>
    hooks.flatMap(({ [name]: hook }) => (hook === undefined ? [] : [hook]));
  const guards = select("guard");
  const befores = select("before");
  const contexts = select("context");
  const results = select("result");
  const structuredContents = select("structuredContent");
  const describers = select("describe");
  const consents = select("consent");
  return {
    ...(guards.length > 0 && { guard: joinGuards(guards) }),
    ...(befores.length > 0 && {
      async before(call) {
        for (const prepare of befores) await prepare(call);
      },
    }),
    ...(contexts.length > 0 && {
      context: (base, call) =>
        contexts.reduce((context, extend) => extend(context, call), base),
    }),
    ...(results.length > 0 && {
      result: (value, call) =>
        results.reduce((shownValue, shape) => shape(shownValue, call), value),
    }),
    ...(structuredContents.length > 0 && {
      structuredContent(value, call, origin) {
        for (const toContent of structuredContents) {
          const content = toContent(value, call, origin);
          if (content) return content;
        }
        return undefined;
      },
    }),
    ...(describers.length > 0 && {
      describe: (result, caller) =>
        describers.reduce(
          (shownResult, describe) => describe(shownResult, caller),
          result,
        ),
    }),
    ...(consents.length > 0 && {
      consent(outcome, call) {
        for (const consent of consents) consent(outcome, call);
      },
    }),
    isBounded: select("isBounded").includes(true),
  };
}
