import { collectAllOf, requiredOf } from "../../runtime/json-schema.js";
import type { Component } from "../../runtime/types.js";
import { omit, omitEmpty, toWord } from "../shared/json.js";
import {
  mapPair,
  shortenText,
  toTextPair,
  type TextPair,
} from "./schema-change.js";
import type { createComparer } from "./schema-changes.js";
import { findSuspicions } from "./tool-poisoning.js";
import type { ComponentSurface, Definition } from "./surface.js";

/** Difference between two versions of a server that a caller or a model notices. */
export interface Change {
  readonly kind: ComponentSurface["kind"] | "server" | "skill";
  /** Current name, or the last one if the component was removed. */
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
  /** Text for people, without the component's name: `argument limit: became required`. */
  readonly text: string;
  /** Texts before and after, at most a line each, if `text` only names what changed. */
  readonly texts?: TextPair;
  /** A caller that worked before may fail now. */
  readonly breaking: boolean;
  /** Part of what a model reads that changes: texts, arguments, or the number of tokens; null: none. */
  readonly model: "words" | "schema" | "tokens" | null;
}

/** Change without the component that it belongs to. */
export type Difference = Pick<
  Change,
  "breaking" | "model" | "text" | "texts" | "what"
>;

/** Functions that compare the arguments and the responses of components; both cache shared schemas. */
export type SchemaComparers = Readonly<
  Record<"inputs" | "responses", ReturnType<typeof createComparer>>
>;

/** Fields of a definition that are compared by their meaning elsewhere, or that neither callers nor models see. */
const SEPARATE_FIELDS =
  "name title description example examples exampleAnswer annotations confirm request arguments body bodyRequired names security server uri uriTemplate keywords outputSchema".split(
    " ",
  );

/** Compares two versions of a component. */
export function compareComponent(
  oldComponent: ComponentSurface,
  newComponent: ComponentSurface,
  { responses: compareResponses, inputs: compareInputs }: SchemaComparers,
): Difference[] {
  const [oldDefinition, newDefinition] = [
    oldComponent.definition,
    newComponent.definition,
  ];
  const uriFields = newComponent.kind === "tool" ? [] : ["uri", "uriTemplate"];
  const confirmOptions = [
    oldDefinition["confirm"],
    newDefinition["confirm"],
  ] as const;
  return [
    ...compareValues(
      "renamed",
      "renamed",
      [oldComponent.name, newComponent.name],
      true,
    ),
    ...compareValues(
      "kind",
      "kind",
      [oldComponent.kind, newComponent.kind],
      true,
    ),
    ...compareValues("route", "route", [
      oldComponent.route,
      newComponent.route,
    ]),
    ...uriFields.flatMap((name) =>
      compareValues(
        "uri",
        name,
        [oldDefinition[name], newDefinition[name]],
        true,
      ),
    ),
    ...compareInputs(oldComponent.input, newComponent.input).map((change) => {
      const { path, label = path, text, texts } = change;
      const { isDocsOnly, breaksInputs } = change;
      const model = isDocsOnly ? "words" : "schema";
      const subject = path === "" ? "arguments" : `argument ${label}`;
      const effect = {
        breaking: breaksInputs,
        model,
        ...omitEmpty({ texts }),
      } as const;
      return createDifference("argument", `${subject}: ${text}`, effect);
    }),
    ...compareBodies(oldComponent, newComponent),
    ...compareParameters(oldComponent, newComponent),
    ...compareResponses(oldComponent.response, newComponent.response).map(
      ({ path, text, texts, breaksResponses }) => {
        const subject = path === "" ? "response" : `response ${path}`;
        return createDifference("answer", `${subject}: ${text}`, {
          breaking: breaksResponses,
          ...omitEmpty({ texts }),
        });
      },
    ),
    ...compareValues(
      "argument",
      "confirm",
      confirmOptions,
      confirmOptions[1] !== undefined,
    ),
    ...compareValues(
      "url",
      "url",
      [oldDefinition["server"], newDefinition["server"]],
      true,
    ),
    ...compareSecurity(oldDefinition, newDefinition),
    ...compareMembers(
      "annotations",
      oldDefinition["annotations"],
      newDefinition["annotations"],
    ),
    ...compareDocs(oldDefinition, newDefinition),
    ...compareMembers(
      "request",
      omit(oldDefinition, SEPARATE_FIELDS),
      omit(newDefinition, SEPARATE_FIELDS),
    ),
    ...findNewSuspicions(textOf(oldComponent), textOf(newComponent)),
  ];
}

export function createDifference(
  aspect: Difference["what"],
  text: string,
  { breaking = false, model = null, texts }: Partial<Difference> = {},
): Difference {
  return { what: aspect, text, ...omitEmpty({ texts }), breaking, model };
}

/** Reports `name: old → new` if two values differ; empty otherwise. */
export function compareValues(
  aspect: Difference["what"],
  name: string,
  [oldValue, newValue]: readonly [unknown, unknown],
  breaking = false,
): Difference[] {
  const [oldText, newText] = mapPair(oldValue, newValue, formatValue);
  if (oldText === newText) return [];
  return [
    createDifference(aspect, `${name}: ${oldText} → ${newText}`, { breaking }),
  ];
}

function formatValue(value: unknown): string {
  if (value === undefined || value === "") return "none";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return shortenText(text, 120);
}

