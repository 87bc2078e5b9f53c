import { beforeAll, afterAll, describe, expect, test } from "vitest";
import type { Argument } from "../../runtime/index.js";
import { call, listen, toolOf } from "./upstream.js";

// Values of https://spec.openapis.org/oas/v3.1.1#style-examples
const empty = "";
const string = "blue";
const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

let api: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  api = await listen();
});
afterAll(() => api.close());

/** The request that one parameter named `color` makes, as it was on the wire. */
async function send(argument: Argument, color: unknown) {
  const tool = toolOf({
    request: argument.in === "path" ? "GET /c/{color}" : "GET /c",
    arguments: { color: argument },
  });
  await call(tool, { color }, api);
  return api.received.at(-1);
}

describe("path styles", () => {
  test.each<[Argument["style"], boolean | undefined, unknown, string]>([
    [undefined, undefined, string, "blue"],
    [undefined, undefined, array, "blue,black,brown"],
    ["simple", false, string, "blue"],
    ["simple", false, array, "blue,black,brown"],
    ["simple", false, object, "R,100,G,200,B,150"],
    ["simple", true, string, "blue"],
    ["simple", true, array, "blue,black,brown"],
    ["simple", true, object, "R=100,G=200,B=150"],
    ["pipeDelimited", false, array, "blue%7Cblack%7Cbrown"],
    ["label", false, string, ".blue"],
    ["label", false, array, ".blue,black,brown"],
    ["label", false, object, ".R,100,G,200,B,150"],
    ["label", true, string, ".blue"],
    ["label", true, array, ".blue.black.brown"],
    ["label", true, object, ".R=100.G=200.B=150"],
    ["matrix", false, string, ";color=blue"],
    ["matrix", false, array, ";color=blue,black,brown"],
    ["matrix", false, object, ";color=R,100,G,200,B,150"],
    ["matrix", true, string, ";color=blue"],
    ["matrix", true, array, ";color=blue;color=black;color=brown"],
    ["matrix", true, object, ";R=100;G=200;B=150"],
    ["simple", false, 0, "0"],
    ["simple", false, false, "false"],
    ["simple", false, -1.5, "-1.5"],
    ["simple", false, "a/b c?d#e%f", "a%2Fb%20c%3Fd%23e%25f"],
    [
      "simple",
      false,
      "!*'();:@&=+$,é😀",
      "%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%C3%A9%F0%9F%98%80",
    ],
    ["simple", false, "a-b._~", "a-b._~"],
    ["simple", false, "items:search", "items%3Asearch"],
    ["simple", false, "//host/x", "%2F%2Fhost%2Fx"],
    ["simple", false, "...", "..."],
    ["simple", false, "a..b", "a..b"],
    ["simple", false, ["a,b", "c"], "a%2Cb,c"],
    ["simple", false, [1, null, true], "1,true"],
    ["simple", false, [{ a: 1 }], "%7B%22a%22%3A1%7D"],
    ["simple", false, "\ud800", "%EF%BF%BD"],
  ])("%s, explode %s, %j → %s", async (style, explode, color, want) => {
    const request = await send(recipe("path", style, explode), color);
    expect(request?.url).toBe(`/c/${want}`);
  });
});

