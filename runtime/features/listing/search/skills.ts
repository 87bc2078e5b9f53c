import { lazy } from "../../../index.js";
import type { Feature, MethodHandlers, ToolResult } from "../../../index.js";
import { readSkills } from "../../components/skills/skills.js";
import { queryWords } from "./documents.js";
import { createRank } from "./rank.js";
import { tokenize } from "./tokenize.js";

/** Maximum length of the quoted lines, in characters. */
const MAX_LENGTH = 2_000;
/** Name at the start of a hit, and number of hits whose names are looked up in skills. */
const HIT_NAME = /^\w+(?=\()/gm;
const MAX_NAMES = 3;

interface SkillSection {
  /** Skill and title: `petstore-pets, Where arguments come from`. */
  readonly heading: string;
  readonly lines: readonly string[];
}

/** Adds lines of skills that concern the found operations and the query to the results of a search. */
export function skillSearch(moduleUrl: string): Feature {
  return {
    name: "skill-search",
    stage: "guard",
    requires: ["search"],
    methods: ({ handlers }) => wrapCalls(handlers, moduleUrl),
  };
}

function wrapCalls(
  { "tools/call": call }: MethodHandlers,
  moduleUrl: string,
): MethodHandlers {
  if (!call) return {};
  const skills = lazy(() => {
    const parts = readSections(moduleUrl);
    return { parts, rank: createRank(parts.map(toDocument), new Set()) };
  });
  return {
    async "tools/call"(params, caller) {
      const result = await call(params, caller);
      const { query = "" } = Object(params["arguments"]) as {
        query?: string; // search results are strings only
      };
      const { content, isError } = result as ToolResult;
      if (params["name"] !== "search_operations" || isError) return result;
      const { parts, rank } = skills();
      const [bestIndex] = rank(queryWords(query.slice(0, 1_000)));
      const hitNames = content.map(readText).join("\n").match(HIT_NAME) ?? [];
      const text = quoteSections(
        parts,
        parts[bestIndex ?? -1],
        hitNames.slice(0, MAX_NAMES),
      );
      return text ? { content: [...content, { type: "text", text }] } : result;
    },
  };
}

/** Reads the sections of all skills, without tables of contents. */
function readSections(moduleUrl: string): SkillSection[] {
  return [...readSkills(moduleUrl).files].flatMap(([uri, bytes]) => {
    if (!uri.endsWith(".md")) return [];
    const [, ...sections] = bytes.toString().split(/^## /m);
    return sections.map((section) => {
      const [title = "", ...lines] = section.trim().split("\n");
      const name = uri.split("/")[2] ?? "";
      return { heading: `${name}, ${title}`, lines: lines.filter(Boolean) };
    });
  });
}

function toDocument({ heading, lines }: SkillSection) {
  const [title, text] = [heading, lines.join(" ")].map(tokenize);
  const noWords: string[] = [];
  return {
    words: {
      name: noWords,
      keywords: noWords,
      path: noWords,
      tags: noWords,
      values: noWords,
      parameters: noWords,
      properties: noWords,
      texts: noWords,
      description: noWords,
      title: title ?? noWords,
      firstSentence: text ?? noWords,
    },
    method: "",
    depth: 1,
    deprecated: false,
  };
}

/** Quotes lines about the first operations found, then the section that matches the query best. */
function quoteSections(
  parts: readonly SkillSection[],
  bestSection: SkillSection | undefined,
  names: readonly string[],
) {
  const quotedLines = parts
    .flatMap(({ lines }) => lines)
    .filter((line) => names.some((name) => line.includes(`\`${name}\``)));
  const uniqueLines = new Set([...quotedLines, ...(bestSection?.lines ?? [])]);
  let remainingLength = MAX_LENGTH;
  const lines = [...uniqueLines].filter(
    (line) => (remainingLength -= line.length + 1) >= 0,
  );
  return lines.length === 0
    ? ""
    : `From ${bestSection?.heading ?? "skills"}:\n${lines.join("\n")}`;
}

const readText = (block: object) => ("text" in block ? String(block.text) : "");
