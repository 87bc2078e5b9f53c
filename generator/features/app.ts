import { literal } from "../emit/literal.js";
import type { ClientContext, FeatureDefinition } from "./feature.js";

export const fetchApp: FeatureDefinition = {
  name: "fetch-app",
  about: "calls to an application with `fetch`, in the same process",
  imports: { "features/app/fetch": "fetchTransport" },
  owner: "client",
  reason: "spec",
  isNeeded: ({ app }) => app?.form === "fetch",
  needsValues: true,
  client: {
    transport: {
      example: "fetchTransport(async () => app)",
      code: (context) => `fetchTransport(${writeLoader(context)})`,
    },
  },
};

export const serverApp: FeatureDefinition = {
  name: "server-app",
  about: "calls to an application with Node's HTTP, in the same process",
  imports: { "features/app/server": "serverTransport" },
  owner: "client",
  reason: "spec",
  isNeeded: ({ app }) => app !== null && app.form !== "fetch",
  needsValues: true,
  client: {
    transport: {
      example: "serverTransport(async () => app)",
      code: (context) => `serverTransport(${writeLoader(context)})`,
    },
  },
};

export const importApp: FeatureDefinition = {
  name: "import-app",
  about: "loading of an application in JavaScript",
  imports: { "features/app/import": "importApp" },
  owner: "client",
  reason: "spec",
  isNeeded: ({ app }) => app?.typescript === false,
  needsValues: true,
  use: {
    file: "client",
    code: 'transport: fetchTransport(() => importApp(new URL("../app.js", import.meta.url), "app"))',
  },
};

export const importTypeScriptApp: FeatureDefinition = {
  name: "import-typescript-app",
  about: "loading of an application in TypeScript",
  imports: { "features/app/typescript": "importTypeScriptApp" },
  owner: "client",
  reason: "spec",
  packages: { jiti: "^2.7.0" },
  isNeeded: ({ app }) => app?.typescript === true,
  needsValues: true,
  use: {
    file: "client",
    code: 'transport: fetchTransport(() => importTypeScriptApp(new URL("../app.ts", import.meta.url), "app"))',
  },
};

/** Source of the function that loads an application which is called in the same process. */
function writeLoader({ app }: ClientContext): string {
  if (app === null) return "";
  const load = app.typescript ? "importTypeScriptApp" : "importApp";
  const url = `new URL(${literal(app.specifier)}, import.meta.url)`;
  return `() =>\n  ${load}(${url}, ${literal(app.exportName)}),\n`;
}
