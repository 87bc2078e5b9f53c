/** A change that a caller of an API notices between two versions of its document, found without the generator. */
export interface Change {
  /** A route (`GET /pets`), or a schema or parameter of the document's components. */
  readonly owner: string;
  readonly kind: Kind;
  /** `body.name`, `answer[].id`; empty for the owner itself. */
  readonly place: string;
  /** Words of which one is in a line that shows the change. */
  readonly words: readonly string[];
  /** A caller of yesterday may fail by it. */
  readonly breaks: boolean;
  /** Routes that have it. */
  readonly routes: ReadonlySet<string>;
  /** The schema that comes or goes with it. */
  readonly within?: string | undefined;
  /** The id of the operation that it is in. */
  readonly operationId?: string | undefined;
}

export type Kind =
  | "route"
  | "credentials"
  | "parameter"
  | "field of a body"
  | "field of an answer"
  | "value of an enum"
  | "type"
  | "required"
  | "bound or default"
  | "text"
  | "text of an answer"
  | "schema";

/** Kinds that a caller notices elsewhere, or not at all, though a reviewer reads them. */
export const UNNOTICED: readonly Kind[] = ["text of an answer", "schema"];

type Json = Readonly<Record<string, unknown>>;

/** Something that has a name, and what is said of it. */
interface Owner {
  readonly facts: Map<string, Fact>;
  readonly routes: Set<string>;
  /** Routes and sides for which it has been read. */
  readonly read: Set<string>;
  operationId?: string;
}

interface Fact extends Pick<Change, "kind" | "place" | "within"> {
  /** Text to compare: a fact is added, removed, or has another text. */
  readonly says: string;
  readonly ofAnswer: boolean;
}

/** Place of facts. */
interface Site extends Pick<Fact, "place" | "ofAnswer" | "within"> {
  readonly owner: Owner;
}

interface Reading {
  readonly document: Json;
  /** Names that both versions have; other schemas are read at their uses. */
  readonly both: ReadonlySet<string>;
  readonly owners: Map<string, Owner>;
  readonly route: string;
}

const METHODS = "get put post delete options head patch trace".split(" ");
const BOUNDS =
  "default minimum maximum minLength maxLength minItems maxItems pattern".split(
    " ",
  );
/** Parameters that no operation has (OpenAPI 3.1, Parameter Object). */
const IGNORED = /^(?:accept|authorization|content-type)$/i;

/** Each change once, at the schema, the parameter or the route that it is in. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const documents = [asJson(before), asJson(after)] as const;
  const [some, others] = [namesOf(documents[0]), namesOf(documents[1])];
  const both = new Set(some.filter((name) => others.includes(name)));
  const [was, is] = documents.map((document) => ownersOf(document, both));
  if (was === undefined || is === undefined) return [];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((owner) => {
    const [old, now] = [was.get(owner), is.get(owner)];
    const routes = new Set([...(old?.routes ?? []), ...(now?.routes ?? [])]);
    const of = { owner, routes, operationId: (now ?? old)?.operationId };
    if (old !== undefined && now !== undefined)
      return changesOf(old, now).map((one) => ({ ...one, ...of }));
    // A schema that no route had, or has, is noticed at its references.
    const kind = owner.includes(" ") ? "route" : "schema";
    const change = { kind, place: "", words: [owner] } as const;
    return [{ ...change, ...of, breaks: now === undefined }];
  });
}

function changesOf(old: Owner, now: Owner): Omit<Change, "owner" | "routes">[] {
  const keys = new Set([...old.facts.keys(), ...now.facts.keys()]);
  return [...keys].flatMap((key) => {
    const [one, other] = [old.facts.get(key), now.facts.get(key)];
    const fact = other ?? one;
    if (fact === undefined || one?.says === other?.says) return [];
    // A schema that responses use as well now, or no longer, keeps its kind.
    if (![old, now].every((owner) => isRead(owner, fact))) return [];
    if (isBelowOther(fact, one === undefined ? old : now)) return [];
    const { kind, place, within } = fact;
    const words = wordsOf(fact, one?.says, other?.says);
    return [{ kind, place, within, words, breaks: mayBreak(fact, one, other) }];
  });
}

function isRead({ read }: Owner, { ofAnswer }: Fact): boolean {
  return [...read].some((side) => side.startsWith(`${ofAnswer} `));
}

/** True if it is added or removed with a field that it belongs to. */
function isBelowOther({ kind, place }: Fact, { facts }: Owner): boolean {
  const steps = place.split(".");
  const hasOwn = /^(?:field|required)/.test(kind);
  return (hasOwn ? steps.slice(0, -1) : steps).some((_, at) => {
    const above = steps.slice(0, at + 1).join(".");
    const field = above.replace(/(?:\[\*?\])+$/, "");
    return field.includes(".") && !facts.has(`field ${field}`);
  });
}

