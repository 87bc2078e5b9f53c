import { join, relative, resolve, sep } from "node:path";
import { checkoutOf, refusal } from "../checkout/checkout.js";
import { withFilesAt } from "../checkout/files-at-ref.js";
import type { Config } from "../config/config.js";
import {
  compareListing,
  type ComponentContract,
  type ListingDifference,
} from "../diff/compare-listing.js";
import { kindOf } from "../diff/contract-digests.js";
import {
  parseContract,
  readContractDigest,
  SERVER_CONTRACT,
} from "../diff/contracts.js";
import { ToolwrightError } from "../errors.js";
import { unifiedDiff } from "../merge/unified-diff.js";
import type { RunOptions } from "../pipeline.js";
import {
  createProjectReader,
  listContracts,
  resolveOutFolder,
} from "../project/folder.js";
import { classifyPath } from "../project/paths.js";
import {
  isServerUrl,
  readServer,
  type ServerTarget,
} from "../server-list/read-server.js";
import type { ServerLimits } from "../server-list/transport.js";
import {
  getMember,
  isObject,
  omit,
  readExactText,
  toStrings,
} from "../shared/json.js";

export interface ServerCheckOptions extends RunOptions {
  /** Address of the server, or the command that starts it; null for the one of the project's `.mcp.json`. */
  readonly server: string | null;
  /** Headers of each request over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Git ref of the contracts. Default: those on the disk. */
  readonly base?: string;
  readonly limits?: ServerLimits;
}

/** Result of a comparison of a running server with the contracts. Plain data. */
export interface ServerCheckResult {
  /** Absolute path of the project. */
  readonly out: string;
  /** Name that the server gives itself. */
  readonly name: string;
  /** Version of the protocol in which it was asked. */
  readonly protocol: string;
  /** True if the server lists nothing that was not reviewed. */
  readonly current: boolean;
  readonly differences: readonly ServerDifference[];
  /** Number of components that the server lists. */
  readonly listed: number;
  /** Digest over all lines of the contracts, and of what the server lists. */
  readonly contractDigest: string;
  readonly listedDigest: string;
}

/** Difference, and what a model reads otherwise. */
export type ServerDifference = Omit<
  ListingDifference,
  "oldText" | "newText"
> & { readonly diff: string };

/**
 * Connects to a running server as a client, and compares what it lists with the contracts. Throws a ToolwrightError
 * without contracts, or if the server can't be read.
 */
export async function checkServer(
  config: Config,
  options: ServerCheckOptions,
): Promise<ServerCheckResult> {
  const out = resolveOutFolder(config, options);
  const contracts = await readContracts(out, config, options);
  const target = findTarget(out, config, options);
  const listing = await readServer(target);
  const { differences, ...digests } = compareListing(contracts, {
    instructions: listing.instructions,
    components: [
      ...listing.tools.map((tool) => ["tool", tool] as const),
      ...listing.resources.map((entry) => ["resource", entry] as const),
      ...listing.resourceTemplates.map((entry) => ["template", entry] as const),
      ...listing.prompts.map((prompt) => ["prompt", prompt] as const),
    ],
  });
  const { name, prompts, protocol, resourceTemplates, resources, tools } =
    listing;
  const lists = [tools, resources, resourceTemplates, prompts];
  return {
    out,
    name,
    protocol,
    current: differences.every(({ change }) => change === "not-listed"),
    listed: lists.reduce((sum, { length }) => sum + length, 0),
    differences: differences
      .slice(0, MAX_DIFFERENCES)
      .map(({ newText, oldText, ...difference }) => ({
        ...difference,
        diff:
          difference.change === "not-listed"
            ? ""
            : shortenDiff(
                unifiedDiff(
                  difference.path ?? "(no contract)",
                  oldText,
                  newText,
                ),
              ),
      })),
    ...digests,
  };
}

/** Differences that are told at most; a server may list any number of tools. */
const MAX_DIFFERENCES = 1_000;

/** Lines of a difference, and characters of a line. */
const [MAX_LINES, MAX_CHARS] = [400, 1_000];

function shortenDiff(diff: string): string {
  const lines = diff.trimEnd().split("\n");
  const shownLines = lines
    .slice(0, MAX_LINES)
    .map((line) =>
      line.length > MAX_CHARS
        ? `${line.slice(0, MAX_CHARS)}… (${line.length} characters)`
        : line,
    );
  const moreCount = lines.length - shownLines.length;
  return [
    ...shownLines,
    ...(moreCount > 0 ? [`… and ${moreCount} more lines`] : []),
  ].join("\n");
}

