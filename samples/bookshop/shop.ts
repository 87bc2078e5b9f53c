import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ledger } from "./ledger.js";
import { firstBooks, firstReviews } from "./seed.js";

export interface Stocktake {
  readonly state: "never" | "running" | "finished" | "abandoned";
  readonly shelvesCounted: number;
  readonly booksCounted: number;
}

export interface Shop {
  readonly key: string;
  readonly ledger: Ledger;
  stocktake: Stocktake;
  /** A number that nothing else in the shop has. */
  nextId(): number;
  /** Writes the ledger to disk. */
  save(): Promise<void>;
}

/** Opens the shop whose ledger is `bookshop.json` in this folder. */
export async function openShop(folder: string, key: string): Promise<Shop> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "bookshop.json");
  const ledger = await readLedger(file);
  let saved = Promise.resolve();
  return {
    key,
    ledger,
    stocktake: { state: "never", shelvesCounted: 0, booksCounted: 0 },
    nextId() {
      ledger.lastId += 1;
      return ledger.lastId;
    },
    save() {
      // One after the other, and never half a file.
      saved = saved.then(async () => {
        await writeFile(`${file}.new`, JSON.stringify(ledger, null, 2));
        await rename(`${file}.new`, file);
      });
      return saved;
    },
  };
}

async function readLedger(file: string): Promise<Ledger> {
  try {
    // Nothing but `save` writes this file.
    return JSON.parse(await readFile(file, "utf8")) as Ledger;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return {
      books: [...firstBooks],
      reviews: [...firstReviews],
      orders: [],
      covers: {},
      lastId: 100,
    };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
