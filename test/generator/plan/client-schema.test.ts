import { expect, test } from "vitest";
import type { Schema } from "../../../generator/model.js";
import { toClientSubschema } from "../../../generator/plan/client-schema.js";

const anyOf = [{ required: ["url"] }, { required: ["id", "key"] }];
const words = 'Give "url", or "id" and "key".';
const long = `^(${"a|".repeat(300)}b)$`;

test.each<[what: string, given: Schema, want: Schema]>([
  [
    "names the properties of which an object must have one",
    { properties: { image: { anyOf }, file: { anyOf, description: "A." } } },
    {
      properties: {
        image: { anyOf, description: words },
        file: { anyOf, description: `A. ${words}` },
      },
    },
  ],
  [
    "names the properties of which an object must have exactly one",
    { properties: { image: { oneOf: anyOf } } },
    {
      properties: {
        image: {
          anyOf: anyOf,
          description: 'Give exactly one: "url", or "id" and "key".',
        },
      },
    },
  ],
  [
    "leaves out other alternatives",
    { anyOf: [{ required: ["a"] }, { type: "null" }] },
    { anyOf: [{ required: ["a"] }, { type: "null" }] },
  ],
  [
    "has no title of a property that only repeats its name",
    {
      title: "Event",
      properties: {
        event_id: { type: "string", title: "Event Id" },
        größe: { type: "number", title: "Größe" },
        at: { type: "number", title: "Start timestamp" },
      },
    },
    {
      title: "Event",
      properties: {
        event_id: { type: "string" },
        größe: { type: "number" },
        at: { type: "number", title: "Start timestamp" },
      },
    },
  ],
  [
    "has anyOf for oneOf, since a value may fit several alternatives",
    { oneOf: [{ type: "string" }, { type: "string", pattern: long }] },
    { anyOf: [{ type: "string" }, { type: "string" }] },
  ],
  [
    "keeps both anyOf and oneOf",
    { items: { anyOf: [{ minimum: 1 }], oneOf: [{ maximum: 5 }] } },
    {
      items: { anyOf: [{ minimum: 1 }], allOf: [{ maximum: 5 }] },
    },
  ],
  [
    "is the one member of a list, with what is said around it",
    {
      properties: {
        a: {
          allOf: [{ type: "string", description: "In." }],
          description: "Out.",
        },
      },
    },
    { properties: { a: { type: "string", description: "Out." } } },
  ],
  [
    "keeps a list of one beside other rules",
    { allOf: [{ minimum: 1 }], maximum: 5 },
    { allOf: [{ minimum: 1 }], maximum: 5 },
  ],
  [
    "lists no pattern that is longer than a model reads",
    { type: "string", pattern: long, maxLength: 5 },
    { type: "string", maxLength: 5 },
  ],
  [
    "lets the text of an integer of 64 bits through",
    {
      properties: {
        id: { type: "integer", format: "int64" },
        count: { type: ["integer", "null"], format: "uint64" },
        size: { type: "integer", format: "int32" },
        name: { type: "string", format: "int64" },
      },
    },
    {
      properties: {
        id: { type: ["integer", "string"], format: "int64" },
        count: { type: ["integer", "null", "string"], format: "uint64" },
        size: { type: "integer", format: "int32" },
        name: { type: "string", format: "int64" },
      },
    },
  ],
  [
    "is the same if it is made again",
    { type: ["integer", "string"], format: "int64" },
    { type: ["integer", "string"], format: "int64" },
  ],
])("the schema in a listing %s", (_, given, want) => {
  expect(toClientSubschema(given)).toEqual(want);
});
