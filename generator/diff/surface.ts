import { toWord } from "../shared/json.js";
import { leaveOut } from "../../runtime/features/leave-out.js";
import { withDefinitions } from "../../runtime/features/refs.js";
import {
  inputSchema,
  own,
  parametersOf,
  type Parameter,
} from "../../runtime/schema.js";
import type { Listing } from "../../runtime/tools.js";
import type { Component, Schemas } from "../../runtime/types.js";
import { folderOf, routePrefix } from "../config/source-name.js";
import type { Schema } from "../model.js";
import { writtenOut } from "../schema/inline-refs.js";
import { compiler } from "../typescript.js";
import { readAnswers, type Answers } from "./answer-types.js";
import { givenTo, parse, valueOf } from "./evaluate.js";

/** What clients and models see of a server, as its source says it. */
export interface Surface {
  /** Texts of skills by path. */
  readonly pages: ReadonlyMap<string, string>;
  /** The server, and how it reaches each of its APIs, by name of their files. */
  readonly servers: ReadonlyMap<string, Says>;
  readonly components: readonly ComponentSurface[];
}

/** All that a module says. */
export type Says = Readonly<Record<string, unknown>>;

export interface ComponentSurface {
  readonly kind: "tool" | "resource" | "template";
  /** Of its module. */
  readonly path: string;
  /** `POST /pets`, or `shop POST /pets` of one of several APIs. */
  readonly route: string;
  readonly name: string;
  readonly says: Says;
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** Its arguments, with references to `api`. */
  readonly input: Schema;
  /** The same as the server lists them to clients. */
  readonly listed: () => Schema;
  readonly answer: Schema;
  readonly api: ApiSurface;
}

/** What the components of one API have in common. */
export interface ApiSurface {
  readonly schemas: Schemas;
  readonly answers: Answers;
}

const FILE =
  /^src\/(?:([\w-]+)\/)?(tool|resource|template|workflow)s\/(?!index\.)([\w-]+)\.ts$/;

/** Reads the texts of a project by path. Nothing is run. */
export function readSurface(texts: ReadonlyMap<string, string>): Surface {
  const textOf = (path: string) => texts.get(path) ?? "";
  const apis = new Map<string, ApiSurface>();
  const apiOf = (folder: string): ApiSurface => {
    const api = apis.get(folder) ?? {
      schemas: schemasIn(textOf(`${folder}schemas.ts`)),
      answers: readAnswers(textOf(`${folder}api.ts`)),
    };
    apis.set(folder, api);
    return api;
  };
  const list = listingOf(textOf("src/server.ts"));
  const components = [...texts].flatMap(([path, text]): ComponentSurface[] => {
    const [, source, kind, file = ""] = FILE.exec(path) ?? [];
    if (kind === undefined) return [];
    const folder = folderOf(source ?? null);
    const isFlow = kind === "workflow";
    // A resource of a tool has its words and its request from there.
    const tool = `${folder}tools/${file}.ts`;
    const says: Says = {
      ...(isFlow && { request: "custom" }),
      ...(/^ {2}of: tool,$/m.test(text) && definedIn(tool, textOf(tool))),
      ...definedIn(path, text),
    };
    const request = toWord(says["request"]);
    const api = apiOf(folder);
    const recipe = says as Partial<Component>; // as it was generated
    const input = inputSchema(recipe, api.schemas);
    const [, types = ""] =
      /^type Operation =\s+operations\["(.*)"\];$/m.exec(text) ?? [];
    return [
      {
        // By the expression; a workflow is a tool of several requests.
        kind: (isFlow ? "tool" : kind) as ComponentSurface["kind"],
        path,
        route: isFlow
          ? `workflow ${file}`
          : routePrefix(source ?? null) + request,
        name: toWord(says["name"]),
        says,
        parameters: new Map(
          parametersOf(recipe, api.schemas).map((one) => [one.argument, one]),
        ),
        input,
        listed: () => list(input, api.schemas, request),
        answer: api.answers.operations[types] ?? {},
        api,
      },
    ];
  });
  const servers = [...texts]
    .filter(([path]) => /^src\/(?:[\w-]+-)?(?:client|server)\.ts$/.test(path))
    .map(([path, text]) => {
      const [says = {}] = givenTo(path, text, /^(createHttpClient|prepare)$/);
      return [path, says] as const;
    });
  const pages = [...texts].filter(([path]) => path.startsWith("skills/"));
  return { servers: new Map(servers), components, pages: new Map(pages) };
}

/** The object that the component of a module is made of. */
function definedIn(path: string, text: string): Says {
  const [says = {}] = givenTo(path, text, /^define(Tool|Resource|Template)$/);
  return says;
}

/** The object that `schemas` is, with the constants before it in their places. */
function schemasIn(text: string): Schemas {
  const ts = compiler();
  const constants = new Map<string, unknown>();
  for (const statement of parse("schemas.ts", text).statements)
    if (ts.isVariableStatement(statement))
      for (const { initializer, name } of statement.declarationList
        .declarations)
        if (initializer !== undefined && ts.isIdentifier(name))
          constants.set(name.text, valueOf(initializer, constants));
  const said = Object(constants.get("schemas")) as Partial<Schemas>;
  return { arguments: {}, $defs: {}, ...said };
}

/** How a server lists schemas, as its source says: what would grow without end has definitions whatever it says. */
function listingOf(server: string): Listing {
  const [, said = ""] = /^ {2}listing: (.*),$/m.exec(server) ?? [];
  const list: Listing = (input, schemas, request) => {
    const isLong = said.includes("refs") && own(schemas.leftOut, request);
    const written = isLong ? undefined : writtenOut(input, schemas);
    return written ?? withDefinitions(input, schemas.$defs);
  };
  return said.startsWith("leaveOut") ? leaveOut(list) : list;
}
