import { waitForSlot } from "../../../../runtime/features/state/shared-concurrency.js";
import { concurrency } from "../../../../runtime/features/transport/concurrency.js";
import { expect, test } from "vitest";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { memoryStore } from "../../../../runtime/features/state/store.js";
import type { Store } from "../../../../runtime/features/state/store.js";
import { startUpstream } from "../../upstream.js";
import { callerOf } from "../calls.js";
import { breakable } from "../credentials/rotation.js";
import { contextOf } from "../../upstream.js";

/** Limits the requests of all replicas that have a store. */
const shareSlots = (count: number, store: Store) =>
  concurrency(count)(axiosTransport(), {
    ...contextOf(),
    waitForSlot: (request) => waitForSlot(store, request),
  });

/** Two replicas with this limit, and the number of requests that were under way at most. */
async function replicas(limit: number) {
  let running = 0;
  let maximum = 0;
  const { baseUrl } = await startUpstream((_request, response) => {
    maximum = Math.max(maximum, (running += 1));
    setTimeout(() => {
      running -= 1;
      response.end("{}");
    }, 20);
  });
  const { state, store } = breakable(memoryStore());
  const calls = [1, 2].map(() =>
    callerOf({
      baseUrl,
      transport: shareSlots(limit, store),
    }),
  );
  const run = async (count: number) => {
    maximum = 0;
    const work = calls.flatMap((call) =>
      Array.from({ length: count }, () => call()),
    );
    await Promise.all(work);
    return maximum;
  };
  return { calls, run, state };
}

test("replicas share the limit of running requests", async () => {
  const { run } = await replicas(2);
  expect(await run(10)).toBe(2);
});

test("the limit holds in each process without the store, and is shared again later", async () => {
  const { run, state } = await replicas(2);
  state.isAway = true;
  expect(await run(10)).toBe(4);
  state.isAway = false;
  expect(await run(5)).toBe(2);
});

test("a call that is cancelled while it waits sends nothing, and frees its slot", async () => {
  const { calls, run } = await replicas(1);
  const [one, two] = calls;
  const controller = new AbortController();
  const first = one?.();
  const second = two?.({ signal: controller.signal });
  controller.abort();
  await expect(second).rejects.toThrow("cancelled");
  await first;
  expect(await run(2)).toBe(1);
});

test("the names of slots do not reveal the API", async () => {
  const { baseUrl } = await startUpstream((_request, response) => {
    response.end("{}");
  });
  const names: string[] = [];
  const { store } = breakable(memoryStore());
  const listening: Store = {
    ...store,
    lock: async (key, work, waitSeconds) => {
      names.push(key);
      return store.lock(key, work, waitSeconds);
    },
  };
  const transport = shareSlots(2, listening);
  await callerOf({ baseUrl, transport })();
  expect(names.join()).toMatch(/^place:[\w-]{43} [01]$/);
});
