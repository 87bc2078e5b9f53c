import type { ReadVariable } from "../features/variables.js";
import { routePrefixOf } from "../config/source-name.js";
import { viewClient } from "./api-client.js";
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
  const credentialVariables = credentials.flatMap(({ scheme, variables }) => {
    // A scheme's name may be any text; Markdown in it would break the README.
    const schemeLabel = `${apiPrefix}${scheme.replace(/[^\w.-]+/g, " ")}`;
    return variables.map((variable) => {
      return { ...variable, meaning: `${schemeLabel}: ${variable.meaning}` };
    });
  });
  return (app ? credentialVariables : [address, ...credentialVariables]).map(
    (variable) => {
      const { about: description, meaning, name, value } = variable;
      const setting = name.toLowerCase();
      // The base URL is not a secret; it is required if the document declares none.
      const isAddress = variable === address;
      return {
        ...variable,
        setting,
        placeholder: `\${user_config.${setting}}`,
        asked: description === "" ? meaning : description,
        isRequired: isAddress && value === "",
        isSecret: !isAddress && value === "",
        isFolder: false,
      };
    },
  );
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
