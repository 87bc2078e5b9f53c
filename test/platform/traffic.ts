import { Agent } from "node:http";
import { ask, message } from "../runtime/ask.js";

/** Requests that were sent, and a line for each that failed. */
export interface Traffic {
  readonly sent: number;
  readonly failed: readonly string[];
}

const SLOW_CALL = message("tools/call", { name: "addItem" });
const QUICK_CALL = message("tools/call", { name: "listItems" });

/** Calls an endpoint this often until it is stopped: every second call is a POST to which the API responds late. */
export function startTraffic(url: string, perSecond: number) {
  const agent = new Agent({ keepAlive: true });
  const failed: string[] = [];
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const call = async (number: number) => {
    const body = number % 2 === 0 ? SLOW_CALL : QUICK_CALL;
    const reply = await ask(url, { body, agent }).catch(String);
    const isRight =
      typeof reply === "object" &&
      reply.status === 200 &&
      !reply.body.includes('"isError":true') &&
      reply.body.includes('"result"');
    if (!isRight) failed.push(`${number}: ${JSON.stringify(reply)}`);
  };
  const timer = setInterval(() => {
    sent += 1;
    const promise = call(sent).finally(() => pending.delete(promise));
    pending.add(promise);
  }, 1000 / perSecond);
  return {
    async stop(): Promise<Traffic> {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      return { sent, failed };
    },
  };
}
