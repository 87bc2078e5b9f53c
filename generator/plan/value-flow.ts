import { looseKey as bare } from "../runtime.js";
import { appendPointer, parsePointer } from "../shared/json-pointer.js";
import { groupBy } from "../shared/group-by.js";
import { type Api, operationKey, type Schema } from "../model.js";
import type { Argument } from "./arguments.js";
import type { PlannedComponent } from "./component.js";
import { nounsOf } from "../describe/identifiers.js";
import { isSchema, dereference } from "../schema/object-shape.js";
import { viewObject } from "../schema/object-view.js";

/** Response fields from which the value of an argument can be taken. */
export interface ValueFlow {
  readonly argument: string;
  /** Components that take the argument. */
  readonly consumers: readonly PlannedComponent[];
  /** Components whose response has the value, with the JSON Pointer of the field; `/books/0/id` stands for the `id` of each book. */
  readonly sources: readonly FlowSource[];
}

interface FlowSource {
  readonly producer: PlannedComponent;
  readonly pointer: string;
}

/** Path of a field for readers: `/books/0/id` becomes `books[].id`. */
export const toFieldPath = (pointer: string) =>
  parsePointer(pointer.replace(/\/0(?=\/|$)/g, "[]").replace(/^\/?/, "/")).join(
    ".",
  );

/** Argument of a consumer with one source of its value. */
interface FlowLink extends FlowSource {
  readonly argument: string;
  readonly consumer: PlannedComponent;
}

/**
 * Finds which response fields give which arguments: from the links of the document, otherwise by comparing names with
 * the fields of operations that list or create the objects of a collection.
 */
export function findValueFlows(
  components: readonly PlannedComponent[],
  api: Api,
): ValueFlow[] {
  const producers = components.flatMap((component) =>
    toProducers(component, api),
  );
  const byNoun = groupBy(
    producers.map((producer) => [producer.noun, producer]),
  );
  const declaredLinks = components.flatMap((component) =>
    readDeclaredLinks(component, components),
  );
  const linkedKeys = new Set(
    declaredLinks.map((link) => keyOf(link.consumer, link.argument)),
  );
  const inferredLinks = components.flatMap((consumer) =>
    findIdArguments(consumer, api).flatMap(
      ({ argument, collectionPath, name, noun, schema }) => {
        if (linkedKeys.has(keyOf(consumer, argument))) return [];
        const otherProducers = (byNoun.get(noun) ?? []).filter(
          ({ producer }) => producer !== consumer,
        );
        const nearProducers = otherProducers.filter(
          ({ producer }) => producer.operation.path === collectionPath,
        );
        return (
          nearProducers.length > 0 ? nearProducers : otherProducers
        ).flatMap(({ producer, fields }) => {
          const field =
            fields.get(bare(name)) ?? fields.get(toFieldName(name, noun));
          return field !== undefined && isCompatible(schema, field.schema, api)
            ? [{ consumer, argument, producer, pointer: field.pointer }]
            : [];
        });
      },
    ),
  );
  return mergeLinks([...declaredLinks, ...inferredLinks]);
}

/** True if an argument, or a member of its list, may have the type of a field. A missing type matches all. */
function isCompatible(
  argumentSchema: Schema,
  fieldSchema: Schema,
  api: Api,
): boolean {
  const typesOf = (schema: Schema) => {
    const { type = [] } = dereference(unwrapList(schema, api).schema, api);
    return [type].flat().filter((typeName) => typeName !== "null");
  };
  const [argumentTypes, fieldTypes] = [
    typesOf(argumentSchema),
    typesOf(fieldSchema),
  ];
  const isUntyped = argumentTypes.length === 0 || fieldTypes.length === 0;
  return isUntyped || argumentTypes.some((type) => fieldTypes.includes(type));
}

const keyOf = ({ operation }: PlannedComponent, argument: string) =>
  `${operationKey(operation)} ${argument}`;

