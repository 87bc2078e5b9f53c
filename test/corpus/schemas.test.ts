import { describe, expect, test } from "vitest";
import { load } from "../../generator/load/load.js";
import type { Api } from "../../generator/model.js";
import { normalise } from "../../generator/normalise/normalise.js";
import { profileOf, type Clients } from "../../generator/config/profiles.js";
import { planListing } from "../../generator/plan/listing.js";
import { plan } from "../../generator/plan/plan.js";
import { forGemini } from "../../runtime/arguments/gemini.js";
import { listedSchema } from "../../runtime/arguments/input-schema.js";
import { planOptions } from "../generator/plan/fixtures.js";
import { documents, UNSERVABLE } from "./documents.js";
import { compileFaults, faultsOfTool, type ListedTool } from "./portable.js";

/** Clients close the connection there. */
const MAX_LIST_BYTES = 10_000_000;

/** Of more tools than this, every tenth is compiled. */
const COMPILED = 60;

/** The profiles that differ in what they show; the others only count. */
const DIFFERENT = ["all", "claude", "cursor", "gemini"] as const;

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

describe("what clients are shown, every route a tool,", () => {
  test.each(servable)("of $id", async ({ id, path, refRoot }) => {
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
  const { maxNameLength, maxDescriptionLength, narrow } = profileOf(clients);
  const options = planOptions({
    routeMaps: [{ routeType: "TOOL" }],
    maxNameLength,
    maxDescriptionLength,
  });
  const planned = plan(api, options);
  const { components, schemas } = planned;
  const listing = planListing([planned], { clients, schemas: mode });
  const shared = Object.fromEntries(schemas);
  return components.map((component) => {
    const listed = listedSchema(component, shared, {
      mode,
      maxBytes: listing.maxSchemaBytes ?? undefined,
    });
    const { name, description } = component;
    return {
      name,
      description,
      inputSchema: narrow ? forGemini(listed) : listed,
    };
  });
}

function sampled(tools: readonly ListedTool[]) {
  const step = tools.length > COMPILED ? 10 : 1;
  return tools
    .filter((_, index) => index % step === 0)
    .map(({ inputSchema }) => inputSchema);
}
