import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { bundle, emit } from "./project.js";
import { typeErrors } from "../type-check.js";

const OWN = `---
name: house-rules
description: 'What we agreed on: never more than ten pets.'
license: MIT
metadata:
  author: us
---

# House rules

Ask before \`deletePet\`.
`;

describe.each(["v1", "v2"] as const)("skills with the SDK's line %s", (sdk) => {
  test("are listed, fetched and read as the official client verifies them", async () => {
    const project = await emit({
      document: "samples/petstore/openapi.json",
      sdk,
      emit: ["skills"],
      allRoutesAsTools: true,
    });
    mkdirSync(join(project, "skills", "house-rules", "references"), {
      recursive: true,
    });
    const own = (path: string, text: string) =>
      writeFileSync(join(project, "skills", "house-rules", path), text);
    own("SKILL.md", OWN);
    own("references/a b.md", "More.\n");
    own("data.bin", "\u0000ÿ");
    own(".secret", "nobody's");
    // A folder without a SKILL.md is not a skill.
    for (const name of [".editor", "pictures"])
      mkdirSync(join(project, "skills", name));
    writeFileSync(join(project, "skills", "pictures", "a.svg"), "<svg/>");
    expect(await typeErrors(project)).toEqual([]);
    const main = await bundle(project);
    for (const mode of ["legacy", "auto"] as const) {
      const client = new Client(
        { name: "test", version: "1" },
        { versionNegotiation: { mode } },
      );
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [main],
          stderr: "ignore",
          env: { API_BASE_URL: "http://127.0.0.1:9" },
        }),
      );
      try {
        const skills = new SkillsClient(client);
        expect(skills.supported).toBe(true);
        const { skills: all } = await skills.list();
        expect(all.map(({ uri }) => uri)).toEqual([
          "skill://house-rules/SKILL.md",
          "skill://petstore/SKILL.md",
          "skill://petstore-pets/SKILL.md",
        ]);
        for (const skill of all) {
          expect((await skills.get(skill.uri)).skill).toEqual(skill);
          for (const { uri } of [skill.resources].flat().map(Object))
            expect(await skills.read(skill, String(uri))).toMatchObject({
              verified: true,
            });
        }
        const [first] = all;
        expect(first?.frontmatter).toEqual({
          name: "house-rules",
          description: "What we agreed on: never more than ten pets.",
          license: "MIT",
          metadata: { author: "us" },
        });
        expect(first?.resources).toHaveLength(3);
        await expect(skills.get("skill://none/SKILL.md")).rejects.toThrow(
          "Skill not found",
        );
        await expect(
          client.readResource({
            uri: "skill://house-rules/../../package.json",
          }),
        ).rejects.toThrow("Resource not found");
      } finally {
        await client.close();
      }
    }
  });
});

test("a search shows the skills of the operations that it finds", async () => {
  const project = await emit({
    document: "samples/petstore/openapi.json",
    tools: "search",
    emit: ["skills"],
    allRoutesAsTools: true,
  });
  expect(await typeErrors(project)).toEqual([]);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [await bundle(project)],
      stderr: "ignore",
      env: { API_BASE_URL: "http://127.0.0.1:9" },
    }),
  );
  try {
    expect(client.getInstructions()).toContain(
      "Skills (skill://<name>/SKILL.md): petstore, petstore-pets.",
    );
    const told = async (query: string) => {
      const params = { name: "search_operations", arguments: { query } };
      return JSON.stringify((await client.callTool(params)).content);
    };
    expect(await told("take a pet out of the catalogue")).toContain(
      "- `petId` of `deletePet`",
    );
    expect(await told("zxcv")).not.toContain("From ");
  } finally {
    await client.close();
  }
});
