import { plain as bare } from "../../runtime/features/brief/paging-names.js";
import { below, steps } from "../shared/json-pointer.js";
import { gather } from "../shared/group-by.js";
import { type Api, operationKey, type Schema } from "../model.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedComponent } from "../plan/component.js";
import { nounsOf } from "../describe/identifiers.js";
import { isSchema, objectShape, resolve } from "../schema/object-shape.js";

/** Where the value of an argument comes from. */
export interface Flow {
  readonly argument: string;
  /** What takes it. */
  readonly takers: readonly PlannedComponent[];
  /** What answers with it, and the field: `/books/0/id` for that of each. */
  readonly sources: readonly Source[];
}

interface Source {
  readonly giver: PlannedComponent;
  readonly pointer: string;
}

/** `books[].id` of `/books/0/id`. */
export const fieldOf = (pointer: string) =>
  steps(pointer.replace(/\/0(?=\/|$)/g, "[]").replace(/^\/?/, "/")).join(".");

/** An argument, and what something else says of where it comes from. */
interface Need extends Source {
  readonly argument: string;
  readonly taker: PlannedComponent;
}

/** Which answer's field is which argument: as links say, else of what lists or makes the things of a collection, by names. */
export function flowsOf(
  components: readonly PlannedComponent[],
  api: Api,
): Flow[] {
  const answers = components.flatMap((giver) => fieldsOf(giver, api));
  const byNoun = gather(answers.map((one) => [one.noun, one]));
  const linked = components.flatMap((giver) => linksOf(giver, components));
  const isLinked = new Set(linked.map((one) => keyOf(one.taker, one.argument)));
  const named = components.flatMap((taker) =>
    idsOf(taker, api).flatMap(({ argument, before, name, noun, schema }) => {
      if (isLinked.has(keyOf(taker, argument))) return [];
      const others = (byNoun.get(noun) ?? []).filter(
        ({ giver }) => giver !== taker,
      );
      const near = others.filter(
        ({ giver }) => giver.operation.path === before,
      );
      return (near.length > 0 ? near : others).flatMap(({ giver, fields }) => {
        const field = fields.get(bare(name)) ?? fields.get(ending(name, noun));
        return field !== undefined && alike(schema, field.schema, api)
          ? [{ taker, argument, giver, pointer: field.at }]
          : [];
      });
    }),
  );
  return together([...linked, ...named]);
}

/** Whether a field's value may be that of an argument, or one of its list. */
function alike(argument: Schema, field: Schema, api: Api): boolean {
  const typesOf = (schema: Schema) => {
    const { type = [] } = resolve(itemOf(schema, api).schema, api);
    return [type].flat().filter((one) => one !== "null");
  };
  const [wanted, given] = [typesOf(argument), typesOf(field)];
  const isOpen = wanted.length === 0 || given.length === 0;
  return isOpen || wanted.some((one) => given.includes(one));
}

const keyOf = ({ operation }: PlannedComponent, argument: string) =>
  `${operationKey(operation)} ${argument}`;

/** What has the same sources is told once. */
function together(needs: readonly Need[]): Flow[] {
  const byTaker = gather(
    needs.map((need) => [keyOf(need.taker, need.argument), need]),
  );
  const said = [...byTaker.values()].map((some) => {
    const sources = new Map(
      some.map((one) => [`${one.giver.name} ${one.pointer}`, one]),
    );
    const key = [some[0]?.argument, ...sources.keys()].join();
    return [key, [...sources.values()]] as const;
  });
  return [...gather(said).values()].flatMap((same) => {
    const [sources = []] = same;
    const takers = same.flatMap(([one]) => one?.taker ?? []);
    return sources
      .slice(0, 1)
      .map(({ argument }) => ({ argument, takers, sources }));
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
      const [, at] = /^\$response\.body#(\/.+)$/.exec(expression) ?? [];
      if (!taker || argument === undefined || at === undefined) return [];
      const pointer = at.replace(/\/\d+(?=\/|$)/g, "/0");
      return [{ taker, argument, giver, pointer }];
    });
  });
}

