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
  /** Price in euro. */
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
  /** Sum in euro. */
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

/** Data that outlives the process. */
export interface Ledger {
  books: Book[];
  reviews: Review[];
  orders: Order[];
  covers: Record<string, Cover>;
  lastId: number;
}
