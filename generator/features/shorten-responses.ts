import { isPaginationName } from "../runtime.js";
import type {
  FeatureComponent,
  FeatureDefinition,
  FeatureSettings,
} from "./feature.js";

export const shortenResponses: FeatureDefinition = {
  name: "shorten-responses",
  about: "short responses: selected fields, and lists cut to a limit",
  imports: {
    "features/responses/shorten-responses/shorten-responses":
      "shortenResponses",
  },
  companions: ["empty-response-text"],
  reason: "choice",
  isNeeded: ({ components, settings: { maxResultTokens, tools } }) =>
    maxResultTokens !== null
      ? components.some(isTruncatable)
      : tools === "search" && components.some(isTruncatableTool),
  boundsResults: true,
  readme: {
    results(settings) {
      const { maxResultTokens } = settings;
      const limit = maxResultTokens ? `; ${maxResultTokens} by the config` : "";
      const [fields, option] = offersFields(settings)
        ? [
            " A call may name the `fields` of a JSON response that it needs (`id,owner.name`).",
            "`fields: false`, ",
          ]
        : ["", ""];
      return `A result above \`maxResultTokens\` (four bytes each${limit}) is cut after whole items of a list, or whole paragraphs of a text. A second text says how many are shown, and which arguments get the rest. This also applies to resources.${fields} To change the limits, edit \`shortenResponses({ … })\` in \`src/server.ts\`: ${option}\`maxResultTokens: 50_000\`.`;
    },
  },
  server: {
    features: {
      stage: "call",
      code({ has, settings }) {
        const { maxResultTokens } = settings;
        const options = [
          ...(offersFields(settings) ? [] : ["fields: false"]),
          ...(maxResultTokens === null
            ? []
            : [`maxResultTokens: ${maxResultTokens}`]),
          ...(has(pages.name) ? ["pages"] : []),
        ];
        return options.length === 0
          ? "shortenResponses()"
          : `shortenResponses({ ${options.join(", ")} })`;
      },
    },
  },
};

export const pages: FeatureDefinition = {
  name: "pages",
  about: "arguments for the next page, in results",
  imports: { "features/responses/shorten-responses/pages": "pages" },
  reason: "choice",
  isNeeded: ({ components, settings }) =>
    components.some(
      (component) =>
        (settings.maxResultTokens !== null && isTruncatable(component)) ||
        (offersFields(settings) &&
          isTruncatableTool(component) &&
          component.args.some(({ name }) => isPaginationName(name))),
    ),
  server: { isImported: true },
  use: { file: "server", code: "features: [shortenResponses({ pages })]" },
};

/** True if calls may name the fields that they want. A config has to ask for that; a limit of results is not enough. */
export function offersFields({
  features,
  tools,
}: Pick<FeatureSettings, "features" | "tools">): boolean {
  return tools === "search" || features.includes(shortenResponses.name);
}

function isTruncatableTool(component: FeatureComponent): boolean {
  return component.kind === "tool" && isTruncatable(component);
}

/** True for a component whose response can be shown in part. */
function isTruncatable({ response }: FeatureComponent): boolean {
  return response.form !== "bytes" && response.form !== "empty";
}
