import { omitEmpty, toWord } from "../shared/json.js";
import {
  truncateSchemas,
  addDefinitions,
  toInputSchema,
  getOwn,
  parseFieldPaths,
  resolveArguments,
  type ResolvedArgument,
  type Listing,
  type Component,
  type Schemas,
} from "../runtime.js";
import { moduleFolderOf, routePrefixOf } from "../config/source-name.js";
import type { Schema } from "../model.js";
import { memoize } from "../shared/memoize.js";
import { inlineRefs } from "../schema/inline-refs.js";
import { selectProperties } from "../schema/response-properties.js";
import { loadCompiler } from "../typescript.js";
import { readResponseTypes, type ResponseTypes } from "./answer-types.js";
import {
  findCallArguments,
  parse,
  evaluateLiteral,
} from "../source/evaluate.js";

/** Everything of a server that callers and models see, as read from its source. */
export interface Surface {
  /** Texts of the pages of skills, by path. */
  readonly skillPages: ReadonlyMap<string, string>;
  /** Options of the server and of the clients of its APIs, by the path of their file. */
  readonly servers: ReadonlyMap<string, Definition>;
  readonly components: readonly ComponentSurface[];
}

/** Object literal that a module passes to `defineTool`, `defineResource`, `createHttpClient` and similar ones. */
export type Definition = Readonly<Record<string, unknown>>;

export interface ComponentSurface {
  readonly kind: "tool" | "resource" | "template";
  /** Path of its module: `src/tools/add-pet.ts`. */
  readonly path: string;
  /** `POST /pets`, or `shop POST /pets` of one of several APIs. */
  readonly route: string;
  readonly name: string;
  readonly definition: Definition;
  readonly parameters: ReadonlyMap<string, ResolvedArgument>;
  /** Input schema; its references lead into the shared schemas of `api`. */
  readonly input: Schema;
  /** Computes the input schema as the server lists it. */
  readonly listInput: () => Schema;
  readonly response: Schema;
  readonly api: ApiSurface;
}

/** Schemas that the components of one API share. */
export interface ApiSurface {
  readonly schemas: Schemas;
  readonly responses: ResponseTypes;
}

const COMPONENT_FILE =
  /^src\/(?:([\w-]+)\/)?(tool|resource|(?:resource-)?template|workflow)s\/(?!index\.)([\w-]+)\.ts$/;

/** Reads the surface of a project from its files, given as text by path. No code is run. */
export function readSurface(texts: ReadonlyMap<string, string>): Surface {
  const textOf = (path: string) => texts.get(path) ?? "";
  const schemasOf = createSchemaReader(texts);
  const apiOf = memoize((folder: string): ApiSurface => ({
    schemas: schemasOf(folder),
    responses: readResponseTypes(
      textOf(`${folder}generated/api-types.ts`) || textOf(`${folder}api.ts`),
    ),
  }));
  const listSchema = createSchemaLister(texts);
  const components = [...texts].flatMap(([path, text]): ComponentSurface[] => {
    const [, sourceName, kind, file = ""] = COMPONENT_FILE.exec(path) ?? [];
    if (kind === undefined) return [];
    const folder = moduleFolderOf(sourceName ?? null);
    const isWorkflow = kind === "workflow";
    // A resource with `of: tool` takes its docs and its request from that tool.
    const toolPath = `${folder}tools/${file}.ts`;
    const definition: Definition = {
      ...(isWorkflow && { request: "custom" }),
      ...(/^ {2}of: tool,$/m.test(text) &&
        readDefinition(toolPath, textOf(toolPath))),
      ...readDefinition(path, text),
    };
    if (definition["listed"] === false) return [];
    const request = toWord(definition["request"]);
    const api = apiOf(folder);
    const component = definition as Partial<Component>; // as it was generated
    const input = toInputSchema(component, api.schemas);
    const [, typesKey = ""] =
      /^type Operation =\s+operations\["(.*)"\];$/m.exec(text) ?? [];
    return [
      {
        // `COMPONENT_FILE` matches no other kinds; a workflow is a tool with several requests.
        kind: (isWorkflow ? "tool" : kind) as ComponentSurface["kind"],
        path,
        route: isWorkflow
          ? `workflow ${file}`
          : routePrefixOf(sourceName ?? null) + request,
        name: toWord(definition["name"]),
        definition,
        parameters: new Map(
          resolveArguments(component, api.schemas).map((parameter) => [
            parameter.argument,
            parameter,
          ]),
        ),
        input,
        listInput: () => ({
          ...listSchema(input, api.schemas, request),
          ...omitEmpty({ examples: definition["examples"] }),
        }),
        response: selectResponse(
          api.responses.operations[typesKey] ?? {},
          definition,
          api.responses,
        ),
        api,
      },
    ];
  });
  const servers = [...texts]
    .filter(([path]) => /^src\/(?:[\w-]+-)?(?:client|server)\.ts$/.test(path))
    .map(([path, text]) => {
      const [definition = {}] = findCallArguments(
        path,
        text,
        /^(createHttpClient|defineServer|prepare)$/,
      );
      return [path, definition] as const;
    });
  const skillPages = [...texts].filter(([path]) => path.startsWith("skills/"));
  return {
    servers: new Map(servers),
    components,
    skillPages: new Map(skillPages),
  };
}

