import type { FeatureName } from "../config/features.js";
import { editable } from "./files.js";
import { featureImports, type ImportLine } from "./imports.js";
import type { PlannedFile } from "./planned.js";
import { cardOf, type Published } from "./registry.js";

/** What anybody is told at `/mcp/server-card`, where that is asked for. */
export function cardFiles(
  project: Published,
  version: string,
  features: readonly FeatureName[],
): PlannedFile[] {
  if (!features.includes("server-card")) return [];
  const card = cardOf(project, version);
  return [editable("src/card.ts", "card.ts", { card })];
}

/** What is listened to over HTTP, as source; `env` is that of the variables. */
export function httpOptions(
  features: readonly FeatureName[],
  env: string,
): string {
  const read = `httpOptionsFrom(${env})`;
  const open = features.includes("cors") ? `cors(${read})` : read;
  return features.includes("server-card") ? `serverCard(card, ${open})` : open;
}

/** What that takes, and whatever else of these features is imported. */
export function httpImports(
  features: readonly FeatureName[],
  more: readonly FeatureName[],
): ImportLine[] {
  const wanted = ["cors", "http", "jwt", "server-card", ...more];
  const card = { clause: "{ card }", from: "./card.js" };
  return [
    ...featureImports(
      features.filter((one) => wanted.includes(one)),
      "./runtime/",
    ),
    ...(features.includes("server-card") ? [card] : []),
  ];
}
