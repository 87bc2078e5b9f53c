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
