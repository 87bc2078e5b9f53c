import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  mapTag,
  mergeTag,
  seqTag,
} from "js-yaml";

/**
 * YAML 1.2 core, so that `no` and 2020-01-01 stay text, with `<<` of YAML 1.1. Tags that nobody
 * knows, such as `!Ref`, are passed over.
 */
export const YAML = CORE_SCHEMA.withTags(
  mergeTag,
  ["!", "tag:"].flatMap(unknownTags),
);

function unknownTags(matchPrefix: string) {
  return [
    defineScalarTag(matchPrefix, {
      matchByTagPrefix: true,
      resolve: (text) => text,
      identify: () => false,
    }),
    defineSequenceTag(matchPrefix, {
      matchByTagPrefix: true,
      create: seqTag.create,
      addItem: seqTag.addItem,
      identify: () => false,
    }),
    defineMappingTag(matchPrefix, {
      matchByTagPrefix: true,
      create: mapTag.create,
      addPair: mapTag.addPair,
      has: mapTag.has,
      keys: mapTag.keys,
      get: mapTag.get,
      identify: () => false,
    }),
  ];
}
