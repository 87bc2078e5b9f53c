import { mockResponsesPathOf } from "../config/source-name.js";
import { literal } from "../emit/literal.js";
import type { FeatureDefinition } from "./feature.js";

export const mock: FeatureDefinition = {
  name: "mock",
  about: "mock responses from the document, if API_MOCK is set",
  imports: { "features/transport/mock": "mock" },
  owner: "client",
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("tests"),
  needsValues: true,
  use: {
    file: "client",
    code: 'middleware: [dryRun(mock("../test/responses.json", import.meta.url))]',
  },
};

export const dryRun: FeatureDefinition = {
  name: "dry-run",
  about:
    "dry runs, which show requests instead of sending them, if API_DRY_RUN is set",
  imports: { "features/transport/dry-run": "dryRun" },
  owner: "client",
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("tests"),
  environment: {
    API_DRY_RUN: {
      meaning:
        "1: calls return the request that they would send, and send nothing",
    },
  },
  client: {
    middleware: {
      code({ has, settings }) {
        const path = literal(`../${mockResponsesPathOf(settings.source)}`);
        const responses = `mock(${path}, import.meta.url)`;
        return `dryRun(${has(mock.name) ? responses : ""})`;
      },
    },
    address: (baseUrl) => ({
      code: `requestAddress(env, ${literal(baseUrl)})`,
      imports: { "features/transport/dry-run": "requestAddress" },
    }),
  },
};
