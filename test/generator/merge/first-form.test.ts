import { describe, expect, it } from "vitest";
import { mergeText } from "../../../generator/merge/content.js";

const IMPORTS = `import type { operations } from "../api.js";
import { defineTool } from "../runtime/index.js";
`;

/** A module as the version before this one printed it. */
const first = (title: string, handler: string) => `${IMPORTS}
/** POST /pets */
export const createPet = defineTool<operations["createPet"]>({
  name: "createPet",
  title: "${title}",
  inputSchema: {
    type: "object",
  },
  async handler(args, { send }) {
    ${handler}
  },
});
`;

/** The same as it is printed now. */
const second = (title: string, handler: string) => `${IMPORTS}
type Operation = operations["createPet"];

/** POST /pets */
export default defineTool<Operation>({
  name: "createPet",
  title: "${title}",
  request: "POST /pets",
  async handler(args, { send }) {
    ${handler}
  },
});
`;

const path = "src/tools/create-pet.ts";
const send = "return send(args);";

describe("a module of the first form", () => {
  it("takes its edits along into the second one", () => {
    const merged = mergeText({
      path,
      base: first("Add a pet", send),
      yours: first("Adopt a pet", "return (await send(args)).data;"),
      next: second("Add a pet", send),
    });
    expect(merged).toEqual({
      text: second("Adopt a pet", "return (await send(args)).data;"),
      conflicts: [],
    });
  });

  it("says where what was edited is no more", () => {
    const yours = first("Add a pet", send).replace('"object"', '"string"');
    const { conflicts } = mergeText({
      path,
      base: first("Add a pet", send),
      yours,
      next: second("Add a pet", send),
    });
    expect(conflicts.map(({ place }) => place)).toEqual(["inputSchema"]);
  });

  it("stays off its list", () => {
    const list = (...names: string[]) =>
      names.map((name) => `export { ${name} } from "./${name}.js";\n`).join("");
    const merged = mergeText({
      path: "src/tools/index.ts",
      base: list("a", "b", "c"),
      yours: list("a", "c"),
      next: list("default as a", "default as b", "default as c").replace(
        /default as (\w)\.js/g,
        "$1.js",
      ),
    });
    expect(merged.text).toBe(
      list("default as a", "default as c").replace(
        /default as (\w)\.js/g,
        "$1.js",
      ),
    );
  });
});