/** Merges links into flows: consumers of an argument of the same name from the same sources share a flow. */
function mergeLinks(links: readonly FlowLink[]): ValueFlow[] {
  const byConsumer = groupBy(
    links.map((link) => [keyOf(link.consumer, link.argument), link]),
  );
  const linksBySources = [...byConsumer.values()].map((consumerLinks) => {
    const sources = new Map(
      consumerLinks.map((link) => [
        `${link.producer.name} ${link.pointer}`,
        link,
      ]),
    );
    const key = [consumerLinks[0]?.argument, ...sources.keys()].join();
    return [key, [...sources.values()]] as const;
  });
  return [...groupBy(linksBySources).values()].flatMap((equalLinks) => {
    const [sourceLinks = []] = equalLinks;
    const consumers = equalLinks.flatMap(([link]) => link?.consumer ?? []);
    return sourceLinks.slice(0, 1).map(({ argument }) => ({
      argument,
      consumers,
      sources: sourceLinks,
    }));
  });
}

/** Reads the OpenAPI links of an operation. Only runtime expressions for the response body count. https://spec.openapis.org/oas/v3.1.1#runtime-expressions */
function readDeclaredLinks(
  producer: PlannedComponent,
  components: readonly PlannedComponent[],
): FlowLink[] {
  return producer.operation.links.flatMap(({ operation, parameters }) => {
    const consumer = components.find(
      (component) =>
        component.operation.operationId === operation ||
        operationKey(component.operation) === operation,
    );
    return [...parameters].flatMap(([parameterName, expression]) => {
      const wireName = parameterName.replace(
        /^(?:path|query|header|cookie)\./,
        "",
      );
      const argument = consumer?.args.find(
        (plannedArgument) => plannedArgument.wireName === wireName,
      )?.name;
      const [, responsePointer] =
        /^\$response\.body#(\/.+)$/.exec(expression) ?? [];
      if (!consumer || argument === undefined || responsePointer === undefined)
        return [];
      const pointer = responsePointer.replace(/\/\d+(?=\/|$)/g, "/0");
      return [{ consumer, argument, producer, pointer }];
    });
  });
}

/** Finds arguments that identify an object: path parameters, and names that end like an id, also of properties in a body. */
function findIdArguments({ args, operation }: PlannedComponent, api: Api) {
  const bodyIds = args.flatMap((bodyArgument) => {
    if (bodyArgument.in !== "body") return [];
    const { schema: object, list } = unwrapList(bodyArgument.schema, api);
    const ids = listProperties(object, api).filter(({ name }) => ID.test(name));
    return ids.map(({ name, schema }) => {
      const argument = `${bodyArgument.name}${list}.${name}`;
      return { argument, name, schema, collectionPath: "", noun: nounOf(name) };
    });
  });
  const ownIds = args
    .filter(
      (plannedArgument) =>
        plannedArgument.in === "path" || ID.test(plannedArgument.name),
    )
    .map((plannedArgument) => ({
      argument: plannedArgument.name,
      name: plannedArgument.wireName,
      schema: plannedArgument.schema,
      ...findCollection(plannedArgument, operation.path),
    }));
  return [...ownIds, ...bodyIds].filter(({ noun }) => noun !== "");
}

const ID = /(?:[a-z\d](?:Id|ID|Uuid|UUID)|[_-](?:id|uuid))s?$/;

/** Name that the field has in the object itself: `id` for `petId`, `pet_id`, `id` and the `{pet}` of a path, `key` for `petKey`. */
function toFieldName(name: string, noun: string): string {
  const suffix = bare(name).startsWith(noun) && bare(name).slice(noun.length);
  if (suffix === "" || /^(?:code|key|number|slug)$/.test(String(suffix)))
    return suffix || "id";
  return bare(/(uuid|id)s?$/i.exec(name)?.[1] ?? "");
}

/** Noun before an id: `pet` of `petId`; empty if there is none. */
function nounOf(name: string): string {
  const [, owner = ""] = /^(.*?)[-_]?(?:uuid|id)s?$/i.exec(name) ?? [];
  return owner === "" ? "" : bare(nounsOf(owner).singular);
}

