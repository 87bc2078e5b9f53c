import type { Book, Review } from "./shop.js";

const onTheFirstDay = {
  subtitle: null,
  publishedOn: null,
  addedAt: "2025-09-01T08:00:00.000Z",
};

export const firstBooks: readonly Book[] = [
  {
    ...onTheFirstDay,
    id: 1,
    isbn: "9780000000019",
    title: "Frankenstein",
    subtitle: "or, The Modern Prometheus",
    authors: ["Mary Shelley"],
    genre: "novel",
    price: 9.5,
    stock: 4,
    publishedOn: "1818-01-01",
  },
  {
    ...onTheFirstDay,
    id: 2,
    isbn: "9780000000026",
    title: "The Moonstone",
    authors: ["Wilkie Collins"],
    genre: "mystery",
    price: 11.9,
    stock: 3,
  },
  {
    ...onTheFirstDay,
    id: 3,
    isbn: "9780000000033",
    title: "A Study in Scarlet",
    authors: ["Arthur Conan Doyle"],
    genre: "mystery",
    price: 8,
    stock: 0,
  },
  {
    ...onTheFirstDay,
    id: 4,
    isbn: "9780000000040",
    title: "On the Origin of Species",
    authors: ["Charles Darwin"],
    genre: "science",
    price: 18.5,
    stock: 1,
    publishedOn: "1859-11-24",
  },
  {
    ...onTheFirstDay,
    id: 5,
    isbn: "9780000000057",
    title: "Flatland",
    subtitle: "A Romance of Many Dimensions",
    authors: ["Edwin A. Abbott"],
    genre: "science",
    price: 7.2,
    stock: 6,
  },
  {
    ...onTheFirstDay,
    id: 6,
    isbn: "9780000000064",
    title: "Fairy Tales",
    authors: ["Jacob Grimm", "Wilhelm Grimm"],
    genre: "children",
    price: 16,
    stock: 5,
  },
];

export const firstReviews: readonly Review[] = [
  {
    id: 51,
    bookId: 1,
    stars: 5,
    text: "Read it on a stormy night, as one should.",
    reader: "Ada",
    postedAt: "2025-09-12T19:30:00.000Z",
  },
  {
    id: 52,
    bookId: 1,
    stars: 3,
    text: "More walking in the Alps than I had expected.",
    reader: null,
    postedAt: "2025-10-02T07:15:00.000Z",
  },
];
