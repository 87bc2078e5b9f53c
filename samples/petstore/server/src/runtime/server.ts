import { toEntry, withOneClient } from "./perform.js";
import type { Api, Entry, Handler } from "./perform.js";
import { toolHandlers } from "./tools.js";
import type { List } from "./tools.js";
import type { Log } from "./types.js";

/** What a server is called, and what it offers. */
export interface Offer {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  /** What it tells the model about itself as a whole. */
  readonly instructions?: string;
  readonly apis: readonly Api[];
  /** How a listing shows arguments that refer to shared schemas. Default: as references. */
  readonly list?: List;
  /** What the server does besides calling tools, or around it; each sees what the ones before it made. */
  readonly features?: readonly Feature[];
}

/** Adds methods of MCP, or wraps those that are there. */
export type Feature = (service: Service) => Readonly<Record<string, Handler>>;

/** Everything that a server does, whatever connects it. Made once and shared by all connections. */
export interface Service extends Omit<Offer, "apis" | "features" | "list"> {
  /** What it was made of. */
  readonly offer: Offer;
  /** By method: `tools/call`. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Sorted by name; what is deprecated stands last. */
  readonly entries: readonly Entry[];
  /** Takes the secrets of all clients, and what `masks` know, out of text. */
  readonly mask: (text: string) => string;
  readonly masks: ((text: string) => string)[];
  /** Starts what transports need, and tells which credentials are missing. Rejects where that fails. */
  start(log: Log): Promise<void>;
  /** Ends what was started. */
  close(): Promise<void>;
}

/** Prepares what a server offers. Throws where two tools have the same name. */
export function prepare(offer: Offer): Service {
  const { features = [], list, ...named } = offer;
  const masks: Service["masks"] = [];
  const mask = (text: string) => masks.reduce((rest, one) => one(rest), text);
  const apis = offer.apis.map((api) => withOneClient(api, mask));
  const entries = apis
    .flatMap((api) => api.components.map((one) => toEntry(one, api)))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const base: Service = {
    ...named,
    offer,
    handlers: toolHandlers(entries, list),
    entries,
    mask: (text) =>
      apis.reduce((rest, { client }) => client().mask(rest), mask(text)),
    masks,
    async start(log) {
      for (const { client, components } of apis) {
        await client().transport.start?.();
        client().credentials?.warn(components, log);
      }
    },
    async close() {
      // One that fails must not keep the others from ending.
      const ends = apis.map(async ({ client }) => client().transport.close?.());
      await Promise.allSettled(ends);
    },
  };
  return features.reduce<Service>((service, feature) => {
    const handlers = { ...service.handlers, ...feature(service) };
    return { ...service, handlers };
  }, base);
}

const placeOf = ({ component: { description = "", name } }: Entry) =>
  `${description.includes("Deprecated") && /^ *Deprecated[.:]/m.test(description) ? 1 : 0} ${name}`;
