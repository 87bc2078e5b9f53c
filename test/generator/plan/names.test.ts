import { describe, expect, it } from "vitest";
import type { Operation } from "../../../generator/model.js";
import { nameOperations } from "../../../generator/plan/names.js";
import { plan } from "../../../generator/plan/plan.js";
import { api, operation, planOptions } from "./fixtures.js";
import { kebabCase, argumentName } from "../../../generator/words/naming.js";

const options = { maxLength: 56, known: new Map<string, string>() };

function nameOf(route: string, operationId: string | null): string {
  const names = nameOperations([operation(route, { operationId })], options);
  return names.get(route)?.name ?? "";
}

function all(operations: readonly Operation[], known = options.known) {
  const names = nameOperations(operations, { maxLength: 56, known });
  return Object.fromEntries(
    [...names].map(([key, { name }]) => [key, name] as const),
  );
}

describe("tool names", () => {
  it.each([
    ["createPet", "createPet"],
    ["issues/list-comments", "issues_list_comments"],
    ["list_pets__v1_pets_get", "list_pets"],
    ["read_item_v1_items__id__get", "read_item"],
    ["items_v1_items__id__get", "items"],
    ["read_v1_items__id__get", "read_v1_items"],
    ["  a..b--c  ", "a_b_c"],
    ["2fa.enable", "_2fa_enable"],
    ["取得", "get_v1_items_id"],
    ["__hidden", "get_v1_items_id"],
    ["", "get_v1_items_id"],
    [null, "get_v1_items_id"],
  ])("makes %j %j", (operationId, want) => {
    expect(nameOf("GET /v1/items/{id}", operationId)).toBe(want);
  });

  it.each([
    [
      "post_subscriptions_id_resource_groups_id_providers_delete_all_environments",
      "post_subscriptions_id_delete_all_environments_c76702",
    ],
    [
      "getV3ProjectsIdMergeRequestsIdNotesNoteIdAwardEmojiAwardId",
      "getV3ProjectsIdMerge_NoteIdAwardEmojiAwardId_c76702",
    ],
    [`${"a".repeat(60)}_b`, `${"a".repeat(47)}_b_c76702`],
  ])("leaves out words from the middle of %s", (operationId, want) => {
    expect(all([operation("GET /", { operationId })])).toEqual({
      "GET /": want,
    });
  });

  it("cuts at 56 characters and stays unique there", () => {
    const long = "a".repeat(70);
    const names = Object.values(
      all([
        operation("GET /a", { operationId: `${long}1` }),
        operation("GET /b", { operationId: `${long}2` }),
      ]),
    );
    expect(new Set(names).size).toBe(2);
    expect(names.every((name) => name.length <= 56)).toBe(true);
  });

  const colliding = [
    operation("GET /things", { operationId: "things.get" }),
    operation("POST /things", { operationId: "things_get" }),
    operation("PUT /things", { operationId: "Things_Get" }),
    operation("DELETE /others", { operationId: "removeOther" }),
  ];

  it("gives every operation a name of its own, whatever the case", () => {
    const names = Object.values(all(colliding)).map((name) =>
      name.toLowerCase(),
    );
    expect(new Set(names).size).toBe(4);
  });

  it.each([
    ["that reads", ["DELETE /z", "GET /z", "GET /a"], "GET /z"],
    ["where none reads", ["POST /z", "DELETE /a"], "POST /z"],
  ])(
    "leaves an operationId to the first in the document %s",
    (_what, routes, want) => {
      const names = all(
        routes.map((route) => operation(route, { operationId: "list" })),
      );
      expect(names[want]).toBe("list");
    },
  );

  it("calls an operation as extensions of the document do", () => {
    const asked = {
      hiddenBy: null,
      name: "find-pets",
      title: "",
      description: "",
    };
    const names = all([operation("GET /a", { operationId: "a", asked })]);
    expect(names["GET /a"]).toBe("find_pets");
  });

  it.each([
    ["that of another", "GET /b", "b"],
    ["the same", "GET /b", "mine"],
    ["by the document", "GET /b", "a"],
  ])("tells of a name that is given twice: %s", (_what, other, id) => {
    const clashes: unknown[] = [];
    const given = new Map(id === "a" ? [] : [["GET /a", id]]);
    if (id === "mine") given.set("GET /b", id);
    nameOperations(
      [
        operation("GET /a", { operationId: "a" }),
        operation(other, { operationId: id === "a" ? "a" : "b" }),
      ],
      { ...options, given, onTaken: (clash) => clashes.push(clash) },
    );
    expect(clashes).toEqual([
      {
        owner: "GET /a",
        other,
        wanted: id,
        name: expect.stringMatching(`^${id}_`) as string,
        isGiven: id !== "a",
      },
    ]);
  });

  it.each([
    ["listPets", "LISTPETS"],
    ["a1_b", "a_1_b"],
  ])("tells %s from %s, as clients, files and modules do", (one, other) => {
    const names = [
      ...nameOperations(
        [
          operation("GET /a", { operationId: one }),
          operation("GET /b", { operationId: other }),
        ],
        { maxLength: 56, known: new Map() },
      ).values(),
    ];
    const [first, second] = names;
    expect(first?.name.toLowerCase()).not.toBe(second?.name.toLowerCase());
    expect(first?.file).not.toBe(second?.file);
    expect(first?.exportName).not.toBe(second?.exportName);
  });

  it("tells functions of one name apart, and leaves it with the one that had it", () => {
    const functions = [
      operation("GET /a", { operationId: "read_one_a_get" }),
      operation("GET /b", { operationId: "read_one_b_get" }),
    ];
    const both = { "GET /a": "read_one_a_get", "GET /b": "read_one_b_get" };
    expect(all(functions)).toEqual(both);
    const known = new Map([["GET /a", "read-one"]]);
    expect(all(functions, known)).toEqual({ ...both, "GET /a": "read_one" });
  });

  it("does not depend on the document's order", () => {
    expect(all([...colliding].reverse())).toEqual(all(colliding));
  });

  it("renames no operation when another one is added", () => {
    const before = all(colliding.slice(1));
    expect(all([...colliding, operation("GET /a")])).toMatchObject(before);
  });

  it("leaves a name with the operation that had it last time", () => {
    const known = new Map([["GET /things", "things-get"]]);
    expect(all(colliding, known)["GET /things"]).toBe("things_get");
  });

  it("keeps files and exports clear of reserved names", () => {
    const names = nameOperations(
      [
        operation("GET /a", { operationId: "delete" }),
        operation("GET /b", { operationId: "index" }),
        operation("GET /c", { operationId: "CON" }),
        operation("GET /d", { operationId: "operations" }),
      ],
      options,
    );
    expect([...names.values()].map(({ file }) => file).sort()).toEqual([
      "con_",
      "delete",
      "index_",
      "operations",
    ]);
    expect(names.get("GET /a")?.exportName).toBe("delete_");
    expect(names.get("GET /d")?.exportName).toBe("operations_");
  });
});

