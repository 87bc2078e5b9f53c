import { describe, expect, it } from "vitest";
import { toPackageVersion } from "../../../generator/emit/version.js";

describe("the version of a package", () => {
  it.each([
    ["1.2.3", "1.2.3"],
    ["1", "1.0.0"],
    ["2.1", "2.1.0"],
    ["v2.1-beta", "2.1.0-beta"],
    ["1.0.0-rc.01", "1.0.0-rc.1"],
    ["1.2.3+build.7", "1.2.3"],
    ["2024-01-05", "2024.1.5"],
    ["2024-01-05.acacia", "2024.1.5"],
    ["01.02.03.04", "1.2.3"],
    ["API version 3", "3.0.0"],
    ["", "1.0.0"],
    ["latest", "1.0.0"],
    ['1.0.0-"\nRUN x', "1.0.0"],
    ["9".repeat(400), "1.0.0"],
  ])("of %j is %s", (version, wanted) => {
    expect(toPackageVersion(version)).toBe(wanted);
  });
});
