import { partsOf, requiredOf } from "../../runtime/schema.js";
import type { Component } from "../../runtime/types.js";
import { without, toWord } from "../shared/json.js";
import { both, shortened } from "./schema-change.js";
import type { comparer } from "./schema-changes.js";
import { suspicions } from "./tool-poisoning.js";
import type { ComponentSurface, Says } from "./surface.js";

/** One difference that a caller or a model notices. */
export interface Change {
  readonly kind: ComponentSurface["kind"] | "server" | "skill";
  /** Name it has now, or had. */
  readonly name: string;
  /** Empty for the server as a whole and for skills. */
  readonly route: string;
  readonly what:
    | "added"
    | "removed"
    | "renamed"
    | "kind"
    | "route"
    | "uri"
    | "argument"
    | "answer"
    | "request"
    | "description"
    | "annotations"
    | "auth"
    | "url"
    | "server"
    | "tokens"
    | "suspicious";
  /** In words, without the component's name: `argument limit: became required`. */
  readonly text: string;
  /** A caller that worked before may fail now. */
  readonly breaking: boolean;
  /** What a model is told otherwise: texts, arguments, or how much; null: nothing. */
  readonly model: "words" | "schema" | "tokens" | null;
}

/** One change, without the component that it is of. */
export type Difference = Pick<Change, "breaking" | "model" | "text" | "what">;

/** Compares the arguments of components, and their answers. */
export type Comparers = Readonly<
  Record<"inputs" | "answers", ReturnType<typeof comparer>>
>;

/** Compared by what they mean, or seen by nobody. */
const APART =
  "name title description example exampleAnswer annotations confirm request arguments body bodyRequired names security server uri uriTemplate keywords outputSchema".split(
    " ",
  );

/** What changed from one component to another. */
export function differencesOf(
  was: ComponentSurface,
  is: ComponentSurface,
  { answers, inputs }: Comparers,
): Difference[] {
  const [said, says] = [was.says, is.says];
  const uris = is.kind === "tool" ? [] : ["uri", "uriTemplate"];
  const asks = [said["confirm"], says["confirm"]] as const;
  return [
    ...changed("renamed", "renamed", [was.name, is.name], true),
    ...changed("kind", "kind", [was.kind, is.kind], true),
    ...changed("route", "route", [was.route, is.route]),
    ...uris.flatMap((name) =>
      changed("uri", name, [said[name], says[name]], true),
    ),
    ...inputs(was.input, is.input).map((change) => {
      const { place, as = place, text, isWords, refuses } = change;
      const model = isWords ? "words" : "schema";
      const where = place === "" ? "arguments" : `argument ${as}`;
      const given = { breaking: refuses, model } as const;
      return difference("argument", `${where}: ${text}`, given);
    }),
    ...bodyChanges(was, is),
    ...placeChanges(was, is),
    ...answers(was.answer, is.answer).map(({ place, text, surprises }) => {
      const where = place === "" ? "answer" : `answer ${place}`;
      return difference("answer", `${where}: ${text}`, { breaking: surprises });
    }),
    ...changed("argument", "confirm", asks, asks[1] !== undefined),
    ...changed("url", "url", [said["server"], says["server"]], true),
    ...securityChanges(said, says),
    ...memberChanges("annotations", said["annotations"], says["annotations"]),
    ...wordChanges(said, says),
    ...memberChanges("request", without(said, APART), without(says, APART)),
    ...newSuspicions(textOf(was), textOf(is)),
  ];
}

export function difference(
  what: Difference["what"],
  text: string,
  { breaking = false, model = null }: Partial<Difference> = {},
): Difference {
  return { what, text, breaking, model };
}

/** `renamed: one → two` where two values differ. */
export function changed(
  what: Difference["what"],
  name: string,
  [was, is]: readonly [unknown, unknown],
  breaking = false,
): Difference[] {
  const [before, after] = both(was, is, shown);
  if (before === after) return [];
  return [difference(what, `${name}: ${before} → ${after}`, { breaking })];
}

function shown(value: unknown): string {
  if (value === undefined || value === "") return "none";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return shortened(text, 120);
}

/** What a body that may be left out needs of whoever gives any of it; the arguments don't say. */
function bodyChanges(was: ComponentSurface, is: ComponentSurface) {
  const [needed, needs] = both(was, is, ({ api, says }) => {
    const { body, bodyRequired } = says as Partial<Component>; // as it was generated
    const parts =
      body && bodyRequired === false
        ? partsOf(body, api.schemas.$defs, new Set())
        : [];
    return new Set(parts.flatMap(requiredOf));
  });
  const stayed = was.says["bodyRequired"] === false && needs.size > 0;
  return [...needs]
    .filter((name) => stayed && !needed.has(name))
    .map((name) => {
      const text = `argument ${name}: became required with the rest of the body`;
      return difference("argument", text, { breaking: true, model: "words" });
    });
}

/** Where an argument travels, and how it is written there; callers don't notice. */
function placeChanges(
  { parameters: before }: ComponentSurface,
  { parameters: after }: ComponentSurface,
): Difference[] {
  return [...after].flatMap(([name, parameter]) => {
    const known = before.get(name);
    if (known === undefined) return [];
    const keys = ["in", "name", "style", "explode", "contentType"] as const;
    return keys.flatMap((key) => {
      const values = [known[key], parameter[key]] as const;
      return changed("request", `argument ${name}, ${key}`, values);
    });
  });
}

/** Who is let in with less breaks nobody: what was enough before has to be enough now. */
function securityChanges(was: Says, is: Says): Difference[] {
  const [before, after] = both(was, is, ({ security }): string[][] =>
    Array.isArray(security) && security.length > 0
      ? (security as string[][])
      : [[]],
  );
  const isEnough = (schemes: readonly string[]) =>
    after.some((needed) => needed.every((one) => schemes.includes(one)));
  const words = both(before, after, (all) =>
    all.map((one) => one.join(" + ") || "nothing").join(" or "),
  );
  return changed("auth", "auth", words, !before.every(isEnough));
}

/** Of whatever two objects say. */
function memberChanges(
  what: Difference["what"],
  was: unknown,
  is: unknown,
): Difference[] {
  const [before, after] = both(was, is, (one) => Object(one) as Says);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    changed(what, name, [before[name], after[name]]),
  );
}

function wordChanges(was: Says, is: Says): Difference[] {
  const [wasOld, isOld] = both(was, is, ({ description }) =>
    /^Deprecated\b/im.test(toWord(description)),
  );
  const age = isOld ? "became deprecated" : "is no longer deprecated";
  const names = ["title", "description", "example", "exampleAnswer"];
  const others = names
    .filter((name) => name !== "description" || wasOld === isOld)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => {
      const [before, after] = both(was[name], is[name], shown);
      const isShort = /^[^\n]{0,160}$/.test(before + after);
      return `${name}${isShort ? `: ${before} → ${after}` : " changed"}`;
    });
  return [...(wasOld === isOld ? [] : [age]), ...others].map((text) =>
    difference("description", text, { model: "words" }),
  );
}

/** Only what is new: a text that was there before has been reviewed before. */
export function newSuspicions(before: string, now: string): Difference[] {
  const known = suspicions(before);
  return suspicions(now)
    .filter((sign) => !known.includes(sign))
    .map((sign) =>
      difference("suspicious", `text that reaches the model has ${sign}`),
    );
}

/** All texts of a component; JSON would escape what is looked for, so they are gathered as they are. */
export function textOf({ input, says }: ComponentSurface): string {
  const texts: string[] = [];
  JSON.stringify([says, input], (_key, value: unknown) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
}
