import type { FeatureDefinition, FeaturePart, Imports } from "./feature.js";

/** Place at which an owner uses a feature, with the names to import for it. */
export interface PlacedUse {
  /** File below `src`, without extension. */
  readonly file: string;
  readonly imports: Imports;
  readonly code: string;
}

/** Members of the options in `src/server.ts` and `src/client.ts` whose values are lists. */
const LISTS = ["bodies", "features", "http", "middleware"];

/** Places at which an owner uses a feature, the main one first. */
export function usesOf(feature: FeatureDefinition): PlacedUse[] {
  const { client = {}, imports, server = {}, use } = feature;
  if (use !== undefined) return [{ ...use, imports }];
  const { features, auth, http, listing, sessions, source } = server;
  const {
    bodies,
    credentials,
    forCaller,
    hiddenArguments,
    middleware,
    parseStrings,
    stream,
    transport,
    writeJson,
  } = client;
  const clientImports = client.imports ?? imports;
  return [
    ...placesOf("server", imports, { features }),
    ...placesOf("client", clientImports, {
      bodies,
      credentials,
      forCaller,
      hiddenArguments,
      middleware,
      parseStrings,
      stream,
      transport,
      writeJson,
    }),
    ...placesOf("server", imports, { auth, http, listing, sessions, source }),
  ];
}

function placesOf(
  file: "client" | "server",
  imports: Imports,
  parts: Readonly<Record<string, FeaturePart<never> | undefined>>,
): PlacedUse[] {
  return Object.entries(parts).flatMap(([place, part]) => {
    if (part === undefined) return [];
    const partImports = part.imports ?? imports;
    const code = toMember(place, exampleOf(part, partImports));
    return [{ file, imports: partImports, code }];
  });
}

/** Code of a part as an owner writes it. */
export function exampleOf(
  { example }: Pick<FeaturePart, "example">,
  imports: Imports,
): string {
  const [name = ""] = Object.values(imports);
  return example ?? `${name}()`;
}

/** Member of the options that has a part. */
function toMember(place: string, code: string): string {
  if (place === "source") return code;
  if (place === "credentials")
    return `credentials: credentials({ NAME: ${code} })`;
  return `${place}: ${LISTS.includes(place) ? `[${code}]` : code}`;
}
