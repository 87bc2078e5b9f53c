import { expect, test } from "vitest";
import {
  openMcpServer,
  openServer,
} from "../../../../runtime/features/start/open.js";
import { defineServer } from "../../../../runtime/index.js";
import type { Feature, ServerContext } from "../../../../runtime/index.js";
import { silent } from "../../serving.js";

/** A server, its contexts, and what its parts do. */
function observed(more: readonly Feature[] = []) {
  const events: string[] = [];
  const contexts: ServerContext[] = [];
  const part = (name: string): Feature => ({
    name,
    hooks({ context }) {
      if (!contexts.includes(context)) contexts.push(context);
      context.lifecycles.add({
        start: () => void events.push(`${name} starts`),
        close: () => void events.push(`${name} ends`),
      });
      return {};
    },
  });
  const features = [part("a"), part("b"), ...more];
  const server = defineServer({
    name: "test",
    version: "1",
    sources: [],
    features,
  });
  return { contexts, events, server };
}

test("nothing is read or opened before a server starts", () => {
  const { contexts, events } = observed();
  expect([contexts, events]).toEqual([[], []]);
});

test("twenty servers of one environment share one context, which the last one closes in reverse", async () => {
  const { contexts, events, server } = observed();
  const env = { LOG_LEVEL: "silent" };
  const servers = await Promise.all(
    Array.from({ length: 20 }, () => openMcpServer(server, { env })),
  );
  expect(contexts).toHaveLength(1);
  expect(events).toEqual(["a starts", "b starts"]);
  for (const open of servers.slice(1)) await open.close();
  expect(events).toHaveLength(2);
  await servers[0]?.close();
  await servers[0]?.close();
  expect(events.slice(2)).toEqual(["b ends", "a ends"]);
  await (await openMcpServer(server, { env })).close();
  expect(contexts).toHaveLength(2);
});

test("each environment has a context of its own, which is never a copy of it", async () => {
  const { contexts, server } = observed();
  const envs = [{ NAME: "one" }, { NAME: "two" }];
  for (const env of envs) await openServer(server, { env, log: silent });
  expect(contexts.map(({ env }) => env)).toEqual(envs);
  Object.assign(envs[0] ?? {}, { NAME: "changed" });
  expect(contexts[0]?.env["NAME"]).toBe("changed");
});

test("the environment is provided before what reads it, wherever the features are", async () => {
  const live = { NAME: "of a file" };
  const seen: unknown[] = [];
  const reader: Feature = {
    name: "reader",
    provide: {
      problems({ env }) {
        seen.push(env["NAME"]);
        return new Set();
      },
    },
  };
  const source: Feature = { name: "source", provide: { env: () => live } };
  const { server } = observed([reader, source]);
  await openServer(server, { env: {}, log: silent });
  expect(seen).toEqual(["of a file"]);
  expect(() => observed([source, { ...source, name: "other" }])).toThrow(
    "features: other and another one provide env. Remove one.",
  );
});

test("a part that fails to start closes those before it, and the next start tries again", async () => {
  let fails = true;
  const failing: Feature = {
    name: "failing",
    hooks({ context }) {
      context.lifecycles.add({
        start() {
          if (fails) throw new Error("no disk");
        },
      });
      return {};
    },
  };
  const { events, server } = observed([failing]);
  const env = {};
  await expect(openServer(server, { env, log: silent })).rejects.toThrow(
    "no disk",
  );
  expect(events.slice(-2)).toEqual(["b ends", "a ends"]);
  fails = false;
  await expect(openServer(server, { env, log: silent })).resolves.toBeDefined();
});

test("what a server takes out of its environment stays out, and it still has it after it was closed", async () => {
  const { contexts, server } = observed();
  const env = { MCP_TOKENS: "ann:first-token-0123456" };
  for (let round = 0; round < 2; round += 1) {
    await (await openServer(server, { env, log: silent })).close();
    expect(env).toEqual({});
  }
  expect(contexts.map(({ removedVariables }) => [...removedVariables])).toEqual(
    Array(2).fill([["MCP_TOKENS", "ann:first-token-0123456"]]),
  );
});
