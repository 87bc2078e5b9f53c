import type { FeatureDefinition } from "./feature.js";

export const inline: FeatureDefinition = {
  name: "inline",
  about: "tool lists with shared schemas written out",
  imports: { "features/listing/inline-schemas": "inlineSchemas" },
  reason: "document",
  isNeeded: ({ listing, settings }) =>
    listing.isRewritten &&
    !(listing.hasLongSchemas && settings.sharedSchemas === "refs"),
  server: { listing: { example: "inlineSchemas" } },
};

export const refs: FeatureDefinition = {
  name: "refs",
  about: "tool lists with shared schemas as $defs",
  imports: { "features/listing/refs": "refs" },
  reason: "document",
  isNeeded: ({ listing, settings }) =>
    listing.hasLongSchemas && settings.sharedSchemas === "refs",
  server: { listing: { example: "refs" } },
};

export const truncateSchemas: FeatureDefinition = {
  name: "truncate-schemas",
  about: "tool lists with shortened schemas",
  imports: { "features/listing/truncate-schema": "truncateSchemas" },
  reason: "document",
  isNeeded: ({ listing }) => listing.isTruncated,
  server: {
    listing: {
      wraps: true,
      example: "truncateSchemas(inlineSchemas)",
      code: () => "truncateSchemas",
    },
  },
};

export const listPages: FeatureDefinition = {
  name: "list-pages",
  about: "tool lists in several pages",
  imports: { "features/listing/list-pages": "listPages" },
  reason: "document",
  isNeeded: ({ listing }) => listing.isPaged,
  server: { features: { stage: "connection" } },
};
