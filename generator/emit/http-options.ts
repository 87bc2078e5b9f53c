import type { FeatureName } from "../config/features.js";
import { featureImports, type ImportLine } from "./imports.js";

/** What is listened to over HTTP, as source; `env` is that of the variables. */
export function httpOptions(
  features: readonly FeatureName[],
  env: string,
): string {
  const read = `httpOptionsFrom(${env})`;
  const open = features.includes("cors") ? `cors(${read})` : read;
  return features.includes("server-card") ? `serverCard(card, ${open})` : open;
}

/** What that takes, and those of a module's own features. */
export function httpImports(
  features: readonly FeatureName[],
  own: readonly FeatureName[],
): ImportLine[] {
  const named = ["cors", "http", "jwt", "server-card", ...own];
  const handed = features.filter((one) => named.includes(one));
  const card = { clause: "{ card }", from: "./card.js" };
  return [
    ...featureImports(handed, "./runtime/"),
    ...(handed.includes("server-card") ? [card] : []),
  ];
}