/** Reads the contracts of a project, on the disk or at a git ref. */
async function readContracts(
  out: string,
  config: Config,
  options: ServerCheckOptions,
) {
  const texts = await readContractTexts(out, config, options);
  if (texts.size === 0)
    throw new ToolwrightError({
      code: "no-contract",
      message: `${options.base === undefined ? "This project" : `${JSON.stringify(options.base)}`} does not have contracts to compare with.`,
      hint: "Add --emit tests, which writes test/contract, and commit them: toolwright generate --emit tests",
    });
  const contracts = [...texts].flatMap(([path, text]) => {
    const contract = parseContract(text);
    if (contract === undefined || readContractDigest(text) === "")
      throw new ToolwrightError({
        code: "bad-contract",
        file: path,
        message: "This contract has no digest, or is not JSON.",
        hint: "Write the contracts again, and review the changes: toolwright check --contract --update",
      });
    return [{ path, contract }];
  });
  const instructions = getMember(
    contracts.find(({ path }) => path === SERVER_CONTRACT)?.contract,
    "instructions",
  );
  return {
    contracts: contracts.flatMap(({ contract, path }): ComponentContract[] =>
      path === SERVER_CONTRACT
        ? []
        : [{ path, contract, kind: kindOf(omit(contract, ["digest"])) }],
    ),
    instructions: readExactText(instructions),
  };
}

async function readContractTexts(
  out: string,
  config: Config,
  options: ServerCheckOptions,
): Promise<Map<string, string>> {
  const { base } = options;
  if (base === undefined) {
    const readCurrent = createProjectReader(out);
    return new Map(
      listContracts(out).map((path) => [path, readCurrent(path) ?? ""]),
    );
  }
  return withFilesAt(base, checkoutOf(config, options), async (files) => {
    const paths = files
      .list(join(out, "test"))
      .map((path) => relative(out, path).split(sep).join("/"))
      .filter((path) => classifyPath(path)?.kind === "contract");
    const texts = await Promise.all(
      paths.map(
        async (path) =>
          [
            path,
            (await files.readBytes(resolve(out, path))).toString(),
          ] as const,
      ),
    );
    return new Map(texts);
  });
}

/** Server that a user names, otherwise the one that the project's `.mcp.json` names, which a safe run refuses. */
function findTarget(
  out: string,
  config: Config,
  options: ServerCheckOptions,
): ServerTarget {
  const { cwd = process.cwd(), headers = {}, limits, server } = options;
  const limitOptions = limits && { limits };
  const hasHeaders = Object.keys(headers).length > 0;
  if (server !== null) {
    if (hasHeaders && !isServerUrl(server))
      throw new ToolwrightError({
        code: "bad-option",
        message: "--header is for the address of a server, not for a command.",
        hint: "Pass an address, or set variables of the command: --server 'API_TOKEN=… node dist/main.js'",
      });
    return { server, headers, cwd, ...limitOptions };
  }
  const projectServer = readNamedServer(out);
  if (checkoutOf(config, options).isSafe)
    throw refusal([
      {
        option: "--server",
        value: ".mcp.json",
        reason: "names a server of the checkout",
        hint: "Type the address or the command yourself: --server https://mcp.example.com/mcp",
      },
    ]);
  return { server: projectServer, headers, cwd: out, ...limitOptions };
}

/** Server of the project's `.mcp.json`: an address, or a program with its arguments. */
function readNamedServer(out: string): string | readonly string[] {
  const settings = parseContract(createProjectReader(out)(".mcp.json") ?? "");
  const servers = settings?.["mcpServers"];
  const [server] = Object.values(isObject(servers) ? servers : {});
  const [url, command] = [
    getMember(server, "url"),
    getMember(server, "command"),
  ];
  if (typeof url === "string" && isServerUrl(url)) return url;
  if (typeof command === "string")
    return [command, ...toStrings(getMember(server, "args"))];
  throw new ToolwrightError({
    code: "unreachable-server",
    message: "The project's .mcp.json does not name a server.",
    hint: 'Pass its address or its command: --server "node dist/main.js"',
  });
}
