import { collectAllOf, requiredOf, type Component } from "../runtime.js";
import { omit, omitEmpty, toWord } from "../shared/json.js";
import {
  compareValues,
  createDifference,
  formatValue,
  type Difference,
  type Impact,
} from "./change.js";
import {
  describeReshaped,
  findReshapedBody,
  isReshaped,
} from "./reshaped-body.js";
import {
  breaksInputs,
  breaksResponses,
  mapPair,
  toTextPair,
  type SchemaChange,
  type TextPair,
} from "./schema-change.js";
import type { createComparer } from "./schema-changes.js";
import { findNewSuspicions, textOf } from "./suspicion-changes.js";
import type { ComponentSurface, Definition } from "./surface.js";

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
  const reshapedBody = findReshapedBody(oldComponent, newComponent);
  return [
    ...compareValues(
      "renamed",
      "renamed",
      [oldComponent.name, newComponent.name],
      "tool-removed",
    ),
    ...compareValues(
      "kind",
      "kind",
      [oldComponent.kind, newComponent.kind],
      "tool-removed",
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
        "tool-removed",
      ),
    ),
    ...describeReshaped(reshapedBody),
    ...compareInputs(oldComponent.input, newComponent.input)
      .filter(({ path }) => !isReshaped(path, reshapedBody))
      .map((change) => {
        const { path, label = path, text, texts } = change;
        const { isDocsOnly } = change;
        const model = isDocsOnly ? "words" : "schema";
        const subject = path === "" ? "arguments" : `argument ${label}`;
        const effect = {
          impact: inputImpactOf(change),
          model,
          ...omitEmpty({ texts }),
        } as const;
        return createDifference("argument", `${subject}: ${text}`, effect);
      }),
    ...compareBodies(oldComponent, newComponent),
    ...compareParameters(oldComponent, newComponent),
    ...compareResponses(oldComponent.response, newComponent.response).map(
      (change) => {
        const { path, text, texts } = change;
        const subject = path === "" ? "response" : `response ${path}`;
        return createDifference("answer", `${subject}: ${text}`, {
          impact: responseImpactOf(change),
          ...omitEmpty({ texts }),
        });
      },
    ),
    ...compareValues(
      "argument",
      "confirm",
      confirmOptions,
      confirmOptions[1] === undefined ? null : "other",
    ),
    ...compareValues(
      "url",
      "url",
      [oldDefinition["server"], newDefinition["server"]],
      "other",
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

function inputImpactOf(change: SchemaChange): Impact | null {
  if (!breaksInputs(change)) return null;
  return ["required", "renamed-required"].includes(change.effect)
    ? "argument-required"
    : "argument-narrowed";
}

function responseImpactOf(change: SchemaChange): Impact | null {
  if (!breaksResponses(change)) return null;
  return ["removed", "renamed-required"].includes(change.effect)
    ? "response-removed"
    : "other";
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
        impact: "argument-required",
        model: "words",
      });
    });
}

/** Compares the location and the encoding of an argument in the HTTP request. Callers don't notice. */
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
    oldRequirements.every(isSufficient) ? null : "other",
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
