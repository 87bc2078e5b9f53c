import { propertiesOf } from "../../runtime/json-schema.js";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { planServer } from "../../generator/pipeline.js";
import type { Argument } from "../../generator/plan/arguments.js";
import type { PlannedComponent } from "../../generator/plan/component.js";
import { isJson } from "../../generator/schema/media.js";
import { examplesOf, isSchema } from "../../generator/schema/object-shape.js";
import { validateArguments } from "../../runtime/validate-arguments.js";
import { inlineSchemas } from "../../runtime/features/listing/inline-schemas.js";
import { toText } from "../../runtime/index.js";
import type { Args, HttpRequest, McpService } from "../../runtime/index.js";
import { api } from "../generator/plan/fixtures.js";
import { ask, openService } from "../runtime/serving.js";
import { toService } from "../wire/planned.js";
import { aSample, aThird, documents, UNSERVABLE } from "./documents.js";
import { sample } from "./sample.js";

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

const NO_API = api([]);

/** Number of components of a document that are called. */
const MOST_CALLED = 300;

/** Examples of all documents, and those that their own schemas refuse. */
const count = { all: 0, refused: 0 };

test.each(aThird(servable, 2))(
  "$id: the example of each argument arrives unchanged",
  async ({ path, refRoot }) => {
    const config = { document: path, refRoot, allRoutesAsTools: true };
    const planned = await planServer(config, { lock: null });
    const components = planned.apis.flatMap(({ plan }) => plan.components);
    const { sent, service } = recorded(planned);
    const lost: string[] = [];
    for (const component of aSample(components, MOST_CALLED)) {
      const given = examplesIn(component);
      if (given.length === 0) continue;
      const call = async (some: typeof given) => {
        const args = Object.fromEntries(
          some.map(([{ name }, value]) => [name, value]),
        );
        const { name } = component;
        const all = { ...requiredOf(service, name), ...args };
        await ask(service, "tools/call", { name, arguments: all });
        return sent.splice(0)[0];
      };
      const whole = await call(given);
      for (const one of given) {
        count.all += 1;
        const request = whole ?? (await call([one]));
        if (request === undefined) count.refused += 1;
        else if (!arrives(one, component, request))
          lost.push(
            `${component.name} ${one[0].name} ${JSON.stringify(one[1])}`,
          );
      }
    }
    expect(lost).toEqual([]);
  },
);

test("examples of arguments: 499 of 500 are accepted", () => {
  expect(count.refused).toBeLessThanOrEqual(count.all / 500);
});

/** Arguments with an example in the document. Files are made of theirs, and nothing that is empty is sent. */
function examplesIn({ args, body }: PlannedComponent) {
  const whole = body?.media.examples[0];
  return args.flatMap((one): [Argument, unknown][] => {
    const own = one.parameter?.examples[0] ?? examplesOf(one.schema)[0];
    const inBody = isSchema(whole) ? whole[one.wireName] : undefined;
    const fromBody = body?.schema ? inBody : whole;
    const value = own ?? (one.in === "body" ? fromBody : undefined);
    return isFile(one.schema) || leaves(value).length === 0
      ? []
      : [[one, value]];
  });
}

/** True if a value is in a request, at the place that the document gives. */
function arrives(
  [{ in: place, wireName }, value]: readonly [Argument, unknown],
  { body }: PlannedComponent,
  { body: bytes, headers, url }: HttpRequest,
): boolean {
  const text = Buffer.from(bytes ?? []).toString();
  const { pathname, search } = new URL(url);
  if (place === "body" && body && isJson(body.media)) {
    const got = JSON.parse(text) as Args;
    return same(value, body.schema === null ? got : got[wireName]);
  }
  const decoded = (part: string) =>
    decodeURIComponent(part.replaceAll("+", " "));
  const where = {
    path: () => decodeURIComponent(pathname),
    query: () => decoded(search),
    querystring: () => decoded(search),
    header: () => headers[wireName.toLowerCase()] ?? "",
    cookie: () => decodeURIComponent(headers["cookie"] ?? ""),
    body: () =>
      body?.media.isForm && !text.startsWith("--") ? decoded(text) : text,
  }[place]();
  return leaves(value).every(
    (leaf) => where.includes(leaf) || where.includes(String(Number(leaf))),
  );
}

/** True if a corrected value is the same: numbers that were texts, and one value instead of a list of it. */
function same(given: unknown, got: unknown): boolean {
  if (got === undefined) return leaves(given).length === 0;
  if (
    typeof given === "string" &&
    typeof got === "object" &&
    !Array.isArray(got)
  )
    return same(JSON.parse(given), got);
  if (typeof got !== "object" || got === null)
    return toText(given) === toText(got) || Number(given) === got;
  const list = Array.isArray(got) ? [given].flat() : given;
  return Object.entries(Object(list) as Args).every(([name, one]) =>
    same(one, (got as Args)[name]),
  );
}

function isFile(schema: object): boolean {
  return JSON.stringify(schema).includes("contentEncoding");
}

/** The texts and numbers in a value. */
function leaves(value: unknown): string[] {
  if (value === undefined || value === null || value === "") return [];
  return typeof value === "object"
    ? Object.values(value).flatMap(leaves)
    : [toText(value)];
}

/** Made-up arguments that a call requires. */
function requiredOf(service: McpService, name: string): Args {
  const entry = service.entries.find((one) => one.component.name === name);
  if (!entry) throw new Error(`There is no ${name}.`);
  const { component, inputSchema, source } = entry;
  const schema = inlineSchemas(
    inputSchema(),
    source.schemas,
    component.request,
  );
  const names = (schema["required"] ?? []) as string[];
  const all = sample(schema, NO_API) as Args;
  const files = propertiesOf(schema).filter(([, one]) => isFile(one));
  for (const [file] of files) all[file] = "dGV4dA==";
  return Object.fromEntries(names.map((one) => [one, all[one]]));
}

/** A server of a document as it is by default, and the requests that it sends. */
function recorded(planned: Parameters<typeof toService>[0]) {
  const sent: HttpRequest[] = [];
  const service = toService(planned, {
    baseUrl: "https://api.test",
    transport: (request) => {
      sent.push(request);
      const body = Readable.from([Buffer.from("{}")]);
      return Promise.resolve({ status: 200, headers: {}, body });
    },
  });
  const { definition: offer } = service;
  const sources = offer.sources.map((one) => ({
    ...one,
    check: validateArguments,
  }));
  return { sent, service: openService({ ...offer, sources }) };
}
