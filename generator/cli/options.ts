import { InvalidArgumentError, Option, type Command } from "commander";
import { EXTRA_FILES } from "../config/extra-file.js";
import { CLIENTS } from "../config/profiles.js";
import type { Flags } from "./flags.js";
import { parseRouteMap } from "./route-map-flag.js";

/** Adds what all commands take: the document, and how it is read and mapped. */
export function withCommonOptions(command: Command): Command {
  return command
    .argument(
      "[document]",
      "OpenAPI document: file (JSON or YAML), URL, or - for standard input",
    )
    .option(
      "--config <file>",
      "toolwright.config.ts, .js or .json; default: the one beside you",
    )
    .option(
      "--app <module>",
      "web application (.ts or .js) to call in the same process, in place of a document",
    )
    .option(
      "--export <name>",
      "the module's export that is the application or makes it; default: default or app",
    )
    .option(
      "--app-document <path>",
      "the application's route that serves its OpenAPI document, where it can't be found",
    )
    .option(
      "--name <name>",
      "server name shown to clients; default: the document's title",
    )
    .option(
      "--base-url <url>",
      "base URL of the API; default: the document's servers",
    )
    .addOption(
      new Option(
        "--timeout <seconds>",
        "seconds for one call to the API; default: 30",
      ).argParser(seconds),
    )
    .option("--route-prefix <path>", "put before every path, for example /v1")
    .option(
      "--redact-errors",
      "keep the bodies of the API's errors from clients",
    )
    .option("--all-routes-as-tools", "every route becomes a tool")
    .addOption(
      new Option(
        "--route-map <rule>",
        '"<METHODS> <pattern> <TYPE>": methods (GET,POST or *), a regular expression searched in the path, and TOOL, RESOURCE, RESOURCE_TEMPLATE or EXCLUDE; repeatable, earlier ones win',
      ).argParser((rule: string, earlier: Flags["routeMap"] = []) => [
        ...earlier,
        parseRouteMap(rule),
      ]),
    )
    .addOption(
      new Option(
        "--clients <which>",
        "whose rules names, texts and schemas keep; default: all",
      ).choices(CLIENTS),
    )
    .addOption(
      new Option(
        "--schemas <how>",
        "how listings show shared schemas: written out within bounds, or as $defs; default: inline",
      ).choices(["inline", "refs"]),
    )
    .addOption(
      new Option(
        "--auth <how>",
        "callers over HTTP need a token (JWT) of an authorization server; default: as the environment says",
      ).choices(["jwt"]),
    )
    .addOption(
      new Option(
        "--emit <files...>",
        "write besides: a Dockerfile, the manifest of an MCP bundle",
      ).choices(EXTRA_FILES),
    )
    .option("--allow-remote", "follow $refs to the network")
    .option(
      "--ref-root <dir>",
      "follow $refs to files below this folder; default: the document's own",
    )
    .option("--json", "print the result as JSON")
    .option("--quiet", "print errors only");
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("Give a number of seconds above 0.");
}