describe("names of the search", () => {
  const planned = (tools: "all" | "search", overrides = {}) =>
    plan(
      api([operation("POST /x", { operationId: "call_operation" })]),
      planOptions({ tools, overrides, routeMaps: [{ routeType: "TOOL" }] }),
    );

  it("are nobody's where there is one", () => {
    const searched = planned("search");
    expect(searched.components.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^call_operation_\w{6}$/),
    ]);
    const told = searched.findings.find(({ code }) => code === "reserved-name");
    expect(told?.message).toMatch(
      /^A tool of the search is called call_operation, and POST \/x call_operation_\w{6}\.$/,
    );
  });

  it("are like any other where there is none", () => {
    const [only] = planned("all").components;
    expect(only?.name).toBe("call_operation");
  });

  it("can't be given", () => {
    const overrides = { "POST /x": { name: "search_operations" } };
    expect(() => planned("search", overrides)).toThrow(
      "An override gives the name search_operations, which both a tool of the search and POST /x have then.",
    );
  });
});

describe("argumentName", () => {
  it.each([
    ["petId", "petId"],
    ["filter[name]", "filter_name"],
    ["$top", "top"],
    ["ids[]", "ids"],
    ["X-Id", "X_Id"],
    ["StartTime<", "StartTime"],
    ["0day", "_0day"],
  ])("makes %j %j", (wireName, want) => {
    expect(argumentName(wireName)).toBe(want);
  });

  it("is never empty and never longer than 64 characters", () => {
    expect(argumentName("名前")).toMatch(/^arg_[0-9a-f]{6}$/);
    expect(argumentName("x".repeat(100))).toHaveLength(64);
  });
});

describe("kebabCase", () => {
  it.each([
    ["createPet", "create-pet"],
    ["HTTPServer2Go", "http-server2-go"],
    ["issues_list", "issues-list"],
  ])("makes %j %j", (name, want) => {
    expect(kebabCase(name)).toBe(want);
  });
});
