import { describe, expect, test } from "vitest";
import {
  describeEncodedTexts,
  toFileSchema,
  toTextOrFileSchema,
} from "../../../../generator/plan/upload.js";
import { callerFiles } from "../../../../runtime/features/files/caller-files.js";
import { linkFiles } from "../../../../runtime/features/files/link-files.js";
import { omitPaths } from "../../../../runtime/features/files/list-without-paths.js";
import { SAMPLE_FILE_URL } from "../../../../runtime/features/files/sample-file.js";
import { search } from "../../../../runtime/features/listing/search/search.js";
import { binary } from "../../../../runtime/features/bodies/binary.js";
import type { Caller } from "../../../../runtime/index.js";
import { api } from "../../../generator/plan/fixtures.js";
import { ask, serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";

const schema = { description: "The report." };
const contextOf = (takesPaths: boolean) => ({ api: api([]), takesPaths });

describe("a list without paths", () => {
  test.each(["", "image/png", "text/csv", "application/json"])(
    "has the schema of a file as a project without the option does: %j",
    (type) => {
      const [with_, without] = [true, false].map((takesPaths) =>
        toFileSchema(schema, contextOf(takesPaths), type),
      );
      expect(omitPaths({ with_ })).toEqual({ with_: without });
    },
  );

  test.each([true, false])(
    "has the schema of text or a file as a project without the option does: undeclared %j",
    (isUndeclared) => {
      const [with_, without] = [true, false].map((takesPaths) =>
        toTextOrFileSchema(schema, isUndeclared, contextOf(takesPaths)),
      );
      expect(omitPaths({ with_ })).toEqual({ with_: without });
    },
  );

  test("says of a string in base64 no more than that", () => {
    const encoded = { type: "string", format: "byte" };
    expect(omitPaths(describeEncodedTexts(encoded))).toEqual({
      ...encoded,
      description: "Base64.",
    });
  });
});

const put = toolOf({
  name: "put",
  title: "Put a file",
  request: "PUT /file",
  contentType: "image/png",
  arguments: {
    body: { in: "body", ...toFileSchema(schema, contextOf(true)) },
  },
  example: { body: SAMPLE_FILE_URL },
});

const service = serviceOf([put], {
  features: [linkFiles()],
  client: {
    forCaller: callerFiles({ env: {}, bodies: (files) => [binary(files)] }),
  },
});
const searched = serviceOf([put], {
  features: [search(), linkFiles()],
  client: {
    forCaller: callerFiles({ env: {}, bodies: (files) => [binary(files)] }),
  },
});

const describePut = {
  name: "describe_operations",
  arguments: { names: ["put"], detail: "schema" },
};

test.each<[string, Partial<Caller>, boolean]>([
  ["over HTTP", { headers: { host: "a.example" } }, false],
  ["of a known caller", { principal: { id: "ann", scopes: [] } }, false],
  ["on stdio", {}, true],
])(
  "tools and descriptions of a search teach the form that is read: %s",
  async (_case, caller, isTaught) => {
    for (const result of [
      await ask(service, "tools/list", {}, caller),
      await ask(searched, "tools/call", describePut, caller),
    ]) {
      const text = JSON.stringify(result);
      expect(text).toContain("base64");
      expect(/[`^]file:|file:report/.test(text)).toBe(isTaught);
    }
  },
);
