/**
 * Share of made-up tasks of several steps for which one search names every operation that is needed, with skills and
 * without. No model is asked.
 *
 *     npx tsx bench/agents.ts ../shared/corpus
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generate } from "../generator/index.js";

interface Task {
  readonly says: string;
  /** Needed operations, in the order of their calls; of a list, any one. */
  readonly needs: readonly (string | readonly string[])[];
}

const TASKS: Readonly<Record<string, readonly Task[]>> = {
  "digitalocean.yaml": [
    {
      says: "delete a DNS record of a domain",
      needs: ["domains_list_records", "domains_delete_record"],
    },
    {
      says: "resize a node pool of a Kubernetes cluster",
      needs: ["kubernetes_list_nodePools", "kubernetes_update_nodePool"],
    },
    {
      says: "add a rule to a firewall",
      needs: ["firewalls_list", "firewalls_add_rules"],
    },
    {
      says: "attach a volume to a droplet",
      needs: [
        "volumes_list",
        ["volumeActions_post", "volumeActions_post_byId"],
      ],
    },
  ],
  "spotify.yaml": [
    {
      says: "add a track to a playlist",
      needs: [
        ["get_a_list_of_current_users_playlists", "create_playlist"],
        ["add_tracks_to_playlist", "add_items_to_playlist"],
      ],
    },
    {
      says: "unfollow a playlist",
      needs: ["get_a_list_of_current_users_playlists", "unfollow_playlist"],
    },
    {
      says: "play music on another device",
      needs: ["get_a_users_available_devices", "transfer_a_users_playback"],
    },
    {
      says: "playlists of a category",
      needs: ["get_categories", "get_a_categories_playlists"],
    },
  ],
  "github-api.json": [
    {
      says: "remove a label from a repository",
      needs: ["issues_list_labels_for_repo", "issues_delete_label"],
    },
    {
      says: "delete a comment on a gist",
      needs: ["gists_list_comments", "gists_delete_comment"],
    },
    {
      says: "rerun the failed jobs of a workflow run",
      needs: [
        ["actions_list_workflow_runs_for_repo", "actions_list_workflow_runs"],
        "actions_re_run_workflow_failed_jobs",
      ],
    },
    {
      says: "publish a draft release",
      needs: ["repos_list_releases", "repos_update_release"],
    },
  ],
};

interface Service {
  readonly handlers: Record<
    string,
    (
      params: object,
      caller: object,
    ) => Promise<{ readonly content: readonly { readonly text: string }[] }>
  >;
}

const [corpus = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run() {
  const done = { taught: 0, bare: 0, all: 0 };
  for (const [document, tasks] of Object.entries(TASKS)) {
    const search = {
      taught: await searchOf(document, true),
      bare: await searchOf(document, false),
    };
    for (const { needs, says } of tasks) {
      done.all += 1;
      const reports = (["taught", "bare"] as const).map(async (how) => {
        const text = await search[how](says);
        const missing = needs
          .map((need) => [need].flat())
          .filter(
            (alternatives) =>
              !alternatives.some((operation) => isNamed(operation, text)),
          );
        done[how] += Number(missing.length === 0);
        return `${how}: ${missing.join(", ") || "all"} (${text.length})`;
      });
      print(`${document} ${says}: ${(await Promise.all(reports)).join(" ")}`);
    }
  }
  print(JSON.stringify(done));
}

function isNamed(operation: string, text: string): boolean {
  return new RegExp(`(?<!\\w)${operation}(?!\\w)`).test(text);
}

/** Text of one search of a server. */
async function searchOf(document: string, isTaught: boolean) {
  const out = join(folder, `${document}-${String(isTaught)}`);
  await generate({
    document: resolve(corpus, document),
    out,
    allRoutesAsTools: true,
    tools: "search",
    emit: isTaught ? ["skills"] : [],
  });
  const outfile = join(out, "dist", "server.js");
  const entry = join(out, "src", "opened.ts");
  writeFileSync(
    entry,
    `import { openServer } from "./runtime/features/start/open.js";
import { server } from "./server.js";
export const { service } = await openServer(server, { env: process.env });
`,
  );
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  const { service } = (await import(pathToFileURL(outfile).href)) as {
    service: Service;
  }; // as the entry exports it
  return async (query: string) => {
    const params = { name: "search_operations", arguments: { query } };
    const answer = await service.handlers["tools/call"]?.(params, {});
    return (answer?.content ?? []).map(({ text }) => text).join("\n");
  };
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