describe("query styles", () => {
  test.each<[Argument["style"], boolean | undefined, unknown, string]>([
    [undefined, undefined, array, "color=blue&color=black&color=brown"],
    [undefined, undefined, object, "R=100&G=200&B=150"],
    ["form", undefined, array, "color=blue&color=black&color=brown"],
    ["form", false, empty, "color="],
    ["form", false, string, "color=blue"],
    ["form", false, array, "color=blue,black,brown"],
    ["form", false, object, "color=R,100,G,200,B,150"],
    ["form", true, empty, "color="],
    ["form", true, string, "color=blue"],
    ["form", true, array, "color=blue&color=black&color=brown"],
    ["form", true, object, "R=100&G=200&B=150"],
    ["spaceDelimited", undefined, array, "color=blue%20black%20brown"],
    ["spaceDelimited", false, array, "color=blue%20black%20brown"],
    ["spaceDelimited", false, object, "color=R%20100%20G%20200%20B%20150"],
    ["spaceDelimited", true, array, "color=blue&color=black&color=brown"],
    ["pipeDelimited", undefined, array, "color=blue%7Cblack%7Cbrown"],
    ["pipeDelimited", false, array, "color=blue%7Cblack%7Cbrown"],
    ["pipeDelimited", false, object, "color=R%7C100%7CG%7C200%7CB%7C150"],
    ["pipeDelimited", true, array, "color=blue&color=black&color=brown"],
    ["tabDelimited", false, array, "color=blue%09black%09brown"],
    [
      "deepObject",
      undefined,
      object,
      "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    ],
    [
      "deepObject",
      true,
      object,
      "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    ],
    // Nested values are left undefined by the specification.
    [
      "deepObject",
      true,
      { a: { b: { c: 1 } } },
      "color%5Ba%5D%5Bb%5D%5Bc%5D=1",
    ],
    [
      "deepObject",
      true,
      { a: [1, { b: 2 }] },
      "color%5Ba%5D%5B0%5D=1&color%5Ba%5D%5B1%5D%5Bb%5D=2",
    ],
    ["deepObject", true, ["x", "y"], "color%5B0%5D=x&color%5B1%5D=y"],
    [
      "form",
      true,
      { page: 1, sort: ["a,asc", "b"] },
      "page=1&sort=a%2Casc&sort=b",
    ],
    ["form", true, { a: { b: 1 } }, "a%5Bb%5D=1"],
    [
      "form",
      true,
      [{ a: 1 }, { a: 2 }],
      "color%5B0%5D%5Ba%5D=1&color%5B1%5D%5Ba%5D=2",
    ],
    ["form", false, [{ a: 1 }], "color=%7B%22a%22%3A1%7D"],
    [
      "form",
      false,
      { type: "Point", coordinates: [1, 2] },
      `color=${encodeURIComponent('{"type":"Point","coordinates":[1,2]}')}`,
    ],
    ["form", false, { a: { b: 1 } }, "color=%7B%22a%22%3A%7B%22b%22%3A1%7D%7D"],
    ["form", false, { a: null, b: 1 }, "color=b,1"],
    ["form", true, false, "color=false"],
    ["form", true, 0, "color=0"],
    ["form", true, [false, 0, null, ""], "color=false&color=0&color="],
    ["form", true, "a b&c=d+e/f#g%h", "color=a%20b%26c%3Dd%2Be%2Ff%23g%25h"],
    ["form", false, ["a,b", "c d"], "color=a%2Cb,c%20d"],
    ["form", true, "it's", "color=it%27s"],
  ])("%s, explode %s, %j → %s", async (style, explode, color, want) => {
    const argument = recipe("query", style, explode);
    const request = await send({ ...argument, allowEmptyValue: true }, color);
    expect(request?.url).toBe(`/c?${want}`);
  });

  test.each<[unknown]>([
    [null],
    [undefined],
    [[]],
    [{}],
    [[null]],
    [{ a: null }],
  ])("leave out %j", async (color) => {
    for (const style of ["form", "deepObject", "pipeDelimited"] as const) {
      const request = await send({ in: "query", style }, color);
      expect(request?.url).toBe("/c");
    }
  });

  test.each<[string, Argument, string]>([
    ["left out by default", {}, "/c"],
    ["sent if it is allowed", { allowEmptyValue: true }, "/c?color="],
  ])("write an empty string as %s", async (_case, more, want) => {
    const request = await send({ in: "query", ...more }, "");
    expect(request?.url).toBe(want);
  });

  test("keep reserved characters with allowReserved, except those that would end the value", async () => {
    const request = await send(
      { in: "query", allowReserved: true },
      "https://h/p?a=b;c:[d]@!$()*,%20 &x=1#f+'%",
    );
    expect(request?.url).toBe(
      "/c?color=https://h/p?a=b;c:[d]@!$()*,%20%20%26x=1%23f%2B%27%25",
    );
  });

  test("write a content parameter as JSON", async () => {
    const request = await send(
      { in: "query", contentType: "application/json" },
      { a: [1, "ü"], b: null },
    );
    expect(request?.url).toBe(
      `/c?color=${encodeURIComponent('{"a":[1,"\\u00fc"],"b":null}')}`,
    );
  });
});

describe("header styles", () => {
  test("use the separators of Swagger 2.0 lists", async () => {
    const argument = { in: "header", style: "pipeDelimited" } as const;
    const request = await send(argument, array);
    expect(request?.headers["color"]).toBe("blue|black|brown");
  });

  test.each<[boolean | undefined, unknown, string | undefined]>([
    [undefined, array, "blue,black,brown"],
    [false, string, "blue"],
    [false, array, "blue,black,brown"],
    [false, object, "R,100,G,200,B,150"],
    [true, string, "blue"],
    [true, array, "blue,black,brown"],
    [true, object, "R=100,G=200,B=150"],
    [false, true, "true"],
    [false, 12, "12"],
    [false, "a b/c%&é", "a b/c%&é"],
    [false, null, undefined],
    [false, [], undefined],
  ])("explode %s, %j → %s", async (explode, color, want) => {
    const request = await send(recipe("header", undefined, explode), color);
    expect(request?.headers["color"]).toBe(want);
  });

  test("write a content parameter as ASCII JSON", async () => {
    const request = await send(
      { in: "header", contentType: "application/json" },
      { a: "ü\n" },
    );
    expect(request?.headers["color"]).toBe('{"a":"\\u00fc\\n"}');
  });
});

test.each<[boolean, unknown, string]>([
  [true, "a/b%2F=c d", "color=a/b%2F=c d"],
  [true, array, "color=blue; color=black; color=brown"],
  [false, array, "color=blue,black,brown"],
  [false, "a; admin=1\r\nx: é", "color=a%3B admin=1%0D%0Ax: %C3%A9"],
])(
  "the cookie style of OpenAPI 3.2, explode %s, %j → %s",
  async (explode, color, want) => {
    const request = await send(recipe("cookie", "cookie", explode), color);
    expect(request?.headers["cookie"]).toBe(want);
  },
);

describe("cookie styles", () => {
  test.each<[boolean | undefined, unknown, string | undefined]>([
    [undefined, string, "color=blue"],
    [false, string, "color=blue"],
    [false, array, "color=blue,black,brown"],
    [false, object, "color=R,100,G,200,B,150"],
    [true, string, "color=blue"],
    [true, array, "color=blue; color=black; color=brown"],
    [true, object, "R=100; G=200; B=150"],
    [true, "a;b=c d", "color=a%3Bb%3Dc%20d"],
    [true, false, "color=false"],
    [true, null, undefined],
  ])("explode %s, %j → %s", async (explode, color, want) => {
    const request = await send(recipe("cookie", undefined, explode), color);
    expect(request?.headers["cookie"]).toBe(want);
  });
});

function recipe(
  location: "path" | "query" | "header" | "cookie",
  style: Argument["style"],
  explode: boolean | undefined,
): Argument {
  return {
    in: location,
    ...(style && { style }),
    ...(explode !== undefined && { explode }),
  };
}
