import { createHash } from "node:crypto";
import type { Answer } from "./answers.js";
import type { Reply, Session } from "./json-rpc.js";
import type { Call, Listed, Lists, Question } from "./recording.js";
import { isSchema } from "./sample.js";
import type { SentRequest, Upstream } from "./upstream.js";

/** Lists of a server, with all pages. */
export async function listAll(session: Session): Promise<Lists> {
  const all = (method: string, field: string) => list(session, method, field);
  return {
    tools: await all("tools/list", "tools"),
    resources: await all("resources/list", "resources"),
    templates: await all("resources/templates/list", "resourceTemplates"),
  };
}

/** Lists all pages; nothing if the server has no such list. */
async function list(
  session: Session,
  method: string,
  field: string,
): Promise<Listed[]> {
  const all: Listed[] = [];
  let params = {};
  for (;;) {
    const reply = await session.request(method, params);
    if (!("result" in reply && isSchema(reply.result))) return all;
    all.push(...((reply.result[field] ?? []) as Listed[])); // by the protocol
    const { nextCursor: cursor } = reply.result;
    if (cursor === undefined) return all;
    params = { cursor };
  }
}

/** Asks one question after the other, so that every request is known to belong to one. */
export async function askAll(
  { session, upstream }: { session: Session; upstream: Upstream },
  asking: {
    readonly questions: readonly Question[];
    /** Question to ask instead if nothing was sent. */
    again(question: Question, reply: Reply): Question | undefined;
    /** Response of the API to a request. */
    answer(request: SentRequest, trial: string): Answer | undefined;
  },
): Promise<Call[]> {
  const calls: Call[] = [];
  for (const question of asking.questions) {
    let next: Question | undefined = question;
    while (next !== undefined) {
      const { component, trial, method, params }: Question = next;
      upstream.answerWith((request) => asking.answer(request, trial));
      const reply = await session.request(method, params);
      const requests = upstream.take();
      calls.push({
        component,
        trial,
        method,
        params,
        requests,
        reply: shortened(reply),
      });
      next = requests.length === 0 ? asking.again(next, reply) : undefined;
    }
  }
  return calls;
}

/** Long texts are kept as their start and a digest. */
function shortened(reply: Reply): Reply {
  const text = JSON.stringify(reply, (_, value: unknown) => {
    if (typeof value !== "string" || value.length <= 20_000) return value;
    const digest = createHash("sha256").update(value).digest("hex");
    return `${value.slice(0, 500)}… ${String(value.length)} characters, ${digest}`;
  });
  return JSON.parse(text) as Reply; // what went in
}
