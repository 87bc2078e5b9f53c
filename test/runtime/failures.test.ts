import { expect, test } from "vitest";
import { CallError, NoResponseError } from "../../runtime/index.js";
import type { HttpResponse } from "../../runtime/index.js";
import { call, toolOf } from "./upstream.js";

const tool = toolOf({
  request: "POST /pets/{id}",
  arguments: { id: { in: "path" } },
});

/** The error of a call whose transport fails, at once and in the middle of the response. */
async function failures(failure: unknown): Promise<unknown[]> {
  async function* body() {
    yield Buffer.from("a");
    throw failure;
  }
  const answer: HttpResponse = { status: 200, headers: {}, body: body() };
  const transports = [
    async () => {
      throw failure;
    },
    () => Promise.resolve(answer),
  ];
  const calls = transports.map((transport) =>
    call(tool, { id: 1 }, { baseUrl: "http://x", transport }),
  );
  return (await Promise.allSettled(calls)).map(
    (outcome) => outcome.status === "rejected" && (outcome.reason as unknown),
  );
}

const NOT_REACHED =
  "could not connect to the API. Check that it is running, and check this server's base URL, proxy and network.";
const NO_TLS = "the TLS connection failed. Check if";
const BROKEN =
  "the API's response was cut off or is not valid HTTP. Check if a request that changes data took effect before you try again.";

test.each([
  ["ECONNREFUSED", NOT_REACHED],
  ["ENOTFOUND", NOT_REACHED],
  ["EAI_AGAIN", NOT_REACHED],
  ["EHOSTUNREACH", NOT_REACHED],
  ["ENETUNREACH", NOT_REACHED],
  ["ETIMEDOUT", NOT_REACHED],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", NO_TLS],
  ["CERT_HAS_EXPIRED", NO_TLS],
  ["ERR_TLS_CERT_ALTNAME_INVALID", NO_TLS],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", NO_TLS],
  ["EPROTO", NO_TLS],
  ["ECONNRESET", BROKEN],
  ["EPIPE", BROKEN],
  ["HPE_HEADER_OVERFLOW", BROKEN],
  ["HPE_INVALID_CONSTANT", BROKEN],
  ["Z_DATA_ERROR", BROKEN],
  ["EWHATEVER", "the request failed. Try again."],
])("describeFailure: %s", async (code, want) => {
  const failure = Object.assign(new Error("at /srv/app.js with token"), {
    code,
  });
  for (const error of await failures(failure)) {
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining(
        `POST /pets/{id}: (${code}) ${want}`,
      ) as string,
    });
  }
});

test.each([
  ["without a code", new TypeError("x is undefined")],
  ["with an empty one", Object.assign(new Error("no"), { code: "" })],
  ["with a number", Object.assign(new Error("no"), { code: 7 })],
  ["that is not an Error", "no"],
])(
  "an error %s is not from the connection and stays unchanged",
  async (_case, failure) => {
    expect(await failures(failure)).toEqual([failure, failure]);
  },
);

test("a described failure is not described again", async () => {
  for (const error of await failures(new CallError("no token.")))
    expect(error).toMatchObject({
      name: "CallError",
      message: expect.stringMatching(/^POST .*no token\.$/) as string,
    });
});
