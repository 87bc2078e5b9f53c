import type { Listed, Lists, Question } from "./recording.js";
import type { Reply } from "./json-rpc.js";
import { flatten, isSchema, sample } from "./sample.js";

type Values = Readonly<Record<string, unknown>>;

/** Text that every place of a request has to escape in its own way. */
const AWKWARD = "a b&c=d/é?#%41+;,";

/**
 * Questions for a server by its lists: some of each list, spread evenly. A tool is called with its required arguments,
 * with all, and with errors that models make.
 */
export function questionsFor(
  lists: Lists,
  limit: number,
  asked: ReadonlySet<string> = new Set(),
): Question[] {
  const some = (list: readonly Listed[]) =>
    spread(
      list.filter(({ name }) => !asked.has(name)),
      limit,
    );
  return [
    ...some(lists.tools).flatMap(callsOf),
    ...some(lists.resources).map(({ name, uri }) =>
      read(name, "required", String(uri)),
    ),
    ...some(lists.templates).flatMap(({ name, uriTemplate }) =>
      readsOf(name, String(uriTemplate)),
    ),
  ];
}

/** At most so many of a list, from its first to its end at even steps. */
function spread<T>(list: readonly T[], limit: number): T[] {
  const step = Math.max(1, list.length / limit);
  return list.filter((_, index) => index % step < 1).slice(0, limit);
}

function callsOf({ name, inputSchema }: Listed): Question[] {
  const schema = flatten(inputSchema, inputSchema);
  const required = made(inputSchema, { all: false, text: "text" });
  const all = made(inputSchema, { all: true, text: AWKWARD });
  const trials = { required, all, ...mistakes(schema, required, all) };
  const seen = new Set<string>();
  return Object.entries(trials)
    .filter(([, args]) => {
      const text = JSON.stringify(args);
      return !seen.has(text) && seen.add(text);
    })
    .map(([trial, args]) => ({
      component: name,
      trial,
      method: "tools/call",
      params: { name, arguments: args },
    }));
}

/**
 * A call that was refused, without the optional arguments that the refusal names: listings cut deep schemas short, so
 * made-up values may lack what they don't show. Undefined if there is nothing to leave out.
 */
export function mended(
  { component, trial, ...question }: Question,
  reply: Reply,
): Question | undefined {
  const { arguments: args } = question.params as { arguments?: Values }; // as `callsOf` makes them
  if (args === undefined || !/^(all|text|null)$/.test(trial)) return undefined;
  const refused = [...JSON.stringify(reply).matchAll(/\\n- \/([^/:\\]+)/g)].map(
    ([, name]) => name,
  );
  const kept = Object.entries(args).filter(([name]) => !refused.includes(name));
  if (kept.length === Object.keys(args).length) return undefined;
  return {
    ...question,
    component,
    trial: `${trial}, mended`,
    params: { ...question.params, arguments: Object.fromEntries(kept) },
  };
}

function made(
  schema: unknown,
  manner: { readonly all: boolean; readonly text: string },
): Values {
  const value = sample(schema, schema, manner);
  return isSchema(value) ? value : {};
}

/** Errors that models make: another type, text for everything, null for missing values, and unknown names. */
function mistakes(
  schema: Values,
  required: Values,
  all: Values,
): Record<string, Values> {
  const names = Object.keys(all);
  const one = names[Math.floor(names.length / 2)];
  const lacking = Object.fromEntries(Object.entries(required).slice(1));
  const optional = names.filter((name) => !(name in required));
  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  return {
    ...(one !== undefined && {
      wrong: { ...required, [one]: otherType(all[one]) },
    }),
    text: mapped(all, (value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    ),
    null: {
      ...required,
      ...Object.fromEntries(optional.map((k) => [k, null])),
    },
    empty: mapped(all, (value) => (typeof value === "string" ? "" : value)),
    unknown: { ...lacking, [Object.keys(properties)[0] + "s"]: 1 },
  };
}

function otherType(value: unknown): unknown {
  return typeof value === "string" || value === null ? { wrong: [1] } : "wrong";
}

function mapped(values: Values, change: (value: unknown) => unknown): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, change(value)]),
  );
}

/** Reads with plain and with awkward values for the variables, of a URI that is none, and one completion. */
function readsOf(name: string, template: string): Question[] {
  const [, variable = ""] = /\{\W?([\w.-]+)/.exec(template) ?? [];
  return [
    read(name, "required", expand(template, "7", false)),
    read(name, "all", expand(template, encodeURIComponent(AWKWARD), true)),
    read(name, "query", expand(template, "7", true)),
    read(name, "wrong", `${expand(template, "7", false)}/no/such/thing`),
    {
      component: name,
      trial: "complete",
      method: "completion/complete",
      params: {
        ref: { type: "ref/resource", uri: template },
        argument: { name: variable, value: "" },
      },
    },
  ];
}

function read(component: string, trial: string, uri: string): Question {
  return { component, trial, method: "resources/read", params: { uri } };
}

/**
 * Form of https://www.rfc-editor.org/rfc/rfc6570, as far as it distinguishes variables of the path from those of the
 * query.
 */
function expand(template: string, value: string, all: boolean): string {
  return template.replaceAll(
    /\{([?&]?)([^}]*)\}/g,
    (_, query: string, variables: string) => {
      if (query === "") return value;
      if (!all) return "";
      return (
        query +
        variables
          .split(",")
          .map((name) => `${name.replace("*", "")}=1`)
          .join("&")
      );
    },
  );
}
