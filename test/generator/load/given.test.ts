import { describe, expect, test } from "vitest";
import { plan } from "../../../generator/index.js";

const document = {
  openapi: "3.1.0",
  paths: { "/pets": { get: { operationId: "listPets" } } },
};

describe("a document passed as an object", () => {
  test("is read like a file", async () => {
    const rows = await plan({ document });
    expect(rows.map(({ name }) => name)).toEqual(["listPets"]);
  });

  test("is rejected if it is not plain data", async () => {
    const given = { ...document, info: {} };
    given.info = given;
    await expect(plan({ document: given })).rejects.toThrow(
      "The document object is circular.",
    );
  });
});
