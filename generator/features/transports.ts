import type { FeatureDefinition, FeatureSettings } from "./feature.js";

export const axios: FeatureDefinition = {
  name: "axios",
  about: "requests to the API with axios",
  imports: { "features/transport/axios": "axiosTransport" },
  owner: "client",
  reason: "spec",
  isNeeded: ({ app, settings }) => app === null && !usesFetch(settings),
  needsValues: true,
  packages: { axios: "^1.21.1" },
  readme: {
    environment:
      "- `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`: proxy for requests to the API",
  },
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
  readme: {
    environment:
      "- `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` with `NODE_USE_ENV_PROXY=1`, set before Node (22.21 or newer) starts: proxy for requests to the API",
  },
  client: { transport: {} },
};

/** True if the client sends by `fetch`: workers have no sockets. */
function usesFetch({ emit, features }: FeatureSettings): boolean {
  return emit.includes("worker") || features.includes(hostFetch.name);
}
