import type { Known } from "../../runtime/features/mock.js";
import type { Args } from "../../runtime/types.js";
import {
  answersPath,
  routePrefix,
  type SourceName,
} from "../config/source-name.js";
import { gather } from "../shared/group-by.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Trial } from "../testgen/example-calls.js";
import { byCodeUnit, byKey } from "../shared/order.js";
import { slug } from "../shared/slug.js";
import { visible } from "../shared/escape.js";
import { clientView } from "./api-client.js";
import { editable, tagsOf } from "./files.js";
import type { PlannedApi, PlannedFile } from "./planned-files.js";

/** What is tried of one API. */
export interface Tried {
  readonly source: SourceName;
  /** What the environment has to say. */
  readonly env: Readonly<Record<string, string>>;
  /** Its variable with the base URL; an application has none. */
  readonly addresses: readonly string[];
  readonly trials: ReadonlyMap<PlannedComponent, Trial>;
  readonly answers: Known;
}

/** Where the requests of a test would go; a document that does not say has no address of its own. */
export function testAddress(planned: PlannedApi) {
  const { addressVariable, app, baseUrl } = clientView(planned);
  const { routePrefix: prefix } = planned.settings;
  const isKnown = URL.canParse(baseUrl);
  const place = URL.canParse(baseUrl, NOWHERE) ? baseUrl : "";
  const url = isKnown ? baseUrl : new URL(place, NOWHERE).href;
  const env: Record<string, string> = isKnown ? {} : { [addressVariable]: url };
  return {
    client: { baseUrl: url, routePrefix: prefix, ownServers: isKnown },
    env,
    addresses: app ? [] : [addressVariable],
  };
}

const NOWHERE = "https://api.example";

/** A table of cases for each tag, what runs them, and the answers of mocks. `inputs`: arguments of workflows, by name. */
export function testFiles(
  tried: readonly Tried[],
  inputs: ReadonlyMap<string, Args>,
): PlannedFile[] {
  const env = tried.flatMap((one) => Object.entries(one.env));
  const cases = tried.flatMap(({ trials }) =>
    [...trials].map(([component, trial]) => {
      const route = routePrefix(component.source) + component.recipe.request;
      return [fileOf(component), { route, trial }] as const;
    }),
  );
  const tables = [...gather(cases)].sort(byKey);
  const view = {
    tables: tables.map(([file]) => ({ file, name: identifierOf(file) })),
    files: tried.map(({ source }) => answersPath(source).slice("test/".length)),
    hasWorkflows: inputs.size > 0,
    env: env.length > 0 && Object.fromEntries(env),
    addresses: tried.flatMap(({ addresses }) => addresses),
    inputs: [...inputs].map(([name, args]) => ({ name, args })),
  };
  return [
    editable("test/index.ts", "test-index.ts", view),
    editable("test/verify.ts", "test-verify.ts", view),
    editable("test/tsconfig.json", "test-tsconfig.json", view),
    ...(view.hasWorkflows
      ? [editable("test/workflows.ts", "test-workflows.ts", view)]
      : []),
    ...tables.map(([file, some]) =>
      editable(`test/${file}.ts`, "test-cases.ts", {
        cases: some.sort((a, b) => byCodeUnit(a.route, b.route)),
      }),
    ),
    ...tried.map(({ answers, source }) => ({
      path: answersPath(source),
      template: "test-answers.json",
      editable: false,
      data: {
        operations: linesOf(answers.operations),
        schemas: linesOf(answers.$defs),
      },
    })),
  ];
}

/** One member a line, so that one changed operation is one changed line. */
function linesOf(members: object): string[] {
  return Object.entries(members).map(([name, value]) =>
    visible(`${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  );
}

/** The first tag as a file name. */
function fileOf(component: PlannedComponent): string {
  const [tag = "operations"] = tagsOf(component);
  const name = slug(tag);
  return name === "" ? "cases-operations" : `cases-${name}`;
}

function identifierOf(file: string): string {
  return file
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll("-", "_");
}
