import { toWords } from "../describe/identifiers.js";
import type { Api } from "../model.js";
import type { Argument } from "./arguments.js";

/** Hint for an argument that is a secret: the overlay that makes it a credential, which the server masks. */
export function toCredentialHint(
  { in: location, wireName }: Pick<Argument, "in" | "wireName">,
  { security }: Pick<Api, "security">,
  isSwagger: boolean,
): string {
  if (location !== "header" && location !== "query" && location !== "cookie")
    return `No security scheme can be in the ${location}. Add the value in middleware of the client, which masks it: context.secrets.add(() => [value]).`;
  const actions = toCredentialActions(
    { in: location, name: wireName },
    security,
    isSwagger,
  );
  return `Declare it as a credential with an overlay, so that the server sends it from its environment: ${actions.map((action) => JSON.stringify(action)).join(", ")}`;
}

/** Actions of an overlay that declare a parameter as a credential, in addition to those that the document requires. */
export function toCredentialActions(
  scheme: { readonly in: string; readonly name: string },
  security: Api["security"],
  isSwagger: boolean,
): readonly object[] {
  const name = toSchemeName(scheme.name);
  const alternatives = security.length === 0 ? [[]] : security;
  const requirements = alternatives.map((schemes) =>
    Object.fromEntries([...schemes, name].map((required) => [required, []])),
  );
  const schemes = { [name]: { type: "apiKey", ...scheme } };
  const update = {
    security: requirements,
    ...(isSwagger
      ? { securityDefinitions: schemes }
      : { components: { securitySchemes: schemes } }),
  };
  return [
    ...(security.length === 0 ? [] : [{ target: "$.security", remove: true }]),
    { target: "$", update },
  ];
}

/** Name of a security scheme for a header: `X-API-Key` → `apiKey`. */
export function toSchemeName(header: string): string {
  const [firstWord = "key", ...otherWords] = toWords(header)
    .replace(/^x /, "")
    .split(" ");
  return (
    firstWord +
    otherWords
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("")
  );
}
