import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** `npm run lint` holds the imports of source files; templates are not a source that it reads. */
test("templates import only index, sdk and features of the runtime", () => {
  const templates = readdirSync("templates").map((file) =>
    readFileSync(join("templates", file), "utf8"),
  );
  const innerImports = templates
    .join("\n")
    .match(/runtime\/(?!index\.js|features\/|sdk\.js)[\w-]+\.js/g);
  expect(innerImports).toBeNull();
});