/** Reports properties that an optional body requires from now on. The arguments stay optional, so comparing them does not show it. */
function compareBodies(
  oldComponent: ComponentSurface,
  newComponent: ComponentSurface,
) {
  const [oldRequiredNames, newRequiredNames] = mapPair(
    oldComponent,
    newComponent,
    ({ api, definition }) => {
      const { body, bodyRequired } = definition as Partial<Component>; // as it was generated
      const parts =
        body && bodyRequired === false
          ? collectAllOf(body, api.schemas.$defs, new Set())
          : [];
      return new Set(parts.flatMap(requiredOf));
    },
  );
  const hadOptionalBody =
    oldComponent.definition["bodyRequired"] === false &&
    newRequiredNames.size > 0;
  return [...newRequiredNames]
    .filter((name) => hadOptionalBody && !oldRequiredNames.has(name))
    .map((name) => {
      const text = `argument ${name}: became required with the rest of the body`;
      return createDifference("argument", text, {
        breaking: true,
        model: "words",
      });
    });
}

/** Compares where and how an argument is sent in the HTTP request. Callers don't notice. */
function compareParameters(
  { parameters: oldParameters }: ComponentSurface,
  { parameters: newParameters }: ComponentSurface,
): Difference[] {
  return [...newParameters].flatMap(([name, newParameter]) => {
    const oldParameter = oldParameters.get(name);
    if (oldParameter === undefined) return [];
    const keys = ["in", "name", "style", "explode", "contentType"] as const;
    return keys.flatMap((key) => {
      const values = [oldParameter[key], newParameter[key]] as const;
      return compareValues("request", `argument ${name}, ${key}`, values);
    });
  });
}

/** Compares security requirements. Breaking if credentials that met one of the old requirements no longer meet any new one. */
function compareSecurity(
  oldDefinition: Definition,
  newDefinition: Definition,
): Difference[] {
  const [oldRequirements, newRequirements] = mapPair(
    oldDefinition,
    newDefinition,
    ({ security }): string[][] =>
      Array.isArray(security) && security.length > 0
        ? (security as string[][])
        : [[]],
  );
  const isSufficient = (schemes: readonly string[]) =>
    newRequirements.some((requirement) =>
      requirement.every((scheme) => schemes.includes(scheme)),
    );
  const texts = mapPair(oldRequirements, newRequirements, (requirements) =>
    requirements
      .map((requirement) => requirement.join(" + ") || "nothing")
      .join(" or "),
  );
  return compareValues(
    "auth",
    "auth",
    texts,
    !oldRequirements.every(isSufficient),
  );
}

/** Compares two objects member by member. */
function compareMembers(
  aspect: Difference["what"],
  oldObject: unknown,
  newObject: unknown,
): Difference[] {
  const [oldMembers, newMembers] = mapPair(
    oldObject,
    newObject,
    (members) => Object(members) as Definition,
  );
  const names = new Set([
    ...Object.keys(oldMembers),
    ...Object.keys(newMembers),
  ]);
  return [...names].flatMap((name) =>
    compareValues(aspect, name, [oldMembers[name], newMembers[name]]),
  );
}

function compareDocs(
  oldDefinition: Definition,
  newDefinition: Definition,
): Difference[] {
  const [wasDeprecated, isDeprecated] = mapPair(
    oldDefinition,
    newDefinition,
    ({ description }) => /^Deprecated\b/im.test(toWord(description)),
  );
  const deprecationText = isDeprecated
    ? "became deprecated"
    : "is no longer deprecated";
  const names = [
    "title",
    "description",
    "example",
    "examples",
    "exampleAnswer",
  ];
  const docTexts = names
    .filter((name) => name !== "description" || wasDeprecated === isDeprecated)
    .filter(
      (name) =>
        JSON.stringify(oldDefinition[name]) !==
        JSON.stringify(newDefinition[name]),
    )
    .map((name): readonly [text: string, texts?: TextPair] => {
      const values = [oldDefinition[name], newDefinition[name]] as const;
      const [oldText, newText] = mapPair(...values, formatValue);
      const isShort = /^[^\n]{0,160}$/.test(oldText + newText);
      return isShort
        ? [`${name}: ${oldText} → ${newText}`]
        : [`${name} changed`, toTextPair(...values)];
    });
  const deprecationTexts: [string, TextPair][] = [
    [
      deprecationText,
      toTextPair(oldDefinition["description"], newDefinition["description"]),
    ],
  ];
  return [
    ...(wasDeprecated === isDeprecated ? [] : deprecationTexts),
    ...docTexts,
  ].map(([text, texts]) =>
    createDifference("description", text, {
      model: "words",
      ...omitEmpty({ texts }),
    }),
  );
}

/** Reports suspicious signs that the old text did not have: what was there before has been reviewed before. */
export function findNewSuspicions(
  oldText: string,
  newText: string,
): Difference[] {
  const oldSigns = findSuspicions(oldText);
  return findSuspicions(newText)
    .filter((sign) => !oldSigns.includes(sign))
    .map((sign) =>
      createDifference("suspicious", `text that reaches the model has ${sign}`),
    );
}

/** Strings of a component, a line each. They are collected unescaped, because JSON would escape the very characters that are looked for. */
export function textOf({ input, definition }: ComponentSurface): string {
  const texts: string[] = [];
  JSON.stringify([definition, input], (_key, value: unknown) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
}
