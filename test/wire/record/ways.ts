import type { Given } from "./project.js";

/** A way to generate and run the server of a document. */
export interface Way {
  readonly name: string;
  /** Config of toolwright, in addition to document and folder. */
  readonly config: object;
  readonly credentials: Given;
  /** Components of each kind that are called. */
  readonly limit: number;
  /** Documents that it is tried with; all if it names none. */
  readonly documents?: readonly string[];
}

const tools = { allRoutesAsTools: true };

/** Small, and together with most of what a document can hold. */
const VARIED = [
  "sample-petstore",
  "sample-bookshop",
  "case-bodies",
  "case-parameters",
  "heyapi-full-v31",
  "kubb-petstore-content",
  "notion",
  "openfga",
  "spotify",
  "train-travel-v31",
];

const SECURED = ["sample-petstore", "case-security", "test-schemes", "spotify"];

export const ways: readonly Way[] = [
  { name: "default", config: {}, credentials: "all", limit: 40 },
  { name: "tools", config: tools, credentials: "all", limit: 40 },
  {
    name: "refs",
    config: { ...tools, sharedSchemas: "refs" },
    credentials: "all",
    limit: 5,
    documents: VARIED,
  },
  {
    name: "outputs",
    config: { ...tools, outputSchemas: "typed" },
    credentials: "all",
    limit: 15,
    documents: VARIED,
  },
  {
    name: "redacted",
    config: { ...tools, redactErrors: true },
    credentials: "none",
    limit: 10,
    documents: [...SECURED, "case-bodies"],
  },
  {
    name: "refreshed",
    config: tools,
    credentials: "refreshed",
    limit: 20,
    documents: SECURED,
  },
  {
    name: "fetched",
    config: tools,
    credentials: "fetched",
    limit: 20,
    documents: SECURED,
  },
];
