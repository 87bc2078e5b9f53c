import { expect, test } from "vitest";
import { createDocumentPlaces } from "../../../generator/lint/document-places.js";
import type { Operation } from "../../../generator/model.js";
import { millisecondsOf } from "../../linear.js";

const COUNT = 3_000;

/** An operation at this pointer, as far as places are found by it. */
const operationAt = (pointer: string) => ({ pointer }) as Operation;

test("places of parameters are found in a time that grows with their number", () => {
  const parameters = Array.from({ length: COUNT }, (_item, index) => ({
    name: `filter_${index}`,
    in: "query",
  }));
  const paths = { "/a": { get: { parameters } } };
  const { findParameter } = createDocumentPlaces({ paths });
  const operation = operationAt("/paths/~1a/get");
  let pointers: (string | null)[] = [];
  const milliseconds = millisecondsOf(() => {
    pointers = parameters.map(({ name }) =>
      findParameter(operation, { name, in: "query" }),
    );
  });
  expect(pointers).toEqual(
    parameters.map((_item, index) => `/paths/~1a/get/parameters/${index}`),
  );
  expect(milliseconds).toBeLessThan(1_500);
});

test("a parameter is the first of its place and name, of the operation before the path", () => {
  const { findBody, findParameter } = createDocumentPlaces({
    paths: {
      "/a": {
        parameters: [
          { name: "id", in: "path" },
          { name: "id", in: "query" },
          { name: "body", in: "body" },
        ],
        get: {
          parameters: [
            { $ref: "#/parameters/id" },
            { name: "id", in: "query", description: "second" },
          ],
        },
      },
    },
    parameters: { id: { name: "id", in: "query" } },
  });
  const operation = operationAt("/paths/~1a/get");
  const find = (name: string, location: "path" | "query" | "header") =>
    findParameter(operation, { name, in: location });
  expect(find("id", "query")).toBe("/parameters/id");
  expect(find("id", "path")).toBe("/paths/~1a/parameters/0");
  expect(find("id", "header")).toBeNull();
  expect(find("none", "query")).toBeNull();
  expect(findBody(operation, "application/json")).toBe(
    "/paths/~1a/parameters/2",
  );
});
