import type { Schema } from "../model.js";
import { toWords } from "./identifiers.js";

/** True if an argument of this name is likely to be a secret. A `token` of a page or a run is none. */
export function isSecretName(name: string): boolean {
  const words = toWords(name);
  return SECRET_NAME.test(words) && !NO_SECRET.test(words);
}

/** Names of arguments that hold a secret, in words. */
const SECRET_NAME =
  /^(?:(?:\w+ )?(?:password|passwd|passphrase|pass|passcode)|(?:\w+ )*(?:secret|client secret|secret key|private key|api key|apikey|access key|auth key|credentials?)|(?:(?:x|the) )?(?:(?:api|access|auth|authentication|authorization|bearer|refresh|id|session|security|user|bot|oauth|personal access|subject|actor|client|app|jwt|github|gitlab|slack|service) )*token|authorization|(?:credit )?card number|card cvc|card cvv|cvc|cvv|cvv2|cvc2|security code|pin code)(?: (?:new|old|current|confirm|confirmation|repeat))?$/;

/** Other words of a name that make its `secret`, `key` or `password` no secret. */
const NO_SECRET =
  /\b(?:id|ids|name|names|type|types|url|uri|hint|expiry|expires|policy|length|strength|count|reset|enabled|required|public|scope|scopes)\b/;

/** Properties beside which a `number` is the number of a card. */
const CARD_NAMES = /^(?:cvc|cvv|exp_month|expMonth|exp_year|expYear|expiry)$/;

/** True if an argument of this name is a text or number that is a secret. */
export function isSecretArgument(
  name: string,
  schema: Schema,
  siblings: readonly string[],
): boolean {
  const types = [schema["type"] ?? "string"].flat();
  const isText = types.includes("string");
  const isCardNumber =
    /^(?:card_?)?number$/i.test(name) &&
    siblings.some((sibling) => CARD_NAMES.test(sibling));
  if (isCardNumber) return isText || types.includes("integer");
  const isRestricted = ["enum", "const", "default"].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  return (
    isText && !isRestricted && schema["readOnly"] !== true && isSecretName(name)
  );
}
