import { describe, expect, test } from "vitest";
import { express, fastify, hono, koa, nest, resultOf } from "./calls.js";
import type { Call, Subject } from "./calls.js";

const ann = { authorization: "Bearer token-of-ann" };
const cook = { "x-user": "ann" };
const nobody = { "x-user": "nobody" };

/** Calls by framework, and the text that each has to show, so that two equal failures don't pass. */
const subjects: Record<
  string,
  readonly [() => Promise<Subject>, readonly (readonly [Call, RegExp])[]]
> = {
  Express: [
    express,
    [
      [{ path: "/hello", query: ["name"], args: { name: "a b&c" } }, /a b&c/],
      [{ path: "/hello" }, /127\.0\.0\.1/],
      [{ method: "POST", path: "/items", args: { name: "pen" } }, /pen/],
      [{ method: "POST", path: "/items", args: {} }, /422 .*"field":"name"/s],
      [{ method: "DELETE", path: "/items/7" }, /"content":\[\]/],
      [{ path: "/hello", headers: nobody }, /401 .*Who are you/s],
      [{ path: "/go" }, /"\/hello\?name=you/],
      [{ path: "/file" }, /data\.bin.*AAEC\/w==/],
      [{ path: "/events" }, /one.*two/],
      [{ path: "/nowhere" }, /404 Not Found/],
      [{ path: "/throw" }, /500 Internal Server Error/],
    ],
  ],
  Koa: [
    koa,
    [
      [{ path: "/hello", query: ["name"], args: { name: "you" } }, /you/],
      [{ path: "/hello", headers: nobody }, /401 .*Who are you/s],
      [{ path: "/go" }, /"\/hello\?name=you/],
      [{ path: "/throw" }, /500 Internal Server Error/],
    ],
  ],
  NestJS: [
    nest,
    [
      [{ path: "/items", query: ["kind"], args: { kind: "pen" } }, /pen/],
      [{ method: "POST", path: "/items", args: { name: "ink" } }, /ink/],
      [{ method: "POST", path: "/items", args: {} }, /422 .*name is required/s],
      [{ method: "DELETE", path: "/items/7" }, /"content":\[\]/],
      [{ path: "/items/go" }, /"\/items/],
    ],
  ],
  Fastify: [
    fastify,
    [
      [{ path: "/tickets", headers: ann }, /printer is on fire/],
      [{ path: "/tickets" }, /401 .*Who are you/s],
      [{ path: "/tickets/99", headers: ann }, /404 .*no ticket 99/s],
      [
        {
          method: "POST",
          path: "/tickets",
          args: { subject: "x" },
          headers: ann,
        },
        /422 .*\/subject/s,
      ],
      [{ path: "/latest", headers: ann }, /"\/tickets\/2/],
      [{ path: "/export", headers: ann }, /fire.*coffee/],
    ],
  ],
  Hono: [
    hono,
    [
      [{ path: "/recipes", headers: cook }, /Pancakes/],
      [{ path: "/recipes" }, /401 .*Who asks/s],
      [
        { method: "POST", path: "/recipes", args: {}, headers: cook },
        /400 .*minutes/s,
      ],
      [{ path: "/recipes/1/picture", headers: cook }, /"image".*image\/png/],
      [{ method: "POST", path: "/recipes/1/cook", headers: cook }, /Mix.*Fry/],
      [{ path: "/recipes.ndjson", headers: cook }, /Pancakes.*Sourdough/],
    ],
  ],
};

describe.each(Object.entries(subjects))("%s", (_name, [make, calls]) => {
  test("returns the same in the process as over HTTP", async () => {
    const { listen, transport } = await make();
    const http = await listen();
    try {
      for (const [call, shown] of calls) {
        const inside = await resultOf(call, {
          baseUrl: "http://app.local",
          transport,
        });
        const outside = await resultOf(call, { baseUrl: http.url });
        const text = JSON.stringify(inside);
        expect(text.replaceAll("\\", "")).toMatch(shown);
        expect(text).toBe(JSON.stringify(outside).replaceAll(http.url, ""));
      }
    } finally {
      await http.close();
      await transport.close?.();
    }
  });
});
