import type { Config } from "../config/config.js";
import { resolveApis } from "../config/resolve-config.js";
import { ToolwrightError } from "../errors.js";
import { planApi, type RunOptions } from "../pipeline.js";
import { suggestWorkflows } from "../extensions/workflows/suggest.js";

/**
 * Suggests an Arazzo document of chains that a document's links and ids allow, for the user to prune. Nothing is
 * generated from it.
 */
export async function suggest(
  config: Config,
  options: RunOptions = {},
): Promise<object> {
  const [resolvedApi, ...otherApis] = resolveApis(config);
  const document = resolvedApi?.config.document;
  if (
    resolvedApi === undefined ||
    otherApis.length > 0 ||
    typeof document !== "string"
  )
    throw new ToolwrightError({
      code: "no-document",
      message: "workflows suggest needs one document, as a file or a URL.",
      hint: "Pass it: toolwright workflows suggest openapi.yaml",
    });
  const context = { ...options, lock: null };
  const { api, plan } = await planApi(
    resolvedApi.config,
    resolvedApi.settings,
    context,
  );
  return suggestWorkflows(api, plan.components, document);
}
