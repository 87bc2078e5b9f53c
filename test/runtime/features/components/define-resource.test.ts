import { expect, test } from "vitest";
import {
  compileUriTemplate,
  splitUri,
} from "../../../../runtime/features/components/define-resource.js";

const none = undefined;
const table: [template: string, uri: string, want: object | undefined][] = [
  ["pets://{id}", "pets://7", { id: "7" }],
  ["pets://{id}", "PETS://7", { id: "7" }],
  ["Pets://{id}", "pets://Ab", { id: "Ab" }],
  ["pets://{id}", "pets://", none],
  ["pets://{id}", "pets://7/", none],
  ["pets://{id}", "pets://7/8", none],
  ["pets://{id}", "xpets://7", none],
  ["pets://{id}", "pets://7#top", { id: "7" }],
  // decoded once
  ["pets://{id}", "pets://a%2Fb%20c", { id: "a/b c" }],
  ["pets://{id}", "pets://%2541", { id: "%41" }],
  ["pets://{id}", "pets://a b,é", { id: "a b,é" }],
  ["pets://{id}", "pets://100%", none],
  ["pets://{id}", "pets://\ud800", { id: "\ufffd" }],
  // literals
  ["users://{id}/posts", "users://7/posts", { id: "7" }],
  ["users://{id}/posts", "users://7/likes", none],
  ["users://{id}/posts/{post}", "users://7/posts/8", { id: "7", post: "8" }],
  ["calle://{id}/niños", "calle://7/niños", { id: "7" }],
  ["calle://{id}/niños", "calle://7/ni%C3%B1os", { id: "7" }],
  // several variables in a segment
  ["f://{name}.{ext}", "f://a.txt", { name: "a", ext: "txt" }],
  ["f://{name}.{ext}", "f://a.tar.gz", { name: "a", ext: "tar.gz" }],
  ["f://{name}.{ext}", "f://.txt", none],
  ["f://v{major}-x", "f://v1-x-x", { major: "1-x" }],
  ["f://{a}ab{b}b", "f://xabb", none],
  ["f://{a}{b}", "f://xyz", { a: "x", b: "yz" }],
  // query
  ["pets://{id}{?a,b}", "pets://7", { id: "7" }],
  ["pets://{id}{?a,b}", "pets://7?", { id: "7" }],
  ["pets://{id}{?a,b}", "pets://7?b=2&a=1", { id: "7", a: "1", b: "2" }],
  ["pets://{id}{?a,b}", "pets://7?a=x+y%2B%26=", { id: "7", a: "x y+&=" }],
  ["pets://{id}{?a,b}", "pets://7?a&b=", { id: "7", a: "", b: "" }],
  ["pets://{id}{?a,b}", "pets://7?c=3", { id: "7", c: "3" }],
  ["pets://{id}{?a,b}", "pets://7?a=1&a=2", { id: "7", a: ["1", "2"] }],
  ["pets://{id}{?a,b}", "pets://7?id=8", { id: ["7", "8"] }],
  ["pets://{id}{?a,b}", "pets://7?a=%", none],
  ["resource://pets{?limit}", "resource://pets?limit=5", { limit: "5" }],
  // lists
  ["pets://{list}", "pets://1", { list: ["1"] }],
  ["pets://{list}", "pets://1,2", { list: ["1", "2"] }],
  ["pets://x{?list}", "pets://x?list=a%2Cb,c", { list: ["a,b", "c"] }],
  ["pets://x{?list}", "pets://x?list=a&list=b,c", { list: ["a", "b", "c"] }],
];

test.each(table)("the template %s matched with %s", (template, uri, want) => {
  const matcher = compileUriTemplate(template, new Set(["list"]));
  expect(matcher.match(splitUri(uri))).toEqual(want);
});

test.each(["a://{+x}", "a://{x", "a://{?x}/b", "a://{x*}", "a://{x,y}"])(
  "the template %s is refused",
  (template) => {
    expect(() => compileUriTemplate(template, new Set())).toThrow(
      "may only have the expressions {name}",
    );
  },
);

test("a template with more literals comes first", () => {
  const templates = [
    "a://{x}/{y}",
    "a://{x}/{y}.json",
    "a://{x}/v{y}.json",
    "a://bcd/v{y}.json",
  ];
  const literals = templates.map(
    (template) => compileUriTemplate(template, new Set()).literals,
  );
  expect(literals).toEqual(literals.toSorted((a, b) => a - b));
});

test("a URI of 8 KB is matched in linear time", () => {
  const matcher = compileUriTemplate("a://{x}-{y}-{z}/end", new Set());
  expect(
    matcher.match(splitUri(`a://${"-".repeat(8_000)}/en`)),
  ).toBeUndefined();
});

test("templates that differ only in names have the same shape", () => {
  const shape = (template: string) =>
    compileUriTemplate(template, new Set()).shape;
  expect(shape("a://{x}/b{?q}")).toBe(shape("A://{y}/b"));
  expect(shape("a://{x}/b")).not.toBe(shape("a://{x}/c"));
});
