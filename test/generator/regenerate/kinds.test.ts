import { expect, test } from "vitest";
import type { RouteType } from "../../../generator/config/route-map.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";
import { shop } from "./shop.js";

/**
 * Kinds of a route: `tool` and components that refer to it, or one by itself. A template is a resource that has come to
 * need an argument.
 */
type Kinds = ("tool" | "resource" | "template")[];

const at = (kind: string) =>
  `src/${kind === "template" ? "resource-template" : kind}s/list-pets.ts`;

function run(made: Project, kinds: Kinds): Promise<string[]> {
  const types: (keyof typeof RouteType)[] = kinds.map((kind) =>
    kind === "tool" ? "TOOL" : "RESOURCE",
  );
  const document = shop(
    [
      "summary: List the pets",
      "summary: List the pets\n      description: Gone ones are not among them.",
    ],
    kinds.includes("template")
      ? ["name: limit,", "name: limit, required: true,"]
      : ["", ""],
  );
  return made.generate(document, {
    config: {
      allRoutesAsTools: false,
      routeMaps: [
        {
          methods: ["GET"],
          pattern: "^/pets$",
          // A template has its own type only if it is alone.
          routeType:
            kinds.join() === "template" ? ["RESOURCE_TEMPLATE"] : types,
        },
      ],
    },
  });
}

/** Edits of each part of a module. */
const edits: [string, string][] = [
  ["return send(args);", "return send({ ...args });"],
  ["Gone ones are not among", "Gone ones are among"],
  ["maximum: 100", "maximum: 50"],
];

/** Text that overrides the tool's own beside `of: tool`. */
const override: [string, string] = [
  "  of: tool,",
  `  of: tool,\n  title: "Ours",`,
];

const isQuiet = (outcome: string) => /^(?:kept|orphaned) /.test(outcome);

test.each<[from: Kinds, to: Kinds, whole: string, beside?: string]>([
  [["tool"], ["resource"], "resource"],
  [["tool"], ["template"], "template"],
  [["resource"], ["tool"], "tool"],
  [["template"], ["tool"], "tool"],
  [["resource"], ["template"], "template"],
  [["template"], ["resource"], "resource"],
  [["tool"], ["tool", "resource"], "tool"],
  [["resource"], ["tool", "resource"], "tool"],
  [["resource"], ["tool", "template"], "tool"],
  [["template"], ["tool", "template"], "tool"],
  [["tool", "resource"], ["tool"], "tool", "resource"],
  [["tool", "resource"], ["resource"], "resource", "resource"],
  [["tool", "resource"], ["template"], "template", "resource"],
  [["tool", "resource"], ["tool", "template"], "tool", "template"],
  [["tool", "template"], ["template"], "template", "template"],
  [["tool", "template"], ["tool"], "tool", "template"],
  [["tool", "template"], ["tool", "resource"], "tool", "resource"],
])(
  "edits of a route of the kinds %j that becomes %j are in %s and %s",
  async (from, to, whole, beside) => {
    const made = project();
    await run(made, from);
    made.edit(at(from[0] ?? ""), ...edits);
    if (beside) made.edit(at(from[1] ?? ""), override);
    const outcomes = await run(made, to);
    for (const [, text] of edits) expect(made.read(at(whole))).toContain(text);
    if (beside) expect(made.read(at(beside))).toContain(override[1].slice(14));
    expect(outcomes.join("\n")).toContain(at(whole));
    if (beside === whole) {
      linkPackages(made);
      expect(await typeErrors(made)).toEqual([]);
    }
    const files = made.files();
    const again = await run(made, to);
    expect(again.filter((one) => !isQuiet(one))).toEqual([]);
    expect(made.files()).toEqual(files);
  },
);

const both: Kinds = ["tool", "resource"];
const handler = edits[0]?.[1] ?? "";
const said = (title: string): [string, string] => [
  `title: "List the pets"`,
  `title: "${title}"`,
];

test.each<[string, (made: Project) => unknown, want: string[], has: string[]]>([
  [
    "beside an unedited tool",
    (made) => made.edit(at("resource"), override),
    [`moved ${at("resource")} from ${at("tool")}`],
    [`title: "Ours"`, "return send(args);"],
  ],
  [
    "through a formatter alone",
    (made) =>
      made.write(
        at("resource"),
        made.read(at("resource")).replaceAll(`"`, "'"),
      ),
    [`moved ${at("resource")} from ${at("tool")}`],
    ["title: 'List the pets'"],
  ],
  [
    "beside a tool that was deleted",
    (made) => {
      made.edit(at("resource"), override);
      made.remove(at("tool"));
    },
    [`merged ${at("resource")}`],
    [`title: "Ours"`, "return send(args);"],
  ],
  [
    "after it was an orphan",
    async (made) => {
      made.edit(at("resource"), override);
      made.edit(at("tool"), ...edits);
      expect(await run(made, ["tool"])).toContain(`orphaned ${at("resource")}`);
    },
    [`moved ${at("resource")} from ${at("tool")}`],
    [`title: "Ours"`, handler],
  ],
  [
    "and the tool's words are others, too",
    (made) => {
      made.edit(at("resource"), override);
      made.edit(at("tool"), said("Theirs"));
    },
    [`conflict ${at("resource")} from ${at("tool")}`],
    [`title: "Ours"`, `title: "Theirs"`],
  ],
])(
  "a resource that referred to a tool becomes complete: edited %s",
  async (_name, change, want, has) => {
    const made = project();
    await run(made, both);
    await change(made);
    const outcomes = await run(made, ["resource"]);
    const isListed = (one: string) =>
      !/^(?:created|updated|removed) /.test(one);
    expect(outcomes.filter(isListed)).toEqual(want);
    for (const text of has) expect(made.read(at("resource"))).toContain(text);
    expect(made.read(at("resource"))).not.toContain("tools/");
    expect(made.has(at("tool"))).toBe(false);
    if (want[0]?.startsWith("conflict")) return;
    const files = made.files();
    expect(
      (await run(made, ["resource"])).filter((one) => !isQuiet(one)),
    ).toEqual([]);
    expect(made.files()).toEqual(files);
  },
);

test("a moved module whose route changes its kind is an orphan, and the tool is generated again", async () => {
  const made = project();
  await run(made, ["template"]);
  const own = "src/own/pets.ts";
  made.write(own, made.read(at("template")));
  made.remove(at("template"));
  made.edit("src/resource-templates/index.ts", [
    "./list-pets.js",
    "../own/pets.js",
  ]);
  made.edit(own, ["return send(args);", "return send({ ...args });"]);
  const outcomes = await run(made, ["tool"]);
  expect(outcomes).toContain(`orphaned ${own}`);
  expect(outcomes).toContain(`created ${at("tool")}`);
  expect(made.read("src/tools/index.ts")).toContain("./list-pets.js");
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  expect((await run(made, ["tool"])).filter((one) => !isQuiet(one))).toEqual(
    [],
  );
});
