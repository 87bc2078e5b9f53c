import { describe, expect, test } from "vitest";
import { plan } from "../../../generator/index.js";

const document = {
  openapi: "3.1.0",
  paths: { "/pets": { get: { operationId: "listPets" } } },
};

describe("a document that is loaded already", () => {
  test("is taken as it is", async () => {
    const rows = await plan({ document });
    expect(rows.map(({ name }) => name)).toEqual(["listPets"]);
  });

  test("must be plain data", async () => {
    const given = { ...document, info: {} };
    given.info = given;
    await expect(plan({ document: given })).rejects.toThrow(
      "The given document is no plain data: it contains itself.",
    );
  });
});
