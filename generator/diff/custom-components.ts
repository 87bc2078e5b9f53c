import { toWord } from "../shared/json.js";
import { toSlug } from "../shared/slug.js";
import { findCallArguments } from "../source/evaluate.js";

/** Kinds of custom components, by the function that defines them, and the folder of their contracts. */
const CUSTOM_KINDS = [
  [/^defineTool$/, "tool", ""],
  [/^definePrompt$/, "prompt", "prompts/"],
  [/^defineResource$/, "resource", "resources/"],
  [/^defineTemplate$/, "template", "resource-templates/"],
] as const;

/** Yields the custom components of a file, which call no operation. Those with a request are components of an API. */
export function* findCustomComponents(path: string, text: string) {
  if (!text.includes("define")) return;
  for (const [callee, kind, folder] of CUSTOM_KINDS) {
    for (const definition of findCallArguments(path, text, callee)) {
      const name = toWord(definition["name"] ?? "");
      const stem = toSlug(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "-"));
      if (stem === "" || definition["request"] !== undefined) continue;
      yield {
        path,
        contractPath: `test/contract/custom/${folder}${stem}.json`,
        component: { ...definition, kind, request: "custom" },
      };
    }
  }
}
