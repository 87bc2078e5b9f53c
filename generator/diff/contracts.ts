import { isObject, type JsonObject } from "../shared/json.js";
import { escapeInvisible } from "../shared/escape.js";
import { boundSchema } from "./bounded-schema.js";
import {
  digestComponent,
  digestServer,
  idOf,
  kindOf,
  selectMembers,
  type ListedKind,
} from "./contract-digests.js";
import { listServer } from "./list-server.js";
import { readSurface } from "./surface.js";

/** Contract of the server as a whole: its instructions, and the digest of all that it lists. */
export const SERVER_CONTRACT = "test/contract.json";

/**
 * Creates a contract file for each component of a project, and one for the server: all that a model reads of it, to be
 * reviewed like code. By path of the contract.
 */
export async function createContracts(
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<Map<string, string>> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { components, instructions } = await listServer(
    readSurface(texts),
    texts,
  );
  const contracts = components.map(
    ({ contractPath, listed }): [string, JsonObject] => [
      contractPath,
      createContract(kindOf(listed), listed),
    ],
  );
  // Two components of one name have one contract; the server does not start with them.
  const contractsByPath = new Map(contracts);
  return new Map([
    ...[...contractsByPath].map(
      ([path, contract]) => [path, formatContract(contract)] as const,
    ),
    [
      SERVER_CONTRACT,
      formatContract(
        createServerContract([...contractsByPath.values()], instructions),
      ),
    ],
  ]);
}

/** Contract of a listed component: what a model reads, long parts as digests, and the digest of the whole. */
export function createContract(
  kind: ListedKind,
  listed: JsonObject,
): JsonObject {
  const members = Object.entries(selectMembers(kind, listed)).map(
    ([name, value]) => [name, boundMember(value)] as const,
  );
  return {
    ...Object.fromEntries(members),
    digest: digestComponent(kind, listed),
  };
}

/** Member with its longest parts as digests; a text is shown whole. */
function boundMember(value: unknown): unknown {
  return isObject(value) || Array.isArray(value)
    ? boundSchema(value as JsonObject) // it bounds lists as well
    : value;
}

/** Contract of the server as a whole, from those of its components. */
export function createServerContract(
  contracts: readonly JsonObject[],
  instructions: string,
): JsonObject {
  const components = contracts.map((contract) => ({
    kind: kindOf(contract),
    id: idOf(contract),
    digest: String(contract["digest"]),
  }));
  return {
    ...(instructions !== "" && { instructions }),
    digest: digestServer(components, instructions),
  };
}

/** Contract as JSON text, without a character that a reader can't see. */
export function formatContract(contract: JsonObject): string {
  const lines = JSON.stringify(contract, null, 2)
    .split("\n")
    .map(escapeInvisible);
  return `${lines.join("\n")}\n`;
}

/** Text of a contract as an object; undefined if it is none, such as one with conflict markers. */
export function parseContract(text: string): JsonObject | undefined {
  try {
    const contract: unknown = JSON.parse(text);
    return isObject(contract) ? contract : undefined;
  } catch {
    return undefined;
  }
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Digest that a contract states; empty if it states none. */
export function readContractDigest(text: string): string {
  const digest = parseContract(text)?.["digest"];
  return typeof digest === "string" && DIGEST.test(digest) ? digest : "";
}
