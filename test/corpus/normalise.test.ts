import { describe, expect, test } from "vitest";
import { load } from "../../generator/load/load.js";
import { normalise } from "../../generator/normalise/normalise.js";
import { unknownFields } from "../generator/normalise/census.js";
import { documents, UNSERVABLE } from "./documents.js";
import { faultsOf } from "./faults.js";

/** Fields that no version of OpenAPI has, and that real documents have by mistake. */
const MISTAKES = [
  "document.$defs",
  "operation.title",
  "pathItem.tags",
  "response.default",
  "response.operationId",
  "schema.Description",
  "schema.and_or",
  "schema.desc",
  "schema.errors",
  "schema.field",
  "schema.max_items",
  "schema.min_items",
  "schema.operator",
  "schema.optional",
  "schema.value",
];

describe("normalise of a real document", () => {
  test.each(documents)("$id", async ({ id, path, refRoot, operations }) => {
    const loaded = await load(path, { refRoot });
    const unknown = [...unknownFields(loaded.document)];
    expect(unknown.filter((field) => !MISTAKES.includes(field))).toEqual([]);

    if (Object.hasOwn(UNSERVABLE, id)) {
      expect(() => normalise(loaded)).toThrow(/operation/);
      return;
    }
    const api = normalise(loaded);
    const leftOut = api.findings.filter(
      ({ severity }) => severity === "left-out",
    );
    expect(api.operations).toHaveLength(operations - leftOut.length);
    expect(faultsOf(api)).toEqual([]);
  });
});
