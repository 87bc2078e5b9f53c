import { expect, test } from "vitest";
import { sendRequest } from "../../../runtime/call/call.js";
import { createHttpClient } from "../../../runtime/client.js";
import { createSlots } from "../../../runtime/call/limit.js";
import { startUpstream, toolOf } from "../upstream.js";

const never = new AbortController().signal;

test("places are given out in the order of asking", async () => {
  const slots = createSlots(1);
  const order: number[] = [];
  const leave = await slots.take(never);
  const waiting = [1, 2, 3].map(async (number) => {
    const done = await slots.take(never);
    order.push(number);
    done();
  });
  expect(order).toEqual([]);
  leave();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test("who aborts leaves the queue and takes no place", async () => {
  const slots = createSlots(1);
  const leave = await slots.take(never);
  const controller = new AbortController();
  const given = slots.take(controller.signal);
  const next = slots.take(never);
  controller.abort(new Error("gone"));
  await expect(given).rejects.toThrow("gone");
  leave();
  (await next)();
  (await slots.take(never))();
});

test("maxConcurrency bounds the requests under way, and a cancelled one never leaves", async () => {
  let underWay = 0;
  let most = 0;
  const api = await startUpstream((_request, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end();
    }, 20);
  });
  const client = createHttpClient({ baseUrl: api.baseUrl, maxConcurrency: 2 });
  const controller = new AbortController();
  const send = (signal: AbortSignal) =>
    sendRequest(
      toolOf({}),
      {},
      { client, strip: (value) => value, signal, progress: () => undefined },
    );
  const calls = [
    send(never),
    send(never),
    send(controller.signal),
    send(never),
    send(never),
  ];
  controller.abort();
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(most).toBe(2);
  expect(api.received).toHaveLength(4);
});
