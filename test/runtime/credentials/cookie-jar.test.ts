import { expect, test } from "vitest";
import { apiKey, cookieJar } from "../../../runtime/index.js";
import { startUpstream } from "../upstream.js";
import { callerOf, secured } from "../secured.js";

/** What was sent as `Cookie`, call by call, to an API that sets these cookies. */
async function cookiesSent(answers: string[][]): Promise<(string | null)[]> {
  let number = 0;
  const api = await startUpstream((_request, response) => {
    const cookies = answers[number++];
    if (cookies) response.setHeader("set-cookie", cookies);
    response.end("welcome");
  });
  const { call } = await callerOf([secured("ask", [["sid"]])], {
    baseUrl: api.baseUrl,
    credentials: {
      sid: apiKey({
        in: "cookie",
        name: "key",
        variable: "KEY",
        env: { KEY: "k" },
      }),
    },
    ...cookieJar(),
  });
  for (let calls = 0; calls <= answers.length; calls += 1) await call("ask");
  return api.received.map(({ headers }) => headers["cookie"] ?? null);
}

const past = "Expires=Wed, 21 Oct 2015 07:28:00 GMT";
const future = "Expires=Wed, 21 Oct 2415 07:28:00 GMT";
const table: [string, string[][], want: string[]][] = [
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
  ["without a name is none", [["=1", ";"]], ["key=k", "key=k"]],
];

test.each(table)("a cookie %s", async (_name, answers, want) => {
  expect(await cookiesSent(answers)).toEqual(want);
});

test("a cookie stays with its host", () => {
  const { onRequest, onResponse } = cookieJar();
  const requestTo = (url: string) => ({
    method: "GET",
    url,
    headers: {} as Record<string, string>,
    body: undefined,
  });
  const response = {
    status: 200,
    headers: { "set-cookie": "a=1" },
    body: (async function* () {})(),
  };
  onResponse(response, requestTo("https://one.example/login"));
  const [same, other] = [
    requestTo("https://one.example/pets"),
    requestTo("https://two.example/pets"),
  ];
  onRequest(same);
  onRequest(other);
  expect(same.headers).toEqual({ cookie: "a=1" });
  expect(other.headers).toEqual({});
});
