import { expect, test } from "vitest";
import { drain } from "../../../../runtime/response.js";
import { axiosTransport } from "../../../../runtime/features/transport/axios.js";
import { perCaller } from "../../../../runtime/features/credentials/per-caller.js";
import type { Credential } from "../../../../runtime/features/credentials/credentials.js";
import { callerOf, serve } from "../calls.js";
import { apiKey } from "../../alone.js";
import { cookies } from "../../../../runtime/features/credentials/cookies.js";
import { contextOf } from "../../upstream.js";

/** Values of `Cookie`, call by call, for an API that sets these cookies. */
async function cookiesSent(answers: string[][]) {
  const rest = [...answers];
  const { baseUrl, received } = await serve((_request, response) => {
    const cookies = rest.shift();
    if (cookies) response.setHeader("set-cookie", cookies);
    response.end("welcome");
  });
  const env = { KEY: "k" };
  const it = apiKey({ in: "cookie", name: "key", variable: "KEY", env });
  const transport = cookies()(axiosTransport(), contextOf());
  const ask = callerOf({ baseUrl, credentials: { it }, transport });
  for (let calls = 0; calls <= answers.length; calls += 1) await ask();
  return received.map(({ headers }) => headers.cookie);
}

const past = "Expires=Wed, 21 Oct 2015 07:28:00 GMT";
const future = "Expires=Wed, 21 Oct 2415 07:28:00 GMT";

test.each<[string, string[][], string[]]>([
  ["is sent back", [["a=1; Path=/; HttpOnly"]], ["key=k", "key=k; a=1"]],
  [
    "is sent with others",
    [[`a=1; ${future}`, "b=x==; Secure"]],
    ["key=k", "key=k; a=1; b=x=="],
  ],
  ["is replaced", [["a=1"], ["a=2"]], ["key=k", "key=k; a=1", "key=k; a=2"]],
  [
    "ends by its age",
    [["a=1"], ["a=; Max-Age=0"]],
    ["key=k", "key=k; a=1", "key=k"],
  ],
  [
    "ends by its date",
    [["a=1", "b=2"], [`a=; ${past}; Path=/`]],
    ["key=k", "key=k; a=1; b=2", "key=k; b=2"],
  ],
  ["of another path stays", [["a=1; Path=/other"]], ["key=k", "key=k"]],
  ["of another host stays", [["a=1; Domain=b.example"]], ["key=k", "key=k"]],
  ["without a name is ignored", [["=1", ";"]], ["key=k", "key=k"]],
])("a cookie %s", async (_name, answers, want) => {
  expect(await cookiesSent(answers)).toEqual(want);
});

test("the oldest cookies of a host are removed beyond fifty", async () => {
  const set = (from: number) =>
    Array.from({ length: 40 }, (_, at) => `c${from + at}=1`);
  const sent = await cookiesSent([set(0), set(40), set(80)]);
  const namesOf = (cookie = "") => cookie.split("; ").slice(1);
  expect(sent.map((one) => namesOf(one).length)).toEqual([0, 40, 50, 50]);
  expect(namesOf(sent[3]).sort()).toEqual(
    [...set(70).slice(0, 10), ...set(80)].sort(),
  );
});

test.each([
  ["a=1", "https://api.one.example/pets", "a=1"],
  ["a=1", "https://two.example/pets", undefined],
  ["a=1", "https://one.example/pets", undefined],
  ["a=1; Domain=one.example", "https://two.one.example/", "a=1"],
  ["a=1; Secure", "http://api.one.example/", undefined],
  ["a=1; Domain=com", "https://api.one.example/", undefined],
])(
  "a cookie %s of api.one.example is sent to %s, or not",
  async (cookie, url, want) => {
    const sent = await sentBy(
      [
        ["https://api.one.example/login", undefined],
        [url, undefined],
      ],
      cookie,
    );
    expect(sent[1]).toBe(want);
  },
);

/** Cookies of each of these requests, if every response sets this one. */
async function sentBy(
  requests: readonly (readonly [url: string, caller: string | undefined])[],
  cookie: string,
) {
  const sent: (string | undefined)[] = [];
  const transport = cookies()(({ headers }) => {
    sent.push(headers["cookie"]);
    const body = (async function* () {})();
    return Promise.resolve({
      status: 200,
      headers: { "set-cookie": cookie },
      body,
    });
  }, contextOf());
  const { signal } = new AbortController();
  for (const [url, caller] of requests)
    await transport(
      { method: "GET", url, headers: {}, body: undefined, caller },
      signal,
    );
  return sent;
}

test("callers with different names have separate jars", async () => {
  const url = "https://api.example/";
  const callers = ["a", "b", undefined, "a", undefined, "b"];
  const sent = await sentBy(
    callers.map((caller) => [url, caller]),
    "a=1",
  );
  expect(sent).toEqual([undefined, undefined, undefined, "a=1", "a=1", "a=1"]);
});

test("a caller's cookies are not sent by other callers, redirects or token requests", async () => {
  const { baseUrl, received } = await serve((request, response) => {
    const who = String(request.headers["x-who"]);
    const status = request.url === "/ask" ? 302 : 200;
    response.writeHead(status, { location: "/on", "set-cookie": `of=${who}` });
    response.end();
  });
  const it: Credential = {
    missing: [],
    secrets: [],
    async apply({ headers }, { signal, transport }) {
      const asked = { headers: { ...headers }, body: undefined };
      const token = { method: "POST", url: `${baseUrl}/token`, ...asked };
      await drain((await transport(token, signal)).body);
    },
  };
  const ask = callerOf({
    baseUrl,
    credentials: { it },
    transport: cookies()(axiosTransport(), contextOf()),
    forCaller: perCaller({ passHeaders: ["x-who"] }),
  });
  for (const who of ["ann", "bob", "ann"])
    await ask({ headers: { "x-who": who } });
  const sent = received.map(({ headers }) => headers);
  expect(sent).toHaveLength(12);
  for (const { cookie, "x-who": who } of sent)
    expect(cookie ?? `of=${String(who)}`).toBe(`of=${String(who)}`);
});

test("the jar of the caller that called longest ago is removed first", async () => {
  const url = "https://api.example/";
  const many = Array.from({ length: 1000 }, (_, index) => `other-${index}`);
  const callers = ["a", ...many, "a", "other-999"];
  const sent = await sentBy(
    callers.map((caller) => [url, caller]),
    "a=1",
  );
  expect(sent.slice(-2)).toEqual([undefined, "a=1"]);
});
