import { lazy } from "../../index.js";
import type { Feature, ToolResult } from "../../index.js";
import { readSkills } from "../skills/skills.js";
import { queryWords } from "./documents.js";
import { createRank } from "./rank.js";
import { tokenize } from "./tokenize.js";

/** Characters that a search tells of skills. */
const MOST = 2_000;
/** The name that a hit begins with; of so many of them skills are asked. */
const HIT = /^\w+(?=\()/gm;
const FIRST = 3;

interface Part {
  /** `petstore-pets, Where arguments come from` */
  readonly heading: string;
  readonly lines: readonly string[];
}

/** Tells, with the operations that a search finds, what skills say of them and of the question. */
export function skillSearch(from: string): Feature {
  return ({ handlers }) => {
    const { "tools/call": call } = handlers;
    if (!call) return {};
    const skills = lazy(() => {
      const parts = sectionsOf(from);
      return { parts, rank: createRank(parts.map(documentOf), new Set()) };
    });
    return {
      async "tools/call"(params, caller) {
        const answer = await call(params, caller);
        const { query = "" } = Object(params["arguments"]) as {
          query?: string; // the search answers texts alone
        };
        const { content, isError } = answer as ToolResult;
        if (params["name"] !== "search_operations" || isError) return answer;
        const { parts, rank } = skills();
        const [best] = rank(queryWords(query.slice(0, 1_000)));
        const found = content.map(textOf).join("\n").match(HIT) ?? [];
        const text = quoted(parts, parts[best ?? -1], found.slice(0, FIRST));
        return text
          ? { content: [...content, { type: "text", text }] }
          : answer;
      },
    };
  };
}

/** All sections of all skills, but for tables of contents. */
function sectionsOf(from: string): Part[] {
  return [...readSkills(from).files].flatMap(([uri, bytes]) => {
    if (!uri.endsWith(".md")) return [];
    const [, ...sections] = bytes.toString().split(/^## /m);
    return sections.map((section) => {
      const [title = "", ...lines] = section.trim().split("\n");
      const name = uri.replace(/^skill:\/\/([^/]*).*$/, "$1");
      return { heading: `${name}, ${title}`, lines: lines.filter(Boolean) };
    });
  });
}

function documentOf({ heading, lines }: Part) {
  const [title, text] = [heading, lines.join(" ")].map(tokenize);
  const none: string[] = [];
  return {
    words: {
      name: none,
      keywords: none,
      path: none,
      tags: none,
      values: none,
      parameters: none,
      properties: none,
      texts: none,
      description: none,
      title: title ?? none,
      firstSentence: text ?? none,
    },
    method: "",
    depth: 1,
    deprecated: false,
  };
}

/** What skills say of the operations that were found first, then the section that is most about the question. */
function quoted(
  parts: readonly Part[],
  best: Part | undefined,
  names: readonly string[],
) {
  const said = parts
    .flatMap(({ lines }) => lines)
    .filter((line) => names.some((name) => line.includes(`\`${name}\``)));
  const all = new Set([...said, ...(best?.lines ?? [])]);
  let room = MOST;
  const lines = [...all].filter((line) => (room -= line.length + 1) >= 0);
  return lines.length === 0
    ? ""
    : `From ${best?.heading ?? "skills"}:\n${lines.join("\n")}`;
}

const textOf = (one: object) => ("text" in one ? String(one.text) : "");
