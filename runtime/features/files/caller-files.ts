import { createHash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { ArgumentError } from "../../index.js";
import type {
  BodyWriter,
  ClientOptions,
  Environment,
  Principal,
} from "../../index.js";
import type { FileOptions } from "../bodies/file-part.js";
import { joinBytes } from "./byte-stream.js";
import { encodeFiles } from "./encode-files.js";
import { openRoot } from "./root.js";
import type { Root } from "./root.js";
import { downloadPath } from "./save.js";
import type { DownloadFolder } from "./save.js";
import { saveResponses } from "./save-response.js";
import { openSavedFiles } from "./saved-files.js";
import { findUpload, readUpload } from "./read-file.js";

declare module "../../client.js" {
  interface ClientOptions {
    /** Place to which large responses for this caller are saved. */
    readonly files?: DownloadFolder;
  }
}

export interface CallerFilesOptions extends Pick<
  ClientOptions,
  "forCaller" | "stream"
> {
  /** `MCP_FILES` names the folder. */
  readonly env: Environment;
  /** Creates the writers of bodies, some of which send files. */
  readonly bodies: (files: FileOptions) => readonly BodyWriter[];
  /** Folder if `MCP_FILES` is not set. Default: none, so that no file is read or saved. */
  readonly folder?: string;
  /** `per-caller`: over HTTP, each caller who proved its identity has its own folder. Default: none has one. */
  readonly http?: "per-caller";
  /** Limit of the saved files of one caller in megabytes. Default: 1,024. */
  readonly quotaMegabytes?: number;
  /** Limit in megabytes of JSON that is shown in part and saved as a whole. Default: that of any response. */
  readonly maxJsonMegabytes?: number;
  /** Days after which saved files are deleted. Default: never. */
  readonly maxAgeDays?: number;
}

/** Number of callers whose folders are remembered. */
const MAX_CALLERS = 1_000;

/**
 * Creates the client of one caller, which sends files of a folder by `file:` URL and saves large responses there. Over
 * HTTP it does neither, unless `http` gives each caller a folder. Throws if the folder can't be used.
 */
export function callerFiles(
  options: CallerFilesOptions,
): NonNullable<ClientOptions["forCaller"]> {
  const {
    bodies,
    env,
    forCaller,
    http,
    maxJsonMegabytes = 0,
    stream,
  } = options;
  const folder = env["MCP_FILES"]?.trim() || options.folder;
  const root = folder ? openRoot(folder) : undefined;
  const folders = new Map<string | undefined, DownloadFolder>();
  const folderOf = (path: Root, caller: string | undefined) => {
    const callerFolder =
      folders.get(caller) ?? createFolder(path, caller, options);
    folders.delete(caller);
    folders.set(caller, callerFolder);
    if (folders.size > MAX_CALLERS) forgetIdleFolder(folders);
    return callerFolder;
  };
  return (sharedClient, headers, principal) => {
    const client =
      forCaller?.(sharedClient, headers, principal) ?? sharedClient;
    // A request over HTTP always has headers, and a message on stdio never has.
    const isLocal = Object.keys(headers).length === 0 && !principal;
    const caller = isLocal ? undefined : digestOf(principal);
    const isServed = isLocal || (http === "per-caller" && principal);
    const files = root && isServed ? folderOf(root, caller) : undefined;
    const refusal = !isServed ? HTTP_REFUSAL : UNSET_REFUSAL;
    const reader = files ? readerOf(files) : refusingReader(refusal);
    return {
      ...client,
      bodies: bodies(reader),
      prepareBody: encodeFiles(reader),
      ...(files && {
        files,
        stream: saveResponses(files, stream, maxJsonMegabytes * 1024 ** 2),
      }),
      ...(!files && stream && { stream }),
    };
  };
}

/** Forgets the folder that was used least recently. One that is written to stays, since its sum holds the quota. */
function forgetIdleFolder(
  folders: Map<string | undefined, DownloadFolder>,
): void {
  for (const [caller, { saved }] of folders) {
    if (saved.isBusy()) continue;
    folders.delete(caller);
    return;
  }
}

function createFolder(
  root: Root,
  caller: string | undefined,
  { maxAgeDays, quotaMegabytes = 1024 }: CallerFilesOptions,
): DownloadFolder {
  const quota = quotaMegabytes * 1024 ** 2;
  const maxAge = maxAgeDays === undefined ? undefined : maxAgeDays * 86_400_000;
  const path = downloadPath({ root, caller });
  return {
    root,
    caller,
    quota,
    saved: openSavedFiles(path, { maxAge, quota }),
  };
}

/** Name of a caller's folder, which does not reveal who the caller is. The id has the issuer and the subject. */
function digestOf(principal: Principal | undefined): string {
  const hash = createHash("sha256").update(principal?.id ?? "");
  return hash.digest("hex").slice(0, 32);
}

function readerOf({ caller, root }: DownloadFolder): FileOptions {
  const isLocal = caller === undefined;
  const path = isLocal ? root.path : join(root.path, caller);
  const folder = { root, path, takesPaths: isLocal };
  const hasFolder = () => isLocal || isPlainFolder(path);
  return {
    join: joinBytes,
    readLocal: async (url, argument) => {
      if (hasFolder()) return readUpload(url, argument, folder);
      throw new ArgumentError(
        `/${argument}: this caller has no files here. Give the content in base64.`,
      );
    },
    findLocal: async (text) =>
      hasFolder() ? findUpload(text, folder) : undefined,
  };
}

/** False if a caller has no folder, or if a link is at its path. */
function isPlainFolder(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() === true && realpathSync(path) === path;
}

function refusingReader(refusal: string): FileOptions {
  return {
    readLocal: async (_url, argument) => {
      throw new ArgumentError(`/${argument}: ${refusal}`);
    },
  };
}

const HTTP_REFUSAL =
  "this server reads no files by address over HTTP. Give the content in base64.";
const UNSET_REFUSAL =
  "this server was given no folder for files. Give the content in base64, or let its owner set MCP_FILES to a folder.";
