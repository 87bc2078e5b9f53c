import { expect, test } from "vitest";
import { concurrency } from "../../../runtime/features/concurrency.js";
import { callerOf, serve, textOf } from "./calls.js";

const never = new AbortController().signal;

test("places are given out in the order of asking", async () => {
  const take = concurrency(1);
  const order: number[] = [];
  const leave = await take(never);
  const waiting = [1, 2, 3].map(async (number) => {
    const done = await take(never);
    order.push(number);
    done();
  });
  expect(order).toEqual([]);
  leave();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test("who aborts leaves the queue and takes no place", async () => {
  const take = concurrency(1);
  const leave = await take(never);
  const controller = new AbortController();
  const given = take(controller.signal);
  const next = take(never);
  controller.abort(new Error("gone"));
  await expect(given).rejects.toThrow("gone");
  await expect(take(controller.signal)).rejects.toThrow("gone");
  leave();
  (await next)();
  (await take(never))();
});

test("requests under way are bounded, and a cancelled one never leaves", async () => {
  let underWay = 0;
  let most = 0;
  const { baseUrl, received } = await serve((_request, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end("done");
    }, 20);
  });
  const ask = callerOf({ baseUrl, takePlace: concurrency(2) });
  const controller = new AbortController();
  const { signal } = controller;
  const calls = [never, never, signal, never, never].map((own) =>
    textOf(ask({ signal: own })),
  );
  controller.abort();
  expect(await Promise.all(calls)).toEqual([
    ...["done", "done", "Error: CallError: GET /ask: cancelled."],
    ...["done", "done"],
  ]);
  expect(most).toBe(2);
  expect(received).toHaveLength(4);
});
