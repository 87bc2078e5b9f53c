import { expect, test } from "vitest";
import { mergeText } from "../../../generator/merge/merge-text.js";
import { keepRaisedVersions } from "../../../generator/reconcile/raised-versions.js";

const manifest = (typescript: string, axios = "^1.21.1") =>
  `${JSON.stringify({ dependencies: { axios }, devDependencies: { typescript } }, null, 2)}\n`;

/** Merges package.json as a generation does. */
function merge(base: string, current: string, incoming: string) {
  const texts = { base, current, incoming };
  const merged = { ...texts, incoming: keepRaisedVersions(texts) };
  return mergeText({ path: "package.json", ...merged });
}

test.each([
  ["^5.9.3", "^5.9.0 || ~6.0.0"],
  ["6.0.3", "^5.9.0 || ~6.0.0"],
  ["^7.0.2", "^5.9.0 || ~6.0.0"],
  ["~5.10.0", "^5.9.1"],
  ["^5.9.1", "^5.9.1"],
])("a version that was raised by hand stays: %s, with %s", (own, incoming) => {
  const { conflicts, text } = merge(
    manifest("^5.9.0 || ^7.0.0"),
    manifest(own),
    manifest(incoming, "^1.22.0"),
  );
  expect(conflicts).toEqual([]);
  expect(text).toBe(manifest(own, "^1.22.0"));
});

test.each([
  ["^5.8.0", "^5.9.1"],
  ["latest", "^5.9.1"],
  ["workspace:*", "^5.9.1"],
  ["^5.10.0 || ^4.0.0-beta", "git+https://a.example/typescript.git"],
])("a lower version or one of another kind is a conflict: %s", (own, next) => {
  const { conflicts } = merge(
    manifest("^5.9.0"),
    manifest(own),
    manifest(next),
  );
  expect(conflicts).toHaveLength(1);
});

test("a version that no hand has changed follows the generator, also down", () => {
  const next = manifest("^5.9.0 || ~6.0.0");
  const base = manifest("^5.9.0 || ^7.0.0");
  expect(merge(base, base, next).text).toBe(next);
});

test("texts that are no JSON are left to the merge", () => {
  const [base, next] = [manifest("^5.9.0"), manifest("^6.0.0")];
  expect(keepRaisedVersions({ base, current: "{", incoming: next })).toBe(next);
});
