import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { serve } from "../emitted/project.js";
import type { Served } from "../emitted/project.js";
import { listen } from "../runtime/upstream.js";
import { startProxy } from "./proxy.js";

/** Document of an API with one quick operation, and one that takes its time. */
export const ITEMS = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": {
      get: {
        operationId: "listItems",
        responses: { 200: { description: "" } },
      },
      post: { operationId: "addItem", responses: { 200: { description: "" } } },
    },
  },
});

/** Two replicas of a bundle behind a proxy, and an API whose POSTs take `postMs`. */
export async function startReplicas(
  file: string,
  {
    env,
    pollMs,
    postMs,
  }: { env: NodeJS.ProcessEnv; pollMs: number; postMs: number },
) {
  const api = await listen((request, response) => {
    const answer = () =>
      response.setHeader("content-type", "application/json").end("{}");
    if (request.method === "POST") setTimeout(answer, postMs);
    else answer();
  });
  const proxy = await startProxy(pollMs);
  const start = async () => {
    const served = await serve(file, {
      env: { API_BASE_URL: api.baseUrl, LOG_LEVEL: "info", ...env },
    });
    await proxy.add(served.url);
    return served;
  };
  let replicas = [await start(), await start()];
  /** Replaces a replica as a platform does: the next one is ready before SIGTERM. */
  const replace = async (replica: Served) => {
    const next = await start();
    replica.child.kill("SIGTERM");
    if (replica.child.exitCode === null) await once(replica.child, "exit");
    proxy.remove(replica.url);
    return next;
  };
  return {
    url: proxy.url,
    async restartFirst() {
      const [first, ...others] = replicas;
      if (first) replicas = [...others, await replace(first)];
    },
    async close() {
      for (const { child } of replicas) child.kill("SIGKILL");
      await delay(50);
      proxy.close();
      api.close();
    },
  };
}
