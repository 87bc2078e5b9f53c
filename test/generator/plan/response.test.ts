import { describe, expect, it } from "vitest";
import type { MediaType, Schema } from "../../../generator/model.js";
import {
  toResponseShape,
  planResponse,
} from "../../../generator/plan/response.js";
import { api, jsonBody, operation } from "./fixtures.js";

const text = { type: "string", description: "Some text." };

describe("toResponseShape()", () => {
  it.each<[string, Schema, Schema]>([
    ["a scalar", text, {}],
    [
      "an object",
      { type: "object", properties: { a: text }, required: ["a"] },
      { properties: { a: {} } },
    ],
    [
      "a map",
      { type: "object", additionalProperties: text },
      { additionalProperties: {} },
    ],
    [
      "a reference",
      { $ref: "#/$defs/A", description: "x" },
      { $ref: "#/$defs/A" },
    ],
    [
      "a list of references",
      { type: "array", items: { $ref: "#/$defs/A" } },
      { items: { $ref: "#/$defs/A" } },
    ],
    ["a list of strings", { type: "array", items: text }, {}],
    [
      "combined schemas; parts that only require add nothing",
      { allOf: [{ $ref: "#/$defs/A" }, { required: ["a"] }] },
      { allOf: [{ $ref: "#/$defs/A" }] },
    ],
    [
      "something that may be null",
      { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] },
      { anyOf: [{ $ref: "#/$defs/A" }] },
    ],
    [
      "a union with a free-form branch",
      { anyOf: [{ $ref: "#/$defs/A" }, { type: "object" }] },
      { anyOf: [{ $ref: "#/$defs/A" }, {}] },
    ],
    [
      "requirements alone",
      { properties: { a: text }, required: ["a", "b"] },
      { properties: { a: {}, b: {} } },
    ],
    [
      "conditions on a value",
      {
        properties: { a: text },
        if: { properties: { kind: text } },
        then: { properties: { b: text } },
        else: { required: ["c"] },
        dependentSchemas: { a: { properties: { d: text } } },
      },
      {
        properties: { a: {} },
        allOf: [
          {
            anyOf: [
              { properties: { kind: {} } },
              { properties: { b: {} } },
              { properties: { d: {} } },
              {},
            ],
          },
        ],
      },
    ],
    [
      "a row with a head",
      {
        prefixItems: [{ properties: { h: text } }, text],
        items: { $ref: "#/$defs/A" },
      },
      { items: { anyOf: [{ properties: { h: {} } }, { $ref: "#/$defs/A" }] } },
    ],
    [
      "a row of which more is unknown",
      { prefixItems: [{ properties: { h: text } }] },
      {},
    ],
    [
      "properties that are declared only there",
      { properties: { a: text }, unevaluatedProperties: true },
      { properties: { a: {} }, additionalProperties: {} },
    ],
    [
      "properties by pattern",
      {
        patternProperties: { "^x-": { properties: { b: text } } },
        additionalProperties: false,
      },
      { additionalProperties: { properties: { b: {} } } },
    ],
    [
      "keywords beside a reference",
      { $ref: "#/$defs/A", anyOf: [{ properties: { b: text } }] },
      { $ref: "#/$defs/A", anyOf: [{ properties: { b: {} } }] },
    ],
  ])("reduces %s", (_what, schema, want) => {
    expect(toResponseShape(schema)).toEqual(want);
  });
});

describe("planResponse()", () => {
  const json: MediaType = {
    contentType: "application/json",
    schema: { type: "object", properties: { id: text } },
    examples: [],
    encoding: new Map(),
  };
  const plain = { ...json, contentType: "text/plain", schema: text };
  it.each<[string, string, Record<string, MediaType[]>, object]>([
    ["one", "GET", { 200: [json] }, { form: "json", mayBeEmpty: false }],
    [
      "several",
      "GET",
      { 200: [json], 201: [], "2XX": [json] },
      { statuses: ["200", "2XX"], mayBeEmpty: true },
    ],
    ["204", "GET", { 204: [] }, { form: "empty", mayBeEmpty: false }],
    ["HEAD", "HEAD", { 200: [json] }, { form: "empty", mayBeEmpty: false }],
    [
      "204 beside 200",
      "PUT",
      { 200: [json], 204: [] },
      { form: "json", mayBeEmpty: true },
    ],
    [
      "201 without content beside text",
      "PUT",
      { 200: [plain], 201: [] },
      { form: "text", mayBeEmpty: true },
    ],
    [
      "undescribed content",
      "POST",
      { 200: [] },
      { form: "unknown", mayBeEmpty: false },
    ],
    [
      "undescribed content beside 204",
      "POST",
      { 200: [], 204: [] },
      { form: "unknown", mayBeEmpty: true },
    ],
  ])("plans %s", (_name, method, byStatus, want) => {
    const responses = Object.entries(byStatus).map(([status, media]) => ({
      status,
      media,
      description: "",
    }));
    const asked = operation(`${method} /pets`, { responses });
    expect(planResponse(asked, api([asked]))).toMatchObject(want);
  });
});

it.each([
  [
    ["link", "x-total-count"],
    ["link", "x-total-count"],
  ],
  [["etag", "x-next-cursor", "x-request-id"], ["x-next-cursor"]],
  [
    ["content-range", "x-pagination"],
    ["content-range", "x-pagination"],
  ],
  [["location", "x-ratelimit-next", "retry-count"], []],
])(
  "planResponse finds among the headers %j those that page or count: %j",
  (headers, want) => {
    const responses = [
      { status: "200", media: jsonBody({}).media, headers },
      { status: "404", media: [], headers: ["x-total"] },
    ];
    const asked = operation("GET /pets", { responses });
    expect(planResponse(asked, api([asked])).pageHeaders).toEqual(want);
  },
);
