import type { FeatureDefinition, FeatureSettings } from "./feature.js";

export const axios: FeatureDefinition = {
  name: "axios",
  about: "requests to the API with axios",
  imports: { "features/transport/axios": "axiosTransport" },
  owner: "client",
  reason: "spec",
  isNeeded: ({ app, settings }) => app === null && !usesFetch(settings),
  needsValues: true,
  client: { transport: {} },
};

export const hostFetch: FeatureDefinition = {
  name: "fetch",
  about: "requests to the API with the host's fetch",
  imports: { "features/transport/fetch": "globalFetch" },
  owner: "client",
  reason: "choice",
  isNeeded: ({ app, settings }) => app === null && usesFetch(settings),
  needsValues: true,
  client: { transport: {} },
};

/** True if the client sends by `fetch`: workers have no sockets. */
function usesFetch({ emit, features }: FeatureSettings): boolean {
  return emit.includes("worker") || features.includes(hostFetch.name);
}
