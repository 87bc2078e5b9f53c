import { dedent } from "../index.js";
import type { Args, Service, Visit } from "../index.js";

type RequestId = string | number;

const fieldsOf = (value: unknown) => Object(value) as Args;

const JSON_TYPE = /application\/(json|\*)|\*\/\*/;
const STREAM_TYPE = /text\/(event-stream|\*)|\*\/\*/;

/** What the SDKs make a server of. */
export function introduced({ handlers, title, ...service }: Service) {
  const { instructions, name, version } = service;
  const has = (prefix: string) =>
    Object.keys(handlers).some((method) => method.startsWith(prefix));
  const info = { name, version, ...(title !== undefined && { title }) };
  const options = {
    capabilities: {
      ...(has("tools/") && { tools: {} }),
      ...(has("resources/") && { resources: {} }),
      ...(has("prompts/") && { prompts: {} }),
      ...(has("completion/") && { completions: {} }),
    },
    ...(instructions && { instructions: dedent(instructions) }),
    jsonSchemaValidator: { getValidator: () => unused },
  };
  return [info, options] as const;
}

/** What is elicited is checked by the runtime; the SDKs' own one takes time and memory for each server. */
const unused = () => {
  throw new Error("nothing is checked here");
};

/** SDKs insist on both kinds of answer, though they send one. Who takes either gets an answer. */
export function acceptBoth(headers: Headers): void {
  const accept = headers.get("accept") ?? "*/*";
  if (JSON_TYPE.test(accept) || STREAM_TYPE.test(accept))
    headers.set("accept", "application/json, text/event-stream");
}

/** A stream only where it is needed: for progress, or where the client takes nothing else. */
export function wantsStream({ headers, message }: Visit): boolean {
  const accept = headers.get("accept") ?? "*/*";
  if (!JSON_TYPE.test(accept)) return true;
  const isAsked = (one: unknown) =>
    "progressToken" in fieldsOf(fieldsOf(fieldsOf(one)["params"])["_meta"]);
  return STREAM_TYPE.test(accept) && [message].flat().some(isAsked);
}

/** Who calls, in the SDKs' form, without the token. */
export function authInfoOf({ principal }: Visit) {
  if (!principal) return {};
  const { id: clientId, scopes } = principal;
  const extra = { principal };
  return { authInfo: { token: "", clientId, scopes: [...scopes], extra } };
}

/** Tells progress as numbers that rise; nothing to a client that gave no token. https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress */
export function progressBy(
  progressToken: RequestId | undefined,
  notify: (notification: {
    method: "notifications/progress";
    params: { progressToken: RequestId; progress: number; message: string };
  }) => Promise<void>,
): (message: string) => void {
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message };
    const told = notify({ method: "notifications/progress", params });
    told.catch(() => undefined); // the connection has ended
  };
}
