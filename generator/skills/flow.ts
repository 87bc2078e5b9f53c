import { plain as bare } from "../../runtime/features/brief/next.js";
import { gather } from "../json.js";
import { type Api, operationKey, type Schema } from "../model.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedComponent } from "../plan/component.js";
import { nounsOf } from "../plan/made-up.js";
import { isSchema, objectShape, resolve } from "../schema/shape.js";

/** Where the value of an argument comes from. */
export interface Flow {
  readonly argument: string;
  /** What takes it. */
  readonly takers: readonly PlannedComponent[];
  /** What answers with it, and the field: `books[].id`. */
  readonly sources: readonly Source[];
}

interface Source {
  readonly giver: PlannedComponent;
  readonly field: string;
}

/** An argument, and what something else says of where it comes from. */
interface Need extends Source {
  readonly argument: string;
  readonly taker: PlannedComponent;
}

/**
 * Which answer's field is which argument: as the document's links say, else the fields of what lists or makes the things
 * of a collection, by their names.
 */
export function flowsOf(
  components: readonly PlannedComponent[],
  api: Api,
): Flow[] {
  const answers = components.flatMap((giver) => fieldsOf(giver, api));
  const byNoun = gather(answers.map((one) => [one.noun, one]));
  const linked = components.flatMap((giver) => linksOf(giver, components));
  const isLinked = new Set(linked.map((one) => keyOf(one.taker, one.argument)));
  const named = components.flatMap((taker) =>
    idsOf(taker, api).flatMap(({ argument, name, noun }) =>
      isLinked.has(keyOf(taker, argument))
        ? []
        : (byNoun.get(noun) ?? [])
            .filter(({ giver }) => giver !== taker)
            .flatMap(({ giver, fields }) => {
              const field =
                fields.get(bare(name)) ?? fields.get(ending(name, noun));
              return field === undefined
                ? []
                : [{ taker, argument, giver, field }];
            }),
    ),
  );
  return together([...linked, ...named]);
}

const keyOf = ({ operation }: PlannedComponent, argument: string) =>
  `${operationKey(operation)} ${argument}`;

/** What has the same sources is told once. */
function together(needs: readonly Need[]): Flow[] {
  const byTaker = gather(
    needs.map((need) => [keyOf(need.taker, need.argument), need]),
  );
  const alike = gather(
    [...byTaker.values()].map((some) => {
      const sources = [
        ...gather(
          some.map((one) => [`${one.giver.name} ${one.field}`, one]),
        ).values(),
      ].flatMap(([one]) => one ?? []);
      const [first] = sources;
      const key = sources.map((one) => `${one.giver.name} ${one.field}`);
      return [`${first?.argument ?? ""} ${key.join()}`, sources] as const;
    }),
  );
  return [...alike.values()].flatMap((same) => {
    const sources = same[0] ?? [];
    const argument = sources[0]?.argument;
    const takers = same.flatMap(([one]) => one?.taker ?? []);
    return argument === undefined ? [] : [{ argument, takers, sources }];
  });
}

