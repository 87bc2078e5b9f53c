import { describe, expect, test } from "vitest";
import { load } from "../../generator/load/load.js";
import type { Api } from "../../generator/model.js";
import { normalise } from "../../generator/normalise/normalise.js";
import { profileOf, type Clients } from "../../generator/config/profiles.js";
import { planListing } from "../../generator/plan/listing.js";
import { plan } from "../../generator/plan/plan.js";
import { gemini } from "../../runtime/features/gemini.js";
import { inline } from "../../runtime/features/listing.js";
import { refs } from "../../runtime/features/refs.js";
import { inputSchema } from "../../runtime/schema.js";
import type { List } from "../../runtime/index.js";
import { planOptions } from "../generator/plan/fixtures.js";
import { aThird, documents, UNSERVABLE } from "./documents.js";
import { compileFaults, faultsOfTool, type ListedTool } from "./portable.js";

/** Clients close the connection there. */
const MAX_LIST_BYTES = 10_000_000;

/** Of more tools than this, every tenth is compiled. */
const COMPILED = 60;

/** The profiles that differ in what they show; the others only count. */
const DIFFERENT = ["all", "claude", "cursor", "gemini"] as const;

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

describe("what clients are shown, every route a tool,", () => {
  test.each(aThird(servable, 2))("of $id", async ({ id, path, refRoot }) => {
    const api = normalise(await load(path, { refRoot }));
    for (const clients of DIFFERENT) {
      const tools = toolsOf(api, { clients });
      const { maxNameLength: maxName, maxDescriptionLength: maxDescription } =
        profileOf(clients);
      const gemini = clients === "gemini";
      const rules = { maxName, maxDescription, inline: true, gemini };
      expect(tools.flatMap((tool) => faultsOfTool(tool, rules))).toEqual([]);
      expect(new Set(tools.map(({ name }) => name.toLowerCase())).size).toBe(
        tools.length,
      );
      const bytes = Buffer.byteLength(JSON.stringify(tools));
      expect(bytes).toBeLessThan(
        id === "github-api" ? 4_000_000 : MAX_LIST_BYTES,
      );
      if (clients === "all" || gemini)
        expect(compileFaults(sampled(tools))).toEqual([]);
    }
    const refs = toolsOf(api, { schemas: "refs" });
    const rules = {
      maxName: 56,
      maxDescription: 1024,
      inline: false,
      gemini: false,
    };
    expect(refs.flatMap((tool) => faultsOfTool(tool, rules))).toEqual([]);
    expect(compileFaults(sampled(refs))).toEqual([]);
    expect(Buffer.byteLength(JSON.stringify(refs))).toBeLessThan(
      MAX_LIST_BYTES,
    );
  });
});

/** The tools as the emitted server lists them. */
function toolsOf(
  api: Api,
  {
    clients = "all",
    schemas: mode = "inline",
  }: { readonly clients?: Clients; readonly schemas?: "refs" | "inline" } = {},
): ListedTool[] {
  const { maxNameLength, maxDescriptionLength } = profileOf(clients);
  const options = planOptions({
    routeMaps: [{ routeType: "TOOL" }],
    maxNameLength,
    maxDescriptionLength,
    clients,
  });
  const planned = plan(api, options);
  const listing = planListing([planned], { clients, schemas: mode });
  const shared = { ...planned.shared, levels: listing.levels[0] ?? {} };
  const plain: List = (schema) => schema;
  const written = mode === "inline" ? inline : refs;
  const usual = listing.isWritten ? written : plain;
  const list = clients === "gemini" ? gemini : usual;
  return planned.components.map(({ name, recipe, shown }) => ({
    name,
    description: shown.description,
    inputSchema: list(inputSchema(recipe, shared), shared, recipe.request),
  }));
}

function sampled(tools: readonly ListedTool[]) {
  const step = tools.length > COMPILED ? 10 : 1;
  return tools
    .filter((_, index) => index % step === 0)
    .map(({ inputSchema }) => inputSchema);
}
