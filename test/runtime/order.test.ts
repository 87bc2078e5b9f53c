import { describe, expect, test } from "vitest";
import { scopes } from "../../runtime/features/http/auth/scopes.js";
import { completions } from "../../runtime/features/components/completions.js";
import {
  defineResource,
  defineTemplate,
} from "../../runtime/features/components/define-resource.js";
import { confirm } from "../../runtime/features/consent/confirm.js";
import { elicitConsent } from "../../runtime/features/consent/elicit.js";
import { etag } from "../../runtime/features/responses/etag.js";
import { limits } from "../../runtime/features/state/limits.js";
import { listPages } from "../../runtime/features/listing/list-pages.js";
import { resources } from "../../runtime/features/components/resources.js";
import { search } from "../../runtime/features/listing/search/search.js";
import { shortenResponses } from "../../runtime/features/responses/shorten-responses/shorten-responses.js";
import { structuredOutput } from "../../runtime/features/responses/output-schemas.js";
import type { Args, Feature } from "../../runtime/index.js";
import { assertOrder } from "../../runtime/order.js";
import { ask, serviceOf } from "./serving.js";
import { toolOf } from "./upstream.js";

describe("the order of features", () => {
  const feature = (name: string, more: Partial<Feature> = {}) => ({
    name,
    ...more,
  });
  const outer = feature("outer", { stage: "connection" });
  const inner = feature("inner", { stage: "methods" });
  const free = feature("free");

  test.each<[string, readonly Feature[]]>([
    ["a feature without a stage at the top", [free, outer, inner]],
    ["in the middle", [outer, free, inner]],
    ["at the end", [outer, inner, free]],
    ["of two of one stage, either first", [inner, { ...inner, name: "other" }]],
    ["a pair in its order", [free, feature("lower", { below: ["free"] })]],
    [
      "the lower one of a pair alone",
      [feature("lower", { below: ["missing"] })],
    ],
    [
      "several limits",
      [limits({ perCaller: "9/s" }), limits({ perCaller: "60/min" })],
    ],
    [
      "one that it requires, below",
      [feature("a", { requires: ["free"] }), free],
    ],
  ])("may be: %s", (_what, features) => {
    expect(() => assertOrder(features)).not.toThrow();
  });

  test.each<[readonly Feature[], string]>([
    [
      [inner, outer],
      "features: outer must be above inner. Move it up in src/server.ts.",
    ],
    [
      [inner, free, outer],
      "features: outer must be above inner. Move it up in src/server.ts.",
    ],
    [
      [feature("lower", { below: ["free"] }), free],
      "features: free must be above lower. Move it up in src/server.ts.",
    ],
    [[free, free], "features: free is listed twice. Remove one."],
    [
      [feature("a", { requires: ["search"] })],
      "features: a needs search. Add it: npx toolwright add search",
    ],
    [
      [confirm(), elicitConsent()],
      "features: person does the work of confirm, too. Remove confirm.",
    ],
  ])("is refused, with both names and the remedy: %#", (features, message) => {
    expect(() => assertOrder(features)).toThrow(message);
  });
});

const scoped = { scopes: ["admin"] };
const open = toolOf({ name: "open", request: "GET /open" });
const closed = toolOf({ name: "closed", request: "GET /closed", ...scoped });
const shelf = defineResource({
  name: "shelf",
  uri: "shelf://one",
  request: "GET /shelf",
  ...scoped,
  handler: () => "shelf",
});
const books = defineTemplate({
  name: "books",
  uriTemplate: "books://{kind}",
  request: "GET /books/{kind}",
  arguments: { kind: { in: "path", type: "string", enum: ["novel"] } },
  ...scoped,
  handler: () => "books",
});

/** An owner's feature that responds to each method by itself, with everything there is. */
const impostor: Feature = {
  name: "impostor",
  methods: () => ({
    "tools/list": () => ({ tools: [{ name: "open" }, { name: "closed" }] }),
    "tools/call": () => ({ content: [{ type: "text", text: "closed" }] }),
    "resources/list": () => ({ resources: [{ uri: "shelf://one" }] }),
    "resources/templates/list": () => ({
      resourceTemplates: [{ uriTemplate: "books://{kind}" }],
    }),
    "resources/read": () => ({ contents: [{ text: "shelf" }] }),
    "completion/complete": () => ({ completion: { values: ["novel"] } }),
  }),
};

const METHODS: readonly [method: string, params: Args][] = [
  ["tools/list", {}],
  ["tools/call", { name: "closed" }],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "shelf://one" }],
  ["resources/read", { uri: "books://novel" }],
  [
    "completion/complete",
    {
      ref: { type: "ref/resource", uri: "books://{kind}" },
      argument: { name: "kind", value: "n" },
    },
  ],
];

describe("a caller without the scope", () => {
  const others = [
    limits({ perCaller: "1000/s" }),
    etag(),
    shortenResponses(),
    structuredOutput(),
    completions(),
    resources(),
  ];
  const principal = { id: "ann", scopes: [] };
  /** Lists with a feature at each place. */
  const placeIn = (features: readonly Feature[], feature: Feature) =>
    [...features, undefined].map((_feature, at) =>
      features.toSpliced(at, 0, feature),
    );
  const lists = [
    ...placeIn(others, scopes()),
    ...placeIn([scopes(), ...others], impostor),
  ].map(
    (features) => [features.map(({ name }) => name).join(), features] as const,
  );

  test.each(lists)(
    "lists, calls, reads and completes nothing of it: %s",
    async (_names, features) => {
      const service = serviceOf([open, closed, shelf, books], {
        features,
      });
      for (const [method, params] of METHODS) {
        const result = await ask(service, method, params, { principal }).catch(
          (error: unknown) => String(error),
        );
        expect([method, JSON.stringify(result)]).toEqual([
          method,
          expect.stringMatching(
            /needs a token with the scope admin|^(?!.*(closed|shelf|books|novel))/,
          ) as string,
        ]);
      }
      const admin = { principal: { ...principal, scopes: ["admin"] } };
      expect(
        JSON.stringify(await ask(service, "tools/list", {}, admin)),
      ).toContain("closed");
    },
  );

  test("finds nothing of it in a search above or below", async () => {
    for (const features of [
      [scopes(), search()],
      [listPages(), search(), scopes()],
    ]) {
      const service = serviceOf([open, closed], { features });
      const result = await ask(
        service,
        "tools/call",
        { name: "search_operations", arguments: { query: "closed" } },
        { principal },
      );
      expect(JSON.stringify(result)).not.toContain("closed(");
    }
  });
});