function wordsOf({ kind, place }: Fact, was = "", is = ""): string[] {
  const name = place.split(".").at(-1)?.replace(/\W+$/, "") ?? "";
  const own = name === "" ? [] : [name];
  switch (kind) {
    case "value of an enum":
    case "route":
      return [was || is];
    case "credentials":
      return ["security"];
    case "type":
      return [...own, "type:", "$ref:", "Of:", " | ", ": "];
    case "required":
      return [...own, "required"];
    case "bound or default":
      return [...own, ...BOUNDS.filter((one) => (was + is).includes(one))];
    case "text":
    case "text of an answer": {
      const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}]+/u);
      const [old, now] = [wordsIn(was), wordsIn(is)];
      return [...now, ...old].filter(
        (word) => word !== "" && !(now.includes(word) && old.includes(word)),
      );
    }
    default:
      return own;
  }
}

function mayBreak(fact: Fact, was?: Fact, is?: Fact): boolean {
  const isNew = was === undefined;
  switch (fact.kind) {
    case "text":
    case "text of an answer":
    case "schema":
      return false;
    case "parameter":
    case "field of a body":
    case "field of an answer":
      return is === undefined;
    case "value of an enum":
      return fact.ofAnswer ? isNew : is === undefined;
    case "required":
      return isNew;
    default:
      return true;
  }
}

/** Names of schemas and parameters that several routes may have. */
function namesOf(document: Json): string[] {
  const { schemas, parameters } = asJson(document["components"]);
  const { definitions, parameters: swagger } = document;
  return [schemas, parameters, definitions, swagger].flatMap((group) =>
    Object.keys(asJson(group)),
  );
}

function ownersOf(document: Json, both: ReadonlySet<string>) {
  const owners = new Map<string, Owner>();
  for (const [path, item] of entries(document["paths"]))
    for (const method of METHODS) {
      const operation = asJson(asJson(item)[method]);
      if (Object.keys(operation).length === 0) continue;
      const route = `${method.toUpperCase()} ${path}`;
      readRoute(asJson(item), operation, { document, both, owners, route });
    }
  return owners;
}

function ownerOf({ owners, route }: Reading, name = route): Owner {
  const owner: Owner = owners.get(name) ?? {
    facts: new Map(),
    routes: new Set(),
    read: new Set(),
  };
  owners.set(name, owner);
  owner.routes.add(route);
  return owner;
}

function readRoute(item: Json, operation: Json, reading: Reading): void {
  const owner = ownerOf(reading);
  const site: Site = { owner, place: "", ofAnswer: false };
  for (const side of [true, false]) owner.read.add(`${side} itself`);
  const { operationId, summary, description, security } = operation;
  if (typeof operationId === "string") owner.operationId = operationId;
  say(site, "route", owner.operationId ?? "");
  say(site, "text", firstSentence(summary), "title");
  if (!repeats(description, summary))
    say(site, "text", firstSentence(description));
  // Scopes of a login are not a part of a call.
  const asked = [security ?? reading.document["security"] ?? []].flat();
  const schemes = asked.map((one) => Object.keys(asJson(one)));
  say(site, "credentials", JSON.stringify(schemes));
  for (const given of [item["parameters"], operation["parameters"]].flat())
    readParameter(asJson(given), site, reading);
  const { value: body } = followed(asJson(operation["requestBody"]), reading);
  readSchema(schemaIn(body), { ...site, place: "body" }, reading);
  const [success] = entries(operation["responses"]).filter(([status]) =>
    status.startsWith("2"),
  );
  const { value: response } = followed(asJson(success?.[1]), reading);
  const answer = { ...site, place: "answer", ofAnswer: true };
  readSchema(schemaIn(response), answer, reading);
}

function readParameter(given: Json, route: Site, reading: Reading): void {
  const { name: id, value: parameter } = followed(given, reading);
  const { name, in: where, description, required } = parameter;
  if (where === "body") {
    readSchema(parameter["schema"], { ...route, place: "body" }, reading);
    return;
  }
  if (typeof name !== "string" || IGNORED.test(name)) return;
  const isShared = id !== null && reading.both.has(id);
  say({ ...route, place: name }, "parameter", isShared ? " " : name);
  const owner = isShared ? ownerOf(reading, id) : route.owner;
  const site = { owner, place: name, ofAnswer: false };
  owner.read.add(`false ${reading.route}`);
  if (required === true && where !== "path") say(site, "required", name);
  const schema = asJson(schemaIn(parameter) ?? parameter);
  say(site, "text", firstSentence(description ?? schema["description"]));
  readSchema({ ...schema, description: "" }, site, reading);
}

