import { ToolwrightError } from "../errors.js";
import type { ApiConfig, Config } from "./config.js";

/** Names of the options by which a config needs the network or runs code: `document`, `shop: overlays`. */
export function onlineOptions(config: Config): string[] {
  const sources = config.sources ?? [];
  return [
    ...onlineApiOptions(config),
    ...sources.flatMap((source) =>
      onlineApiOptions(source).map((name) => `${source.name}: ${name}`),
    ),
    ...(hasAddress(config.workflows) ? ["workflows"] : []),
    ...((config.extensions ?? []).length > 0 ? ["extensions"] : []),
  ];
}

function onlineApiOptions(config: ApiConfig): string[] {
  const { allowRemote = false, app, document, overlays } = config;
  return [
    ...(app === undefined ? [] : ["app"]),
    ...(allowRemote ? ["allowRemote"] : []),
    ...(hasAddress(document) ? ["document"] : []),
    ...(hasAddress(overlays) ? ["overlays"] : []),
  ];
}

function hasAddress(locations: unknown): boolean {
  return [locations]
    .flat()
    .some(
      (location) => typeof location === "string" && /^https?:/i.test(location),
    );
}

/** Throws a ToolwrightError if a config needs the network, runs an application or runs extensions. */
export function assertOffline(config: Config): void {
  const names = onlineOptions(config);
  if (names.length === 0) return;
  throw new ToolwrightError({
    code: "offline",
    message: `--offline refuses what opens connections or runs an application or extensions: ${names.join(", ")}.`,
    hint: "Save the content of the address to a file and name that file, or remove --offline.",
  });
}

/** Throws a ToolwrightError if an address on the command line holds a user or a password: it would be saved in the project. */
export function assertNoPassword({
  document,
  overlays,
  workflows,
}: Config): void {
  const locations = [document, overlays, workflows].flatMap((location) =>
    Array.isArray(location) ? (location as unknown[]) : [location],
  );
  const isSecret = (location: unknown) =>
    typeof location === "string" && /^https?:[/\\]*[^/?#\\]*@/i.test(location);
  if (!locations.some(isSecret)) return;
  throw new ToolwrightError({
    code: "password-in-config",
    message:
      "An address holds a user or a password, and a project's options are there to be committed.",
    hint: "Save the document to a file and name that, or write a config that reads them from the environment.",
  });
}
