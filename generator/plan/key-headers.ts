import type { Finding } from "../errors.js";
import { isSecretName } from "../describe/secret-names.js";
import { toWords } from "../describe/identifiers.js";
import { groupBy } from "../shared/group-by.js";
import type { Operation } from "../model.js";
import { toSchemeName } from "./credential-overlay.js";
import type { PlannedComponent } from "./component.js";

/** Headers that most operations take as arguments, though they are the API's credential. */
export interface KeyHeaders {
  /** Names of the headers, the secret first. */
  readonly names: readonly string[];
  readonly operationCount: number;
  /** Change of the document that declares them as a credential, which the server sends from its environment. */
  readonly update: object;
}

/** Names of a header that says whose key it is, in words: `x-user-id` beside `x-auth-token`. */
const OWNER_NAME =
  /^(?:x )?(?:account|app|application|client|customer|org|organi[sz]ation|project|tenant|user|workspace) id$/;

/** Finds the API's key among the arguments: a header with the name of a secret that more than half of the operations take. Null if there is none. */
export function findKeyHeaders(
  components: readonly Pick<PlannedComponent, "args" | "operation">[],
  document: object,
): KeyHeaders | null {
  const operations = new Set(components.map(({ operation }) => operation));
  const users = groupBy(
    components.flatMap(({ args, operation }) =>
      args.flatMap(({ parameter }): [string, Operation][] =>
        parameter?.in === "header"
          ? [[parameter.name.toLowerCase(), operation]]
          : [],
      ),
    ),
  );
  const isCommon = (name: string) => {
    const { size } = new Set(users.get(name));
    return size > 1 && size > operations.size / 2;
  };
  const commonNames = [...users.keys()].filter(isCommon);
  const secretNames = commonNames.filter(isSecretName);
  const [secretName] = secretNames;
  if (secretName === undefined) return null;
  const names = [
    ...secretNames,
    ...commonNames.filter((name) => OWNER_NAME.test(toWords(name))),
  ];
  const schemes = names.map(
    (name) =>
      [toSchemeName(name), { type: "apiKey", in: "header", name }] as const,
  );
  const securitySchemes = Object.fromEntries(schemes);
  return {
    names,
    operationCount: new Set(users.get(secretName)).size,
    update: {
      security: [Object.fromEntries(schemes.map(([name]) => [name, []]))],
      ...("swagger" in document
        ? { securityDefinitions: securitySchemes }
        : { components: { securitySchemes } }),
    },
  };
}

/** Reports the API's key among the arguments, with the overlay that makes it a credential. */
export function reportKeyHeaders(
  components: readonly PlannedComponent[],
  document: object,
): Finding[] {
  const keyHeaders = findKeyHeaders(components, document);
  if (keyHeaders === null) return [];
  const { names, operationCount, update } = keyHeaders;
  const action = { target: "$", update };
  return [
    {
      severity: "warning",
      code: "key-argument",
      message: `${operationCount} operations take ${names.join(" and ")} as an argument, so a model is asked for the API's key.`,
      hint: `Declare it as a credential with an overlay, so that the server sends it from its environment: ${JSON.stringify(action)}`,
    },
  ];
}
