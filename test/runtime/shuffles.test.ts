import { expect, test } from "vitest";
import { scopes } from "../../runtime/features/http/auth/scopes.js";
import { completions } from "../../runtime/features/components/completions.js";
import { context } from "../../runtime/features/components/custom/context.js";
import { elicitConsent } from "../../runtime/features/consent/elicit.js";
import { emptyResponseText } from "../../runtime/features/responses/empty-response-text.js";
import { errorDetails } from "../../runtime/features/responses/error-details.js";
import { etag } from "../../runtime/features/responses/etag.js";
import { flatBodies } from "../../runtime/features/bodies/flat-bodies.js";
import { limits } from "../../runtime/features/state/limits.js";
import { listPages } from "../../runtime/features/listing/list-pages.js";
import { structuredOutput } from "../../runtime/features/responses/output-schemas.js";
import { poll } from "../../runtime/features/responses/poll.js";
import { prompts } from "../../runtime/features/components/prompts/prompts.js";
import { resources } from "../../runtime/features/components/resources.js";
import { shortenResponses } from "../../runtime/features/responses/shorten-responses/shorten-responses.js";
import type { Args, Feature } from "../../runtime/index.js";
import { assertOrder } from "../../runtime/order.js";
import {
  addPet,
  allPets,
  echo,
  onePet,
  petService,
  serveHttp,
  steps,
} from "./fixture.js";
import { ask } from "./serving.js";
import { toolOf } from "./upstream.js";

const SHUFFLES = 50;

/** Features as a generated server lists them; consent includes `confirm`. */
const listFeatures = (): Feature[] => [
  listPages(),
  limits({ perCaller: "100000/s" }),
  scopes(),
  context(),
  poll(),
  flatBodies(),
  etag(),
  errorDetails(),
  shortenResponses(),
  emptyResponseText(),
  structuredOutput(),
  elicitConsent(),
  completions(),
  prompts(),
  resources(),
];

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Exchanges neighbours as long as the order stays allowed. */
function shuffle(features: Feature[], random: () => number): Feature[] {
  const shuffled = [...features];
  for (let step = 0; step < 400; step += 1) {
    const at = Math.floor(random() * (shuffled.length - 1));
    const swapped = shuffled.toSpliced(
      at,
      2,
      ...shuffled.slice(at, at + 2).toReversed(),
    );
    if (isAllowed(swapped)) shuffled.splice(0, shuffled.length, ...swapped);
  }
  return shuffled;
}

function isAllowed(features: readonly Feature[]): boolean {
  try {
    assertOrder(features);
    return true;
  } catch {
    return false;
  }
}

const dropPet = toolOf({
  name: "dropPet",
  request: "DELETE /pets",
  confirm: "person",
});
const secret = toolOf({
  name: "secret",
  request: "GET /secret",
  scopes: ["admin"],
});
const components = [steps, addPet, dropPet, secret, allPets, onePet];

const MESSAGES: readonly [method: string, params: Args][] = [
  ["tools/list", {}],
  ["tools/call", { name: "addPet", arguments: { name: "Rex" } }],
  ["tools/call", { name: "addPet", arguments: { dry_run: "maybe" } }],
  ["tools/call", { name: "dropPet" }],
  ["tools/call", { name: "secret" }],
  ["tools/call", { name: "unknown" }],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "resource://pets" }],
  ["resources/read", { uri: "pets://7?kind=cow" }],
  ["resources/read", { uri: "pets://none/at/all" }],
  [
    "completion/complete",
    {
      ref: { type: "ref/resource", uri: "pets://{petId}{?kind,tags}" },
      argument: { name: "kind", value: "c" },
    },
  ],
];

test(`${SHUFFLES} orders that keep stage and below behave alike, for callers with and without scopes`, async () => {
  const api = await serveHttp(echo);
  const behave = async (features: readonly Feature[]) => {
    const service = petService(api.url, { features }, components);
    const results: unknown[] = [];
    for (const scopes of [[], ["admin"]])
      for (const [method, params] of MESSAGES)
        results.push(
          await ask(service, method, params, {
            principal: { id: "ann", scopes },
          }).catch(String),
        );
    return results;
  };
  const expected = await behave(listFeatures());
  const random = createRandom(69);
  const orders = new Set<string>();
  for (let count = 0; count < SHUFFLES; count += 1) {
    const features = shuffle(listFeatures(), random);
    const order = features.map(({ name }) => name).join();
    orders.add(order);
    expect([order, await behave(features)]).toEqual([order, expected]);
  }
  expect(orders.size).toBeGreaterThan(SHUFFLES / 2);
  await api.close();
});

test("each pair that breaks a stage or a below is refused", () => {
  const features = listFeatures();
  const STAGES = ["connection", "guard", "record", "call", "methods"];
  const mustBeAbove = (upper: Feature, lower: Feature) =>
    lower.below?.includes(upper.name) === true ||
    (upper.stage !== undefined &&
      lower.stage !== undefined &&
      STAGES.indexOf(upper.stage) < STAGES.indexOf(lower.stage));
  const pairs = features.flatMap((upper) =>
    features
      .filter((lower) => mustBeAbove(upper, lower))
      .map((lower) => [upper, lower] as const),
  );
  expect(pairs.length).toBeGreaterThan(40);
  for (const [upper, lower] of pairs) {
    expect(() => assertOrder([upper, lower])).not.toThrow();
    expect(() => assertOrder([lower, upper])).toThrow(
      `features: ${upper.name} must be above ${lower.name}.`,
    );
  }
});
