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
])("the document's address %s on Windows leads to %s", (address, path) => {
  expect(resolveLocation(address, home)).toEqual(file(path));
});

test("the display name of a file on Windows is the same as on other systems", () => {
  expect(toDisplayName(file("C:\\api\\parts\\pet.yaml"), home)).toBe(
    "parts/pet.yaml",
  );
});

describe("references on Windows", () => {
  const reach = { allowRemote: false, root: "C:\\api" };

  test("may lead to files below the folder", async () => {
    await expect(
      checkAccess(file("C:\\api\\pet.yaml"), reach),
    ).resolves.toBeUndefined();
  });

  test.each(["C:\\secret.yaml", "C:\\apis\\pet.yaml", "D:\\api\\pet.yaml"])(
    "may not lead outside the folder: %s",
    async (path) => {
      await expect(checkAccess(file(path), reach)).rejects.toThrow("outside");
    },
  );
});

test("paths of a config start at its folder on any drive", () => {
  const config = { document: "openapi.yaml", out: "D:\\out" };
  expect(toAbsolutePaths(config, "C:\\repo")).toEqual({
    document: "C:\\repo\\openapi.yaml",
    out: "D:\\out",
  });
});