/** https://spec.openapis.org/oas/v3.1.1#runtime-expressions, as far as they speak of the answer's body. */
function linksOf(
  giver: PlannedComponent,
  components: readonly PlannedComponent[],
): Need[] {
  return giver.operation.links.flatMap(({ operation, parameters }) => {
    const taker = components.find(
      (one) =>
        one.operation.operationId === operation ||
        operationKey(one.operation) === operation,
    );
    return [...parameters].flatMap(([given, expression]) => {
      const wire = given.replace(/^(?:path|query|header|cookie)\./, "");
      const argument = taker?.args.find((one) => one.wireName === wire)?.name;
      const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
      if (!taker || argument === undefined || pointer === undefined) return [];
      const field = pointer.replace(/\/\d+(?=\/|$)/g, "[]").replace(/\//g, ".");
      return [{ taker, argument, giver, field: field.replace(/^\d+/, "[]") }];
    });
  });
}

/** Arguments that name a thing: parts of a path, and what ends as an id does, in objects of a body as well. */
function idsOf({ args, operation }: PlannedComponent, api: Api) {
  const inner = args.flatMap((one) => {
    if (one.in !== "body") return [];
    const { schema, list } = itemOf(one.schema, api);
    const shape = objectShape(schema, api);
    return [...(shape?.properties ?? [])]
      .filter(([name]) => ID.test(name))
      .map(([name]) => ({
        argument: `${one.name}${list}.${name}`,
        ...{ name, noun: nounOf(name) },
      }));
  });
  const own = args
    .filter((one) => one.in === "path" || ID.test(one.name))
    .map((one) => ({
      argument: one.name,
      name: one.wireName,
      noun: ownerOf(one, operation.path) || nounOf(one.wireName),
    }));
  return [...own, ...inner].filter(({ noun }) => noun !== "");
}

const ID = /(?:[a-z\d](?:Id|ID|Uuid|UUID)|[_-](?:id|uuid))s?$/;

/** What `petId`, `pet_id`, `id` and the `pet` of a path may be called in a pet: `id`. */
const ending = (name: string, noun: string) =>
  bare(/(uuid|id)s?$/i.exec(name)?.[1] ?? (bare(name) === noun ? "id" : ""));

/** `pet` of `petId`; empty where nothing stands before the id. */
function nounOf(name: string): string {
  const [, owner = ""] = /^(.*?)[-_]?(?:uuid|id)s?$/i.exec(name) ?? [];
  return owner === "" ? "" : bare(nounsOf(owner).one);
}

/** `pet` of `/pets/{id}`: whose collection it chooses from. */
function ownerOf(argument: Argument, path: string): string {
  if (argument.in !== "path") return "";
  const before = path.slice(0, path.indexOf(`{${argument.wireName}}`));
  const [, part = ""] = /([^/{}]+)\/$/.exec(before) ?? [];
  return part === "" ? "" : bare(nounsOf(part).one);
}

/** What lists or makes the things of a collection, and their fields by bare name. */
function fieldsOf(giver: PlannedComponent, api: Api) {
  const { answer, operation } = giver;
  const { method, path } = operation;
  const last = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  if (answer.schema === null || last.includes("{")) return [];
  const isMade = method === "POST";
  const { at, item } = thingIn(answer.schema, api, isMade);
  if (!isMade && !(method === "GET" && at.endsWith("[]"))) return [];
  const shape = objectShape(item, api);
  const names = [...(shape?.properties ?? [])]
    .filter(([, { schema }]) => isScalar(resolve(schema, api)))
    .map(([name]) => [bare(name), at === "" ? name : `${at}.${name}`] as const);
  const noun = bare(nounsOf(last).one);
  return names.length === 0 || noun === ""
    ? []
    : [{ giver, noun, fields: new Map(names) }];
}

/** Whether an answer is a list. */
export function lists({ answer }: PlannedComponent, api: Api): boolean {
  return (
    answer.schema !== null &&
    thingIn(answer.schema, api, false).at.endsWith("[]")
  );
}

/** The object that was made, or the objects that an answer lists, and where they stand in it. */
function thingIn(schema: Schema, api: Api, isMade: boolean) {
  const root = itemOf(schema, api);
  if (root.list !== "") return { at: "[]", item: root.schema };
  const shape = objectShape(root.schema, api);
  const inner = [...(shape?.properties ?? [])].map(([name, property]) => ({
    name,
    ...itemOf(property.schema, api),
  }));
  const listed = inner.filter(
    (one) => one.list !== "" && objectShape(one.schema, api) !== null,
  );
  const wrapped = inner.filter(
    ({ name, schema: one }) => name === "data" && objectShape(one, api),
  );
  const [only, ...others] = listed.length === 1 && !isMade ? listed : wrapped;
  return only === undefined || others.length > 0
    ? { at: "", item: root.schema }
    : { at: only.name + only.list, item: only.schema };
}

function itemOf(schema: Schema, api: Api): { schema: Schema; list: string } {
  const target = resolve(schema, api);
  const { items } = target;
  return isSchema(items)
    ? { schema: items, list: "[]" }
    : { schema: target, list: "" };
}

const isScalar = ({ type }: Schema) =>
  [type ?? "string"].flat().some((one) => one !== "object" && one !== "array");
