import type { FeatureDefinition } from "./feature.js";

export const redis: FeatureDefinition = {
  name: "redis",
  about: "state that replicas share, in the Redis or Valkey of REDIS_URL",
  imports: { "features/state/redis": "redis" },
  server: { features: {} },
};