/** Schema of what callers get of a response: the fields that the definition names, or all. */
function selectResponse(
  response: Schema,
  { fields }: Definition,
  { $defs }: ResponseTypes,
): Schema {
  return selectProperties(
    response,
    parseFieldPaths(fields),
    new Map(Object.entries($defs)),
  );
}

/** Creates a function that reads the shared schemas of the API in a folder, such as `src/shop/`; each once. */
export function createSchemaReader(
  texts: ReadonlyMap<string, string>,
): (folder: string) => Schemas {
  return memoize((folder: string) =>
    readSchemas(
      texts.get(`${folder}generated/schemas.ts`) ??
        texts.get(`${folder}schemas.ts`) ??
        "",
    ),
  );
}

/** Creates the function that computes an input schema as the server lists it. */
export function createSchemaLister(
  texts: ReadonlyMap<string, string>,
): Listing {
  return readListing(texts.get("src/server.ts") ?? "");
}

/** Reads the definition of a component from its module; empty if there is none. */
function readDefinition(path: string, text: string): Definition {
  const [definition = {}] = findCallArguments(
    path,
    text,
    /^define(Tool|Resource|Template)$/,
  );
  return definition;
}

/** Reads the constant `schemas` of a module, with the constants before it inserted. */
function readSchemas(text: string): Schemas {
  const ts = loadCompiler();
  const constants = new Map<string, unknown>();
  for (const statement of parse("schemas.ts", text).statements)
    if (ts.isVariableStatement(statement))
      for (const { initializer, name } of statement.declarationList
        .declarations)
        if (initializer !== undefined && ts.isIdentifier(name))
          constants.set(name.text, evaluateLiteral(initializer, constants));
  const schemas = Object(constants.get("schemas")) as Partial<Schemas>;
  return { arguments: {}, $defs: {}, ...schemas };
}

/** Reads from the source of a server how it lists input schemas. A schema that can't be inlined, because it would grow without end, keeps its definitions whatever the option says. */
function readListing(serverText: string): Listing {
  const [, listing = ""] = /^ {2}listing: (.*),$/m.exec(serverText) ?? [];
  const list: Listing = (input, schemas, request) => {
    const keepsRefs =
      listing.includes("refs") && getOwn(schemas.leftOut, request);
    const inlinedSchema = keepsRefs ? undefined : inlineRefs(input, schemas);
    return inlinedSchema ?? addDefinitions(input, schemas.$defs);
  };
  return listing.startsWith("truncateSchemas") ? truncateSchemas(list) : list;
}
