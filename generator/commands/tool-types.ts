import { declared } from "../../runtime/features/output-schemas.js";
import type { Config } from "../config/config.js";
import { settle } from "../config/settle.js";
import { ToolwrightError } from "../errors.js";
import { readLock } from "../output/lock.js";
import { outFolder } from "../output/folder.js";
import { outlineAll, type RunOptions } from "../pipeline.js";
import { listed } from "../list/listing.js";
import { asTypeScript } from "../schema/as-typescript.js";

/** A tool as clients that write code tell it to a model. */
export interface ToolTypes {
  readonly name: string;
  readonly title: string;
  readonly arguments: string;
  readonly answer: string;
}

/** The tools of these names, or all of them, in TypeScript. */
export async function toolTypes(
  config: Config,
  options: RunOptions,
  names: readonly string[] | "all",
): Promise<ToolTypes[]> {
  const lock =
    config.out === undefined ? null : readLock(outFolder(config, options));
  const { apis } = await outlineAll(config, { ...options, lock });
  const { schemas: mode } = settle(config);
  const tools = apis.flatMap(({ plan: { components, outputs, shared } }) =>
    components
      .filter(({ kind }) => kind === "tool")
      .filter(({ name }) => names === "all" || names.includes(name))
      .map(({ name, recipe, title }) => {
        const answer = outputs?.operations[recipe.request];
        const { schema } = listed(recipe, shared, mode);
        return {
          name,
          title,
          arguments: asTypeScript(schema),
          answer:
            answer && outputs
              ? asTypeScript(declared(answer, outputs.$defs).schema)
              : "unknown",
        };
      }),
  );
  const missing =
    names === "all"
      ? []
      : names.filter((wanted) => !tools.some(({ name }) => name === wanted));
  if (missing.length === 0) return tools;
  throw new ToolwrightError({
    code: "unknown-tool",
    message: `There is no tool ${missing.map((one) => JSON.stringify(one)).join(", ")}.`,
    hint: "Names are those that clients see; `toolwright plan` lists them.",
  });
}
