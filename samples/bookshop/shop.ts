import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { firstBooks, firstReviews } from "./seed.js";

export const genres = [
  "novel",
  "mystery",
  "science",
  "fantasy",
  "children",
] as const;

export type Genre = (typeof genres)[number];

export interface Book {
  readonly id: number;
  readonly isbn: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly authors: readonly string[];
  readonly genre: Genre;
  /** In euro. */
  readonly price: number;
  readonly stock: number;
  readonly publishedOn: string | null;
  readonly addedAt: string;
}

export interface Review {
  readonly id: number;
  readonly bookId: number;
  readonly stars: number;
  readonly text: string;
  readonly reader: string | null;
  readonly postedAt: string;
}

export interface Order {
  readonly id: number;
  readonly lines: readonly OrderLine[];
  readonly customer: { readonly name: string; readonly email: string };
  readonly giftNote: string | null;
  /** In euro. */
  readonly total: number;
  readonly placedAt: string;
}

export interface OrderLine {
  readonly bookId: number;
  readonly quantity: number;
}

/** The picture that a reader sent for a book. */
export interface Cover {
  readonly contentType: string;
  readonly credit: string | null;
  /** Base64. */
  readonly image: string;
}

export interface Stocktake {
  readonly state: "never" | "running" | "finished" | "abandoned";
  readonly shelvesCounted: number;
  readonly booksCounted: number;
}

/** What outlives the process. */
export interface Ledger {
  books: Book[];
  reviews: Review[];
  orders: Order[];
  covers: Record<string, Cover>;
  lastId: number;
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
