import { describe, expect, test } from "vitest";
import { load } from "../../generator/load/load.js";
import type { Api } from "../../generator/model.js";
import { normalise } from "../../generator/normalise/normalise.js";
import { planListing } from "../../generator/listing/listing.js";
import { plan } from "../../generator/plan/plan.js";
import { inlineSchemas } from "../../runtime/features/listing/inline-schemas.js";
import { truncateSchemas } from "../../runtime/features/listing/truncate-schema.js";
import { refs } from "../../runtime/features/listing/refs.js";
import { validateArguments } from "../../runtime/validate-arguments.js";
import { toInputSchema } from "../../runtime/json-schema.js";
import type {
  Args,
  ValidationTarget,
  Listing,
  Schemas,
} from "../../runtime/index.js";
import { api, planOptions } from "../generator/plan/fixtures.js";
import { aSample, aThird, documents, UNSERVABLE } from "./documents.js";
import { compileFaults, faultsOfTool, type ListedTool } from "./portable.js";
import { sample } from "./sample.js";

/** Clients close the connection there. */
const MAX_LIST_BYTES = 10_000_000;

/** Number of tools of a document whose schemas are compiled. */
const COMPILED = 40;

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

describe("input schemas of all routes", () => {
  test.each(aThird(servable, 2))("of $id", async ({ id, path, refRoot }) => {
    const read = normalise(await load(path, { refRoot }));
    const tools = toolsOf(read, "inline");
    expect(tools.flatMap((tool) => faultsOfTool(tool, true))).toEqual([]);
    expect(new Set(tools.map(({ name }) => name.toLowerCase())).size).toBe(
      tools.length,
    );
    const bytes = Buffer.byteLength(JSON.stringify(tools));
    expect(bytes).toBeLessThan(
      id === "github-api" ? 4_000_000 : MAX_LIST_BYTES,
    );
    expect(compileFaults(sampled(tools))).toEqual([]);
    const refs = toolsOf(read, "refs");
    expect(refs.flatMap((tool) => faultsOfTool(tool, false))).toEqual([]);
    expect(compileFaults(sampled(refs))).toEqual([]);
    expect(Buffer.byteLength(JSON.stringify(refs))).toBeLessThan(
      MAX_LIST_BYTES,
    );
    expect([...tools, ...refs].flatMap(refusalsOf)).toEqual([]);
  });
});

interface Tool extends ListedTool {
  /** No data, so that it takes no bytes of the list. */
  readonly checked: () => ValidationTarget;
}

/** Refusals of the validation for arguments that are made of the listed schema. */
function refusalsOf({ checked, inputSchema }: Tool): string[] {
  const $defs = (inputSchema["$defs"] ?? {}) as Schemas["$defs"];
  const schemas = new Map(Object.entries($defs));
  const args = sample(inputSchema, { ...api([]), schemas });
  try {
    validateArguments(args as Args, checked());
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** The tools as the emitted server lists them. */
function toolsOf(read: Api, schemas: "refs" | "inline"): Tool[] {
  const options = planOptions({ routeMaps: [{ routeType: "TOOL" }] });
  const planned = plan(read, options);
  const listing = planListing([planned], {
    outputSchemas: "off",
    sharedSchemas: schemas,
    tools: "all",
  });
  const shared = {
    ...planned.sharedSchemas,
    leftOut: listing.leftOut[0] ?? {},
  };
  const plain: Listing = (schema) => schema;
  const written = truncateSchemas(schemas === "refs" ? refs : inlineSchemas);
  const list = listing.isRewritten ? written : plain;
  return planned.components.map(
    ({ name, requestSpec: recipe, clientView: shown }) => ({
      name,
      description: shown.description,
      inputSchema: list(toInputSchema(recipe, shared), shared, recipe.request),
      checked: () => ({
        ...shared,
        name,
        schema: toInputSchema(recipe, shared),
      }),
    }),
  );
}

function sampled(tools: readonly ListedTool[]) {
  return aSample(tools, COMPILED).map(({ inputSchema }) => inputSchema);
}
