import { expect, test } from "vitest";
import { explained } from "../../../runtime/features/failures.js";
import { CallError, NoAnswer } from "../../../runtime/index.js";
import type { HttpResponse } from "../../../runtime/index.js";
import { call, toolOf } from "../upstream.js";

const tool = toolOf({
  request: "POST /pets/{id}",
  arguments: { id: { in: "path" } },
});

/** The error of a call whose transport fails, at once and in the middle of the answer. */
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
  ].map(explained);
  const calls = transports.map((transport) =>
    call(tool, { id: 1 }, { baseUrl: "http://x", transport }),
  );
  return (await Promise.allSettled(calls)).map(
    (outcome) => outcome.status === "rejected" && (outcome.reason as unknown),
  );
}

test.each([
  ["ECONNREFUSED", "the connection was refused. Check that the API is running"],
  ["ENOTFOUND", "the API's host name was not found."],
  ["EAI_AGAIN", "the API's host name was not found."],
  ["EHOSTUNREACH", "the API's host can't be reached."],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the API's TLS certificate is not trusted."],
  ["CERT_HAS_EXPIRED", "the API's TLS certificate is not trusted."],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the API's TLS certificate is not trusted."],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "the API's TLS certificate is not trusted.",
  ],
  ["EPROTO", "no TLS connection could be made."],
  [
    "ECONNRESET",
    "the API closed the connection before its answer was complete.",
  ],
  ["HPE_HEADER_OVERFLOW", "the headers of the API's answer are too large"],
  ["HPE_INVALID_CONSTANT", "the API's answer is no valid HTTP."],
  ["Z_DATA_ERROR", "the API's answer is compressed and broken."],
  ["EWHATEVER", "the request failed (EWHATEVER)."],
])("%s", async (code, want) => {
  const failure = Object.assign(new Error("at /srv/app.js with token"), {
    code,
  });
  for (const error of await failures(failure)) {
    expect(error).toBeInstanceOf(NoAnswer);
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining(`POST /pets/{id}: ${want}`) as string,
    });
  }
});

test.each([
  ["without a code", new TypeError("x is undefined")],
  ["with an empty one", Object.assign(new Error("no"), { code: "" })],
  ["with a number", Object.assign(new Error("no"), { code: 7 })],
  ["that is none", "no"],
])(
  "an error %s comes from elsewhere and stays as it is",
  async (_case, failure) => {
    expect(await failures(failure)).toEqual([failure, failure]);
  },
);

test("what is told already is told as it is", async () => {
  for (const error of await failures(new CallError("no token.")))
    expect(error).toMatchObject({
      name: "CallError",
      message: expect.stringMatching(/^POST .*no token\.$/) as string,
    });
});
