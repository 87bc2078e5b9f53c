import type { MockedOperation, Args } from "../runtime.js";
import {
  mockResponsesPathOf,
  routePrefixOf,
  type SourceName,
} from "../config/source-name.js";
import { groupBy } from "../shared/group-by.js";
import type { PlannedComponent } from "../plan/component.js";
import { toExampleVariables } from "../shared/example-variables.js";
import type { ExampleCall } from "../testgen/example-calls.js";
import { compareCodeUnits, compareKeys } from "../shared/order.js";
import { toSlug } from "../shared/slug.js";
import { escapeInvisible } from "../shared/escape.js";
import { viewClient } from "./api-client.js";
import { toEditableFile, tagsOf } from "./files.js";
import type { PlannedApi, PlannedFile } from "./planned-files.js";

/** Example calls of one API, for the project's tests. */
export interface TestedApi {
  readonly source: SourceName;
  /** Environment variables that the tests need. */
  readonly env: Readonly<Record<string, string>>;
  /** Name of the variable with the base URL; empty for an application. */
  readonly addresses: readonly string[];
  readonly calls: ReadonlyMap<PlannedComponent, ExampleCall>;
  readonly responses: MockedOperation;
}

/** Base URL of a test's requests, and the environment that sets it. It is a placeholder if the document declares no absolute one. */
export function planTestAddress(planned: PlannedApi) {
  const { addressVariable, app, baseUrl } = viewClient(planned);
  const { routePrefix: prefix } = planned.settings;
  const isKnown = URL.canParse(baseUrl);
  const path = URL.canParse(baseUrl, PLACEHOLDER_ORIGIN) ? baseUrl : "";
  const url = isKnown ? baseUrl : new URL(path, PLACEHOLDER_ORIGIN).href;
  const { client: argumentClient, env: argumentEnv } = toExampleVariables(
    planned.plan.variables,
  );
  const env: Record<string, string> = {
    ...(isKnown ? {} : { [addressVariable]: url }),
    ...argumentEnv,
  };
  return {
    client: {
      ...argumentClient,
      baseUrl: url,
      routePrefix: prefix,
      ownServers: isKnown,
    },
    env,
    addresses: app ? [] : [addressVariable],
  };
}

const PLACEHOLDER_ORIGIN = "https://api.example";

/** Plans the tests of a project: a table of cases for each tag, the runner, and the mocks' responses. `inputs`: arguments of workflows, by name; `hasFolder`: the server has a folder for files. */
export function planTestFiles(
  testedApis: readonly TestedApi[],
  inputs: ReadonlyMap<string, Args>,
  hasFolder = false,
): PlannedFile[] {
  const env = testedApis.flatMap((testedApi) => Object.entries(testedApi.env));
  const cases = testedApis.flatMap(({ calls }) =>
    [...calls].map(([component, exampleCall]) => {
      const route =
        routePrefixOf(component.source) + component.requestSpec.request;
      return [toFileName(component), { route, trial: exampleCall }] as const;
    }),
  );
  const tables = [...groupBy(cases)].sort(compareKeys);
  const view = {
    tables: tables.map(([file]) => ({
      file,
      name: toIdentifier(`cases-${file}`),
    })),
    files: testedApis.map(({ source }) =>
      mockResponsesPathOf(source).slice("test/".length),
    ),
    hasWorkflows: inputs.size > 0,
    hasFolder,
    env: env.length > 0 && Object.fromEntries(env),
    addresses: testedApis.flatMap(({ addresses }) => addresses),
    inputs: [...inputs].map(([name, args]) => ({ name, args })),
  };
  return [
    toEditableFile("test/index.ts", "test-index.ts", view),
    toEditableFile("test/verify.ts", "test-verify.ts", view),
    toEditableFile("test/tsconfig.json", "test-tsconfig.json", view),
    ...(view.hasWorkflows
      ? [toEditableFile("test/workflows.ts", "test-workflows.ts", view)]
      : []),
    ...tables.map(([file, fileCases]) =>
      toEditableFile(`test/cases/${file}.ts`, "test-cases.ts", {
        cases: fileCases.sort((a, b) => compareCodeUnits(a.route, b.route)),
      }),
    ),
    ...testedApis.map(({ responses, source }) => ({
      path: mockResponsesPathOf(source),
      template: "test-responses.json",
      editable: false,
      data: {
        operations: toJsonLines(responses.operations),
        schemas: toJsonLines(responses.$defs),
      },
    })),
  ];
}

/** JSON members, one a line, so that one changed operation is one changed line. */
function toJsonLines(members: object): string[] {
  return Object.entries(members).map(([name, value]) =>
    escapeInvisible(`${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  );
}

/** Name of the file of cases, by the component's first tag. */
function toFileName(component: PlannedComponent): string {
  const [firstTag = "operations"] = tagsOf(component);
  const name = toSlug(firstTag);
  return name === "" ? "operations" : name;
}

function toIdentifier(file: string): string {
  return file
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll("-", "_");
}
