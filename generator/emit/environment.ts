import type { ReadVariable } from "../features/variables.js";
import { routePrefixOf } from "../config/source-name.js";
import { groupBy } from "../shared/group-by.js";
import { viewClient } from "./api-client.js";
import type { EnvironmentVariable } from "./credentials.js";
import type { PlannedApi } from "./planned-files.js";

/** Environment variables of one API, and how a client asks a user for them (`manifest.json`, `server.json`). */
export function environmentOf(planned: PlannedApi) {
  const { addressVariable, app, baseUrl, credentials } = viewClient(planned);
  const apiPrefix = routePrefixOf(planned.settings.source);
  const address = {
    name: addressVariable,
    meaning: `Base URL of the ${apiPrefix}API`,
    about: "",
    value: /^https?:/i.test(baseUrl) ? baseUrl : "",
  };
  const credentialVariables: EnvironmentVariable[] = credentials.flatMap(
    ({ scheme, variables }) => {
      // A scheme's name may be any text; Markdown in it would break the README.
      const schemeLabel = `${apiPrefix}${scheme.replace(/[^\w.-]+/g, " ")}`;
      return variables.map((variable) => {
        return { ...variable, meaning: `${schemeLabel}: ${variable.meaning}` };
      });
    },
  );
  const argumentVariables = variablesOf(planned);
  const isRequiredArgument = new Set(
    planned.plan.variables.flatMap(({ isEverywhere, variable }) =>
      isEverywhere ? [variable] : [],
    ),
  );
  const apiVariables = [
    ...(app ? [] : [address]),
    ...credentialVariables,
    ...argumentVariables,
  ];
  return apiVariables.map((variable) => {
    const { about: description, meaning, name, value } = variable;
    const setting = name.toLowerCase();
    // The base URL is not a secret; it is required if the document declares none.
    const isAddress = variable === address;
    const isCredential = credentialVariables.includes(variable);
    return {
      ...variable,
      setting,
      placeholder: `\${user_config.${setting}}`,
      asked: description === "" ? meaning : description,
      isRequired: (isAddress && value === "") || isRequiredArgument.has(name),
      isSecret: isCredential && value === "",
      isFolder: false,
    };
  });
}

/** Environment variables whose values are sent for arguments, each once. */
function variablesOf({
  plan,
  settings,
}: Pick<PlannedApi, "plan" | "settings">): EnvironmentVariable[] {
  const apiPrefix = routePrefixOf(settings.source);
  const byName = groupBy(
    plan.variables.map((variable) => [variable.variable, variable] as const),
  );
  return [...byName].map(([name, uses]) => {
    const argumentNames = [...new Set(uses.map(({ argument }) => argument))];
    const [description = ""] = uses.flatMap((use) => use.description || []);
    return {
      name,
      meaning: `Value of ${argumentNames.join(", ")} in calls to the ${apiPrefix}API`,
      about: description.split("\n")[0] ?? "",
      value: "",
    };
  });
}

/** Environment variables that clients ask their user for, besides those of APIs: folders for files. */
export function folderEnvironmentOf(
  variables: readonly ReadVariable[],
): ReturnType<typeof environmentOf> {
  return variables.flatMap(({ isFolder, ...variable }) => {
    const setting = variable.name.toLowerCase();
    return isFolder === true
      ? {
          ...variable,
          setting,
          placeholder: `\${user_config.${setting}}`,
          asked: variable.meaning,
          isRequired: false,
          isSecret: false,
          isFolder,
        }
      : [];
  });
}