/** The schema of what is sent: of several media types, JSON's. */
function schemaIn(holder: Json): unknown {
  const all = entries(holder["content"]);
  const [, media] = all.find(([type]) => type.includes("json")) ?? all[0] ?? [];
  return asJson(media)["schema"] ?? holder["schema"];
}

/** Facts of a schema, down to those that have their own name. */
function readSchema(given: unknown, site: Site, reading: Reading): void {
  const { name, value } = followed(asJson(given), reading);
  const { ofAnswer, owner, place } = site;
  const description = asJson(given)["description"] ?? value["description"];
  const schema: Json = { ...value, description };
  const text = ofAnswer ? "text of an answer" : "text";
  if (place.includes(".")) say(site, text, firstSentence(description));
  if (name !== null && !reading.both.has(name)) {
    const side = `${place} ${name}`;
    if (owner.read.has(side) || place.length > 300) return;
    owner.read.add(side);
    ownerOf(reading, name);
    readSchema(schema, { ...site, within: name }, reading);
    return;
  }
  if (name !== null) {
    say(site, "type", `$ref ${name}`, name);
    const inner = ownerOf(reading, name);
    const side = `${ofAnswer} ${reading.route}`;
    if (inner.read.has(side)) return;
    inner.read.add(side);
    const top = ofAnswer ? "answer" : "body";
    readSchema(schema, { owner: inner, place: top, ofAnswer }, reading);
    return;
  }
  const { additionalProperties, items, nullable, type } = schema;
  const types = [type, nullable === true ? "null" : []].flat();
  say(site, "type", types.filter(Boolean).sort().join(" "));
  for (const value of [schema["enum"] ?? []].flat()) {
    const said = typeof value === "string" ? value : JSON.stringify(value);
    if (value !== null) say(site, "value of an enum", said, said);
  }
  if (!ofAnswer) {
    const bounds = BOUNDS.filter((bound) => schema[bound] !== undefined);
    const said = bounds.map((one) => `${one} ${JSON.stringify(schema[one])}`);
    say(site, "bound or default", said.join());
    for (const field of [schema["required"] ?? []].flat())
      if (typeof field === "string")
        say({ ...site, place: `${place}.${field}` }, "required", field);
  }
  for (const [field, inner] of entries(schema["properties"])) {
    const isLeft = ofAnswer ? "writeOnly" : "readOnly";
    if (asJson(inner)[isLeft] === true) continue;
    const at = { ...site, place: `${place}.${field}` };
    say(at, ofAnswer ? "field of an answer" : "field of a body", field);
    readSchema(inner, at, reading);
  }
  if (items !== undefined)
    readSchema(items, { ...site, place: `${place}[]` }, reading);
  if (typeof additionalProperties === "object")
    readSchema(
      additionalProperties,
      { ...site, place: `${place}[*]` },
      reading,
    );
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = [schema[keyword] ?? []].flat();
    if (parts.length > 0) say(site, "type", keyword, keyword);
    for (const part of parts) readSchema(part, site, reading);
  }
}

function say(
  { owner, place, ofAnswer, within }: Site,
  kind: Kind,
  says: string,
  more = "",
): void {
  if (says === "") return;
  const isField = kind === "parameter" || kind.startsWith("field");
  const key = isField ? `field ${place}` : `${kind} ${place} ${more}`;
  const known = kind === "type" ? (owner.facts.get(key)?.says ?? "") : "";
  const all = new Set([...known.split(" "), ...says.split(" ")]);
  const said = kind === "type" ? [...all].sort().join(" ") : says;
  owner.facts.set(key, { kind, place, says: said, ofAnswer, within });
}

/** Target of a reference, with its name. */
function followed(given: Json, { document }: Pick<Reading, "document">) {
  let found: { name: string | null; value: Json } = {
    name: null,
    value: given,
  };
  for (let at = 0; at < 20; at += 1) {
    const { $ref } = found.value;
    if (typeof $ref !== "string") break;
    const steps = $ref
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const value = steps.reduce<unknown>(
      (one, step) => asJson(one)[step],
      document,
    );
    const name = found.name ?? steps.at(-1) ?? null;
    found = { name, value: asJson(value) };
  }
  return found;
}

/** True if a description adds nothing to the title, whose words a caller has. */
function repeats(description: unknown, title: unknown): boolean {
  const [words = [], known = []] = [description, title].map(
    (text) =>
      firstSentence(text)
        .toLowerCase()
        .match(/\p{L}{4,}/gu)
        ?.map((word) => word.slice(0, 4)) ?? [],
  );
  return words.every((word) => known.includes(word));
}

function firstSentence(text: unknown): string {
  if (typeof text !== "string") return "";
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
}

function entries(value: unknown): [string, unknown][] {
  return Object.entries(asJson(value));
}

function asJson(value: unknown): Json {
  // Anything else has no members.
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
