import { describe, expect, test, vi } from "vitest";
import { toAbsolutePaths } from "../../generator/config/config-file.js";
import {
  checkAccess,
  toDisplayName,
  resolveLocation,
} from "../../generator/load/location.js";
import type { DocumentLocation } from "../../generator/load/location.js";

// Paths as Windows has them, on any machine; nothing here reads a file.
vi.mock("node:path", async (original) => {
  const { win32 } = await original<typeof import("node:path")>();
  return { ...win32, default: win32 };
});

const home: DocumentLocation = { kind: "file", path: "C:\\api\\openapi.yaml" };
const file = (path: string): DocumentLocation => ({ kind: "file", path });

test.each([
  ["parts/pet.yaml", "C:\\api\\parts\\pet.yaml"],
  ["..\\other\\pet.yaml", "C:\\other\\pet.yaml"],
  ["D:\\shared\\pet.yaml", "D:\\shared\\pet.yaml"],
])("the address %s of a document leads to %s", (address, path) => {
  expect(resolveLocation(address, home)).toEqual(file(path));
});

test("a file's name is the same as on other systems", () => {
  expect(toDisplayName(file("C:\\api\\parts\\pet.yaml"), home)).toBe(
    "parts/pet.yaml",
  );
});

describe("references stay below the folder", () => {
  const reach = { allowRemote: false, root: "C:\\api" };

  test("one that does", async () => {
    await expect(
      checkAccess(file("C:\\api\\pet.yaml"), reach),
    ).resolves.toBeUndefined();
  });

  test.each(["C:\\secret.yaml", "C:\\apis\\pet.yaml", "D:\\api\\pet.yaml"])(
    "%s does not",
    async (path) => {
      await expect(checkAccess(file(path), reach)).rejects.toThrow("outside");
    },
  );
});

test("paths of a config start at its folder, whatever the drive", () => {
  const config = { document: "openapi.yaml", out: "D:\\out" };
  expect(toAbsolutePaths(config, "C:\\repo")).toEqual({
    document: "C:\\repo\\openapi.yaml",
    out: "D:\\out",
  });
});
