import type { RegisteredApi } from "./call.js";
import type { Client } from "./client.js";
import type { Component } from "./types.js";

/** Functions that say whether a component needs a part that its API does not have, by the feature that brings it. */
const MISSING_PARTS: Readonly<
  Record<string, (component: Component, client: Client) => boolean>
> = {
  variables: ({ fromClient }, { hiddenArguments }) =>
    fromClient !== undefined && !hiddenArguments,
};

/** Throws if a component needs a part that its API does not have. The message names it, and the remedy. */
export function assertParts(
  { components }: Pick<RegisteredApi, "components">,
  client: Client,
): void {
  for (const component of components)
    for (const [feature, isMissing] of Object.entries(MISSING_PARTS))
      if (isMissing(component, client))
        throw new Error(
          `${component.name} needs the feature ${feature}. Add it: npx toolwright add ${feature}`,
        );
}
