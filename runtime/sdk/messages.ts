import type { Args, Visit } from "../index.js";

type RequestId = string | number;

const fieldsOf = (value: unknown) => Object(value) as Args;

const JSON_TYPE = /application\/(json|\*)|\*\/\*/;
const STREAM_TYPE = /text\/(event-stream|\*)|\*\/\*/;

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
  const metas = [message]
    .flat()
    .map((one) => fieldsOf(fieldsOf(one)["params"])["_meta"]);
  return (
    STREAM_TYPE.test(accept) &&
    metas.some((meta) => "progressToken" in fieldsOf(meta))
  );
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