/** Path and noun of the collection that a path parameter selects from: `/pets` and `pet` of `/pets/{id}`. */
function findCollection({ in: location, wireName }: Argument, path: string) {
  const index = location === "path" ? path.indexOf(`/{${wireName}}`) : -1;
  const collectionPath = path.slice(0, Math.max(index, 0));
  const segment = collectionPath.split("/").at(-1) ?? "";
  const owner = segment.includes("}") ? "" : bare(nounsOf(segment).singular);
  return {
    collectionPath,
    noun: owner === "" ? nounOf(wireName) : owner,
  };
}

/** Scalar fields of the objects that an operation lists or creates, by bare name; empty if it does neither. */
function toProducers(producer: PlannedComponent, api: Api) {
  const { response, operation } = producer;
  const { method, path } = operation;
  const lastSegment = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  if (response.schema === null || lastSegment.includes("{")) return [];
  const isCreation = method === "POST";
  const { pointer, entitySchema } = findEntity(
    response.schema,
    api,
    isCreation,
  );
  if (!isCreation && !(method === "GET" && pointer.endsWith("/0"))) return [];
  const fields = new Map<string, { pointer: string; schema: Schema }>();
  for (const { name, schema } of listProperties(entitySchema, api))
    if (isScalar(dereference(schema, api)))
      fields.set(bare(name), { pointer: appendPointer(pointer, name), schema });
  const noun = bare(nounsOf(lastSegment).singular);
  return fields.size === 0 || noun === "" ? [] : [{ producer, noun, fields }];
}

/** True if the response of a component is a list, or an object that holds one list of objects (or a list `data`). */
export function hasListResponse(
  component: PlannedComponent,
  api: Api,
): boolean {
  return findListPointer(component, api) !== null;
}

/** JSON pointer of the items that a response lists: `/0` or `/data/0`; null if it is not a list. */
export function findListPointer(
  { response }: PlannedComponent,
  api: Api,
): string | null {
  if (response.schema === null) return null;
  const { pointer } = findEntity(response.schema, api, false);
  return pointer.endsWith("/0") ? pointer : null;
}

/** Finds the object that an operation created, or the objects that its response lists, with their JSON Pointer. */
function findEntity(schema: Schema, api: Api, isCreation: boolean) {
  const root = unwrapList(schema, api);
  if (root.list !== "") return { pointer: "/0", entitySchema: root.schema };
  const properties = listProperties(root.schema, api).map(
    ({ name, schema: property }) => {
      return { name, ...unwrapList(property, api) };
    },
  );
  const isObject = ({ schema: propertySchema }: { schema: Schema }) =>
    viewObject(propertySchema, api);
  const arrayProperties = properties.filter(
    (property) => property.list !== "" && isObject(property),
  );
  const dataProperty = properties.find(
    (property) => property.name === "data" && isObject(property),
  );
  const entity =
    arrayProperties.length === 1 && !isCreation
      ? arrayProperties[0]
      : dataProperty;
  return entity === undefined
    ? { pointer: "", entitySchema: root.schema }
    : {
        pointer: appendPointer("", entity.name) + (entity.list && "/0"),
        entitySchema: entity.schema,
      };
}

function listProperties(schema: Schema, api: Api) {
  const { properties = [] } = viewObject(schema, api) ?? {};
  return [...properties].map(([name, property]) => ({
    name,
    schema: property.schema,
  }));
}

function unwrapList(
  schema: Schema,
  api: Api,
): { schema: Schema; list: string } {
  const resolvedSchema = dereference(schema, api);
  const { items } = resolvedSchema;
  return isSchema(items)
    ? { schema: items, list: "[]" }
    : { schema: resolvedSchema, list: "" };
}

const isScalar = ({ type }: Schema) =>
  [type ?? "string"]
    .flat()
    .some((typeName) => typeName !== "object" && typeName !== "array");
