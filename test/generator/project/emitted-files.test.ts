import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { Config } from "../../../generator/config/config.js";
import { EXTRA_FILES } from "../../../generator/config/config.js";
import { resolveConfig } from "../../../generator/config/resolve-config.js";
import { planApiFiles } from "../../../generator/emit/files.js";
import { planProjectFiles } from "../../../generator/emit/project-files.js";
import { planServer } from "../../../generator/pipeline.js";
import { EMITTED_FILES } from "../../../generator/project/emitted-files.js";

/** Templates that print a part of a file, or a page that is no file of a project. */
const OTHER_TEMPLATES = ["find-toolwright", "report.html"];

test("each template stands in one row of the table of emitted files", () => {
  const templates = EMITTED_FILES.flatMap((row) => row.templates);
  const files = readdirSync("templates").map((file) =>
    file.replace(/\.hbs$/, ""),
  );
  expect([...templates, ...OTHER_TEMPLATES].sort()).toEqual(files.sort());
});

test("each planned file is printed from a template of its row", async () => {
  const paths = { "/pets": { get: { operationId: "getPets", responses: {} } } };
  const info = { title: "Pets", version: "1" };
  const text = JSON.stringify({ openapi: "3.1.0", info, paths });
  const config: Config = { document: "-", emit: EXTRA_FILES };
  const server = await planServer(config, { text, lock: null });
  const files = [
    ...server.apis.flatMap(planApiFiles),
    ...planProjectFiles(server, resolveConfig(config), {
      runtime: [],
      checkFlags: "",
      extensionFiles: [],
      fileSentence: "",
    }),
  ];
  const strangers = files.filter(
    ({ path, template }) =>
      !EMITTED_FILES.some(
        (row) => row.path.test(path) && row.templates.includes(template),
      ),
  );
  expect(files.length).toBeGreaterThan(25);
  expect(strangers.map(({ path, template }) => [path, template])).toEqual([]);
});