/** Arguments that name a thing: parts of a path, and what ends as an id does, in objects of a body as well. */
function idsOf({ args, operation }: PlannedComponent, api: Api) {
  const inner = args.flatMap((one) => {
    if (one.in !== "body") return [];
    const { schema: object, list } = itemOf(one.schema, api);
    const ids = propertiesIn(object, api).filter(({ name }) => ID.test(name));
    return ids.map(({ name, schema }) => {
      const argument = `${one.name}${list}.${name}`;
      return { argument, name, schema, before: "", noun: nounOf(name) };
    });
  });
  const own = args
    .filter((one) => one.in === "path" || ID.test(one.name))
    .map((one) => ({
      argument: one.name,
      name: one.wireName,
      schema: one.schema,
      ...placeOf(one, operation.path),
    }));
  return [...own, ...inner].filter(({ noun }) => noun !== "");
}

const ID = /(?:[a-z\d](?:Id|ID|Uuid|UUID)|[_-](?:id|uuid))s?$/;

/** What `petId`, `pet_id`, `id` and the `pet` of a path may be called in a pet: `id`; and `petKey`: `key`. */
function ending(name: string, noun: string): string {
  const own = bare(name).startsWith(noun) && bare(name).slice(noun.length);
  if (own === "" || /^(?:code|key|number|slug)$/.test(String(own)))
    return own || "id";
  return bare(/(uuid|id)s?$/i.exec(name)?.[1] ?? "");
}

/** `pet` of `petId`; empty where nothing stands before the id. */
function nounOf(name: string): string {
  const [, owner = ""] = /^(.*?)[-_]?(?:uuid|id)s?$/i.exec(name) ?? [];
  return owner === "" ? "" : bare(nounsOf(owner).one);
}

/** `pet` and `/pets` of `/pets/{id}`: whose collection it chooses from. */
function placeOf({ in: place, wireName }: Argument, path: string) {
  const at = place === "path" ? path.indexOf(`/{${wireName}}`) : -1;
  const before = path.slice(0, Math.max(at, 0));
  const part = before.split("/").at(-1) ?? "";
  const owner = part.includes("}") ? "" : bare(nounsOf(part).one);
  return { before, noun: owner === "" ? nounOf(wireName) : owner };
}

/** What lists or makes the things of a collection, and their fields by bare name. */
function fieldsOf(giver: PlannedComponent, api: Api) {
  const { answer, operation } = giver;
  const { method, path } = operation;
  const last = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  if (answer.schema === null || last.includes("{")) return [];
  const isMade = method === "POST";
  const { at, item } = thingIn(answer.schema, api, isMade);
  if (!isMade && !(method === "GET" && at.endsWith("/0"))) return [];
  const fields = new Map<string, { at: string; schema: Schema }>();
  for (const { name, schema } of propertiesIn(item, api))
    if (isScalar(resolve(schema, api)))
      fields.set(bare(name), { at: below(at, name), schema });
  const noun = bare(nounsOf(last).one);
  return fields.size === 0 || noun === "" ? [] : [{ giver, noun, fields }];
}

/** Whether an answer is a list. */
export function lists({ answer }: PlannedComponent, api: Api): boolean {
  return (
    answer.schema !== null &&
    thingIn(answer.schema, api, false).at.endsWith("/0")
  );
}

/** The object that was made, or the objects that an answer lists, and where they stand in it. */
function thingIn(schema: Schema, api: Api, isMade: boolean) {
  const root = itemOf(schema, api);
  if (root.list !== "") return { at: "/0", item: root.schema };
  const inner = propertiesIn(root.schema, api).map(({ name, schema: one }) => {
    return { name, ...itemOf(one, api) };
  });
  const isThing = ({ schema: one }: { schema: Schema }) =>
    objectShape(one, api);
  const listed = inner.filter((one) => one.list !== "" && isThing(one));
  const data = inner.find((one) => one.name === "data" && isThing(one));
  const thing = listed.length === 1 && !isMade ? listed[0] : data;
  return thing === undefined
    ? { at: "", item: root.schema }
    : { at: below("", thing.name) + (thing.list && "/0"), item: thing.schema };
}

function propertiesIn(schema: Schema, api: Api) {
  const { properties = [] } = objectShape(schema, api) ?? {};
  return [...properties].map(([name, one]) => ({ name, schema: one.schema }));
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
