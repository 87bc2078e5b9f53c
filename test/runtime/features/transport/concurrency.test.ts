import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  drain,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from "../../../../runtime/index.js";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { callerOf, serve, textOf } from "../calls.js";
import { concurrency } from "../../../../runtime/features/transport/concurrency.js";
import { contextOf } from "../../upstream.js";

const never = new AbortController().signal;

/** A transport with one slot, whose requests end on command. */
function single() {
  const ends: (() => void)[] = [];
  const order: string[] = [];
  const slow: Transport = ({ url }) => {
    order.push(url);
    return new Promise((resolve) => ends.push(() => resolve(ANSWER)));
  };
  const transport = concurrency(1)(slow, contextOf());
  const send = async (url: string, signal = never) =>
    drain((await transport({ ...REQUEST, url }, signal)).body);
  return { order, send, end: () => ends.shift()?.() };
}

const REQUEST: HttpRequest = {
  method: "GET",
  url: "",
  headers: {},
  body: undefined,
};
const ANSWER: HttpResponse = {
  status: 204,
  headers: {},
  body: { async *[Symbol.asyncIterator]() {} },
};

test("slots are assigned in the order of requests", async () => {
  const { end, order, send } = single();
  const sent = ["1", "2", "3"].map((url) => send(url));
  for (const done of sent) {
    await expect.poll(() => order).toContain(String(sent.indexOf(done) + 1));
    expect(order).toHaveLength(sent.indexOf(done) + 1);
    end();
    await done;
  }
  expect(order).toEqual(["1", "2", "3"]);
});

test("an aborted request leaves the queue without a slot", async () => {
  const { end, order, send } = single();
  const first = send("1");
  const controller = new AbortController();
  const given = send("2", controller.signal);
  const next = send("3");
  controller.abort(new Error("gone"));
  await expect(given).rejects.toThrow("gone");
  await expect(send("4", controller.signal)).rejects.toThrow("gone");
  end();
  await first;
  await expect.poll(() => order).toEqual(["1", "3"]);
  end();
  await next;
});

test("a slot is free after the response is read, or when no one waits for it", async () => {
  const order: string[] = [];
  const transport = concurrency(1)(async ({ url }) => {
    order.push(url);
    return ANSWER;
  }, contextOf());
  const controller = new AbortController();
  const send = (url: string, signal = never) =>
    transport({ ...REQUEST, url }, signal);
  const { body } = await send("1");
  const second = send("2", controller.signal);
  await setImmediate();
  expect(order).toEqual(["1"]);
  await drain(body);
  await second;
  const third = send("3");
  await setImmediate();
  expect(order).toEqual(["1", "2"]);
  controller.abort();
  await third;
  expect(order).toEqual(["1", "2", "3"]);
});

test("running requests are limited, and a cancelled one is never sent", async () => {
  let underWay = 0;
  let most = 0;
  const { baseUrl, received } = await serve((_request, response) => {
    most = Math.max(most, ++underWay);
    response.flushHeaders(); // a body that is still to come is under way
    setTimeout(() => {
      underWay -= 1;
      response.end("done");
    }, 20);
  });
  const ask = callerOf({
    baseUrl,
    transport: concurrency(2)(axiosTransport(), contextOf()),
  });
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
