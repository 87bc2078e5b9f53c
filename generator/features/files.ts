import { literal } from "../emit/literal.js";
import type { ClientWrapper, FeatureDefinition } from "./feature.js";
import { offersFields } from "./shorten-responses.js";

/** Megabytes of JSON that a server reads whole if it shows a part and saves the rest. */
const MAX_JSON_MEGABYTES = 16;

export const files: FeatureDefinition = {
  name: "files",
  about: "uploads of a folder's files by URL, and large responses saved there",
  imports: { "features/files/caller-files": "callerFiles" },
  owner: "client",
  companions: ["file-links"],
  reason: "choice",
  isNeeded: ({ settings }) => settings.files !== null,
  needsValues: true,
  settings: ({ files }) => ({ files: files ?? {} }),
  environment: ({ files }) => ({
    MCP_FILES: {
      meaning: "Folder of files to send, and for large responses",
      about: "default: none is sent or saved",
      value: files?.folder ?? "",
      isFolder: true,
    },
  }),
  client: {
    wrapper: {
      bodyOptions: "files",
      code: writeCallerFiles,
    },
  },
  use: {
    file: "client",
    code: "forCaller: callerFiles({ env, bodies: (files) => [multipart(files)] })",
  },
};

export const fileLinks: FeatureDefinition = {
  name: "file-links",
  about: "links to responses that are saved as files",
  imports: { "features/files/link-files": "linkFiles" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.files !== null,
  server: { features: { stage: "call" } },
};

export const callerFolders: FeatureDefinition = {
  name: "caller-folders",
  about:
    "refusal to start without known callers, if each caller has a folder for files",
  imports: { "features/files/caller-folders": "callerFolders" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.files?.http === "per-caller",
  server: { features: { stage: "guard" } },
  deployment: {
    singleReason: () => "files of callers are in the folder of one container",
    hasFiles: true,
  },
};

export const fileTests: FeatureDefinition = {
  name: "file-tests",
  about: "a folder with the file that tests send",
  imports: { "features/files/test-folder": "createTestFolder, testSavedFile" },
  reason: "choice",
  isNeeded: ({ settings: { emit, files } }) =>
    files !== null && emit.includes("tests"),
  use: {
    file: "../test/index",
    code: "testTools(server, cases, { ...createTestFolder() })",
  },
};

/** Source of the member that gives each caller its files: `forCaller: callerFiles({ env, bodies: (files) => [multipart(files)] })`. */
function writeCallerFiles(
  ...[{ bodies, members }, { settings }]: Parameters<ClientWrapper["code"]>
): string {
  const isShortened =
    settings.maxResultTokens !== null || offersFields(settings);
  const takesFiles = bodies.some((body) => body.includes("(files)"));
  const allMembers = [
    "env",
    `bodies: (${takesFiles ? "files" : ""}) => [${bodies.join(", ")}]`,
    ...members,
    ...(isShortened ? [`maxJsonMegabytes: ${MAX_JSON_MEGABYTES}`] : []),
    ...Object.entries(settings.files ?? {}).map(
      ([name, value]) => `${name}: ${literal(value)}`,
    ),
  ];
  const lines = allMembers.map((member) => `      ${member},\n`);
  return `forCaller: callerFiles({\n${lines.join("")}    })`;
}
