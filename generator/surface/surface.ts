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
import { writtenOut } from "../schema/written.js";
import { compiler } from "../typescript.js";
import { readAnswers, type Answers } from "./answer-types.js";
import { findCall, parse, valueOf } from "./evaluate.js";

/** What clients and models see of a server, as its source says it. */
export interface Surface {
  /** Texts of skills by path. */
  readonly pages: ReadonlyMap<string, string>;
  readonly servers: readonly ServerSurface[];
  readonly components: readonly ComponentSurface[];
}

/** The server, and how it reaches each of its APIs, by name of their files. */
export interface ServerSurface {
  readonly file: string;
  readonly says: Readonly<Record<string, unknown>>;
}

export interface ComponentSurface {
  readonly kind: "tool" | "resource" | "template";
  /** Of its module. */
  readonly path: string;
  /** `POST /pets`, or `shop POST /pets` of one of several APIs. */
  readonly route: string;
  readonly name: string;
  /** All that its module says. */
  readonly says: Readonly<Record<string, unknown>>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** Its arguments as a client lists them, with references to `api`. */
  readonly input: Schema;
  readonly answer: Schema;
  readonly api: ApiSurface;
  /** How the server lists its arguments. */
  readonly list: Listing;
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
  const apis = new Map<string, ApiSurface>();
  const saidIn = (path: string, name: RegExp) =>
    saidBy(path, texts.get(path) ?? "", name);
  const apiOf = (folder: string): ApiSurface => {
    const known = apis.get(folder);
    if (known !== undefined) return known;
    const schemas = schemasIn(texts.get(`${folder}schemas.ts`) ?? "");
    const api = {
      schemas: { arguments: {}, $defs: {}, ...schemas },
      answers: readAnswers(texts.get(`${folder}api.ts`) ?? ""),
    };
    apis.set(folder, api);
    return api;
  };
  const list = listingOf(texts.get("src/server.ts") ?? "");
  const components = [...texts].flatMap(([path, text]): ComponentSurface[] => {
    const [, source, kind, file] = FILE.exec(path) ?? [];
    if (kind === undefined) return [];
    const folder = folderOf(source ?? null);
    const own = saidBy(path, text, DEFINE);
    // A resource of a tool has its words and its request from there.
    const tool = /^ {2}of: tool,$/m.test(text)
      ? saidIn(`${folder}tools/${file ?? ""}.ts`, DEFINE)
      : {};
    const isFlow = kind === "workflow";
    const request = isFlow ? { request: "custom" } : {};
    const says: Record<string, unknown> = { ...request, ...tool, ...own };
    const api = apiOf(folder);
    const recipe = says as Partial<Component>; // as it was generated
    const [, types = ""] =
      /^type Operation =\s+operations\["(.*)"\];$/m.exec(text) ?? [];
    const prefix = routePrefix(source ?? null);
    return [
      {
        // By the expression; a workflow is a tool of several requests.
        kind: (isFlow ? "tool" : kind) as ComponentSurface["kind"],
        path,
        route: isFlow ? `workflow ${file}` : prefix + String(says["request"]),
        name: String(says["name"]),
        says,
        parameters: new Map(
          parametersOf(recipe, api.schemas).map((one) => [one.argument, one]),
        ),
        input: inputSchema(recipe, api.schemas),
        answer: api.answers.operations[types] ?? {},
        api,
        list,
      },
    ];
  });
  const servers = [...texts]
    .filter(([path]) => /^src\/(?:[\w-]+-)?(?:client|server)\.ts$/.test(path))
    .map(([path, text]) => ({
      file: path,
      says: saidBy(path, text, /^(createHttpClient|prepare)$/),
    }));
  const pages = new Map(
    [...texts].filter(([path]) => path.startsWith("skills/")),
  );
  return { servers, components, pages };
}

const DEFINE = /^define(Tool|Resource|Template)$/;

/** The object that a function is called with. */
function saidBy(path: string, text: string, name: RegExp) {
  const call = findCall(parse(path, text), name);
  const [given] = call?.arguments ?? [];
  return Object(given && valueOf(given)) as Record<string, unknown>;
}

/** The object that `schemas` is, with the constants before it in their places. */
function schemasIn(text: string): Partial<Schemas> {
  const ts = compiler();
  const constants = new Map<string, unknown>();
  for (const statement of parse("schemas.ts", text).statements)
    if (ts.isVariableStatement(statement))
      for (const { initializer, name } of statement.declarationList
        .declarations)
        if (initializer !== undefined && ts.isIdentifier(name))
          constants.set(name.text, valueOf(initializer, constants));
  return Object(constants.get("schemas")) as Partial<Schemas>;
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
