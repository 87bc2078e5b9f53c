import { describe, expect, it } from "vitest";
import type { Operation } from "../../../generator/model.js";
import { nameOperations } from "../../../generator/plan/names.js";
import { plan } from "../../../generator/plan/plan.js";
import { api, operation, parameter, planOptions } from "./fixtures.js";
import {
  kebabCase,
  toArgumentName,
} from "../../../generator/describe/identifiers.js";

const options = { maxLength: 56, knownFiles: new Map<string, string>() };

function nameOf(route: string, operationId: string | null): string {
  const names = nameOperations([operation(route, { operationId })], options);
  return names.get(route)?.name ?? "";
}

function all(operations: readonly Operation[], known = options.knownFiles) {
  const names = nameOperations(operations, {
    maxLength: 56,
    knownFiles: known,
  });
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
      "post_subscriptions_id_delete_all_environments_get_c76702",
    ],
    [
      "getV3ProjectsIdMergeRequestsIdNotesNoteIdAwardEmojiAwardId",
      "getV3ProjectsIdMergeRequestsNotesAwardEmoji_c76702",
    ],
    [`${"a".repeat(60)}_b`, `get_${"a".repeat(43)}_b_c76702`],
  ])("drops words from the middle of %s", (operationId, want) => {
    expect(all([operation("GET /", { operationId })])).toEqual({
      "GET /": want,
    });
  });

  it.each([
    [
      "DELETE",
      "DataIntegrationsUserManagementController_deleteUserDataInstallation",
      "deleteUserDataInstallation_IntegrationsManagement_c76702",
    ],
    [
      "PUT",
      "DataIntegrationsUserManagementController_updateUserDataInstallation",
      "updateUserDataInstallation_Management_put_c76702",
    ],
    [
      "GET",
      "access-bookmark-applications-(-deprecated)-get-a-bookmark-application",
      "get_a_bookmark_application_access_deprecated_c76702",
    ],
    [
      "PATCH",
      "repos/custom-properties-for-repos-create-or-update-repository-values",
      "create_or_update_repository_values_patch_c76702",
    ],
    [
      "POST",
      "comment_threads_of_all_members_of_a_project_delete_permanently",
      "comment_threads_of_delete_permanently_post_c76702",
    ],
    [
      "HEAD",
      "the_very_long_name_of_a_thing_that_nobody_would_ever_guess",
      "head_the_very_long_name_nobody_would_ever_guess_c76702",
    ],
  ])("begins a shortened name of %s with the verb of %s", (...row) => {
    const [method, operationId, want] = row;
    const one = operation("GET /", { operationId, method });
    const names = nameOperations([one], options);
    const [{ name = "" } = {}] = names.values();
    expect(name.replace(/[^_]+$/, "c76702")).toBe(want);
    expect(name.length).toBeLessThanOrEqual(56);
  });

  it("adds the method to names with the same operationId", () => {
    const methods = ["GET", "PUT", "PATCH", "DELETE"];
    const names = all(
      methods.map((method) =>
        operation(`${method} /a`, { operationId: "execute" }),
      ),
    );
    expect(
      Object.values(names).map((name) => name.replace(/\w{6}$/, "")),
    ).toEqual(
      expect.arrayContaining([
        "e",
        "execute_put_",
        "execute_patch_",
        "execute_delete_",
      ]),
    );
  });

  it("limits names to 56 characters and keeps them unique", () => {
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

  it("makes names unique without regard to case", () => {
    const names = Object.values(all(colliding)).map((name) =>
      name.toLowerCase(),
    );
    expect(new Set(names).size).toBe(4);
  });

  it.each([
    ["that reads", ["DELETE /z", "GET /z", "GET /a"], "GET /z"],
    ["without one that reads", ["POST /z", "DELETE /a"], "POST /z"],
  ])(
    "gives a duplicate operationId to the first operation in the document %s",
    (_what, routes, want) => {
      const names = all(
        routes.map((route) => operation(route, { operationId: "list" })),
      );
      expect(names[want]).toBe("list");
    },
  );

  it("uses names from extensions of the document", () => {
    const asked = {
      hiddenBy: null,
      name: "find-pets",
      title: "",
      description: "",
    };
    const names = all([
      operation("GET /a", { operationId: "a", hints: asked }),
    ]);
    expect(names["GET /a"]).toBe("find_pets");
  });

  it.each([
    ["that of another", "GET /b", "b"],
    ["the same", "GET /b", "mine"],
    ["by the document", "GET /b", "a"],
  ])("reports a name that is set twice: %s", (_what, other, id) => {
    const clashes: unknown[] = [];
    const given = new Map(id === "a" ? [] : [["GET /a", id]]);
    if (id === "mine") given.set("GET /b", id);
    nameOperations(
      [
        operation("GET /a", { operationId: "a" }),
        operation(other, { operationId: id === "a" ? "a" : "b" }),
      ],
      {
        ...options,
        configuredNames: given,
        onClash: (clash) => clashes.push(clash),
      },
    );
    expect(clashes).toEqual([
      {
        owner: "GET /a",
        contender: other,
        contestedName: id,
        contenderName: expect.stringMatching(`^${id}_`) as string,
        isConfigured: id !== "a",
      },
    ]);
  });

  it.each([
    ["listPets", "LISTPETS"],
    ["a1_b", "a_1_b"],
  ])(
    "keeps %s and %s apart, since clients, files and modules would confuse them",
    (one, other) => {
      const names = [
        ...nameOperations(
          [
            operation("GET /a", { operationId: one }),
            operation("GET /b", { operationId: other }),
          ],
          { maxLength: 56, knownFiles: new Map() },
        ).values(),
      ];
      const [first, second] = names;
      expect(first?.name.toLowerCase()).not.toBe(second?.name.toLowerCase());
      expect(first?.file).not.toBe(second?.file);
      expect(first?.exportName).not.toBe(second?.exportName);
    },
  );

  it("numbers functions with one name, and leaves it to the one that had it", () => {
    const functions = [
      operation("GET /a", { operationId: "read_one_a_get" }),
      operation("GET /b", { operationId: "read_one_b_get" }),
    ];
    const both = { "GET /a": "read_one_a_get", "GET /b": "read_one_b_get" };
    expect(all(functions)).toEqual(both);
    const known = new Map([["GET /a", "read-one"]]);
    expect(all(functions, known)).toEqual({ ...both, "GET /a": "read_one" });
  });

  it.each([
    ["one operationId", "label_thumbnail", "label_thumbnail"],
    ["one name", "label_thumbnail", "label.thumbnail"],
    ["one function name", "read_a__get", "read_b__get"],
  ])(
    "keeps a name that the lock has when the twin of %s has gone",
    (_what, id, twinId) => {
      const twins = [
        operation("GET /a", { operationId: id }),
        operation("GET /b", { operationId: twinId }),
      ];
      const before = nameOperations(twins, options);
      const known = new Map([...before].map(([key, { file }]) => [key, file]));
      for (const twin of twins) {
        const key = `${twin.method} ${twin.path}`;
        const named = (names: "renew" | null) =>
          nameOperations([twin], { ...options, knownFiles: known, names });
        expect(named(null).get(key)).toEqual(before.get(key));
        expect(named("renew").get(key)?.name).not.toMatch(/_[0-9a-f]{6}$/);
      }
    },
  );

  it("does not depend on the order of the document", () => {
    expect(all([...colliding].reverse())).toEqual(all(colliding));
  });

  it("renames no tool if an operation is added", () => {
    const before = all(colliding.slice(1));
    expect(all([...colliding, operation("GET /a")])).toMatchObject(before);
  });

  it("keeps the name that an operation has in the lock", () => {
    const known = new Map([["GET /things", "things-get"]]);
    expect(all(colliding, known)["GET /things"]).toBe("things_get");
  });

  it.each([
    {
      operationId:
        "post_subscriptions_id_resource_groups_id_providers_delete_all_environments",
      name: "post_subscriptions_id_delete_all_environments_get_c76702",
      file: "post-subscriptions-id-delete-all-environments-get-c76702",
      exportName: "postSubscriptionsIdDeleteAllEnvironmentsGetC76702",
    },
    {
      operationId: "reservedIPs_list",
      name: "reservedIPs_list",
      file: "reserved-ips-list",
      exportName: "reservedIpsList",
    },
  ])(
    "names component, file and constant of $operationId, whatever the lock has",
    ({ operationId, ...names }) => {
      for (const file of [undefined, names.file, "other"])
        expect(
          nameOperations([operation("GET /", { operationId })], {
            maxLength: 56,
            knownFiles: new Map(file === undefined ? [] : [["GET /", file]]),
          }).get("GET /"),
        ).toEqual(names);
    },
  );

  it.each([
    ["get-pet", "get-pet"],
    ["2fa-enable", "2fa-enable"],
    ["read_item_v1_items__id__get", "read_item_v1_items__id__get"],
    ["a".repeat(64), "a".repeat(64)],
    ["a".repeat(128), "a".repeat(128)],
    ["a".repeat(129), /^get_a{45}_\w{6}$/],
    ["pets.get", "pets.get"],
    ["pets get", "pets_get"],
    ["-", "-"],
    [null, "get_a"],
  ])("keeps the declared name %s if MCP accepts it", (operationId, want) => {
    const names = nameOperations([operation("GET /a", { operationId })], {
      ...options,
      names: "as-declared",
    });
    const name = names.get("GET /a")?.name;
    if (typeof want === "string") expect(name).toBe(want);
    else expect(name).toMatch(want);
  });

  it("keeps declared names that differ in case or punctuation only, and gives their files a suffix", () => {
    const ids = ["list-pets", "list_pets", "list.pets", "LIST-PETS", "-", "."];
    const operations = ids.map((operationId, index) =>
      operation(`GET /${index}`, { operationId }),
    );
    const declare = (
      given: readonly Operation[],
      knownFiles: ReadonlyMap<string, string>,
    ) =>
      nameOperations(given, { ...options, knownFiles, names: "as-declared" });
    const names = declare(operations, new Map());
    expect([...names.values()].map(({ name }) => name).sort()).toEqual(
      [...ids].sort(),
    );
    const files = [...names.values()].map(({ file }) => file);
    expect(new Set(files).size).toBe(ids.length);
    expect(files).toContain("list-pets");
    for (const { exportName, file } of names.values()) {
      expect(exportName).toMatch(/^[A-Za-z_]\w*$/);
      expect(file).toMatch(/^[a-z0-9-]+_?$/);
    }
    // They keep their files, whoever comes and goes.
    const known = new Map([...names].map(([key, { file }]) => [key, file]));
    expect(declare(operations, known)).toEqual(names);
    for (const { method, path } of operations) {
      const others = operations.filter((other) => other.path !== path);
      const left = declare(others, known);
      names.forEach((own, key) => {
        if (key !== `${method} ${path}`) expect(left.get(key)).toEqual(own);
      });
    }
  });

  it("takes every configured name that MCP takes, and reports those that some clients refuse", () => {
    const overrides = {
      "GET /a": { name: "API-post-search" },
      "GET /b": { name: "API_post_search" },
      "GET /c": { name: "files.list" },
      "GET /d": { name: "2fa" },
    };
    const { components, findings } = plan(
      api(Object.keys(overrides).map((route) => operation(route))),
      planOptions({ overrides, routeMaps: [{ routeType: "TOOL" }] }),
    );
    expect(components.map(({ name }) => name).sort()).toEqual(
      Object.values(overrides)
        .map(({ name }) => name)
        .sort(),
    );
    const refused = findings.filter(({ code }) => code === "refused-name");
    expect(refused.map(({ message }) => message)).toEqual([
      "Some clients refuse the names 2fa, files.list: they take 64 letters, digits, _ and -, and no digit at the start.",
    ]);
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

describe("names of the search tools", () => {
  const planned = (tools: "all" | "search", overrides = {}) =>
    plan(
      api([operation("POST /x", { operationId: "call_operation" })]),
      planOptions({ tools, overrides, routeMaps: [{ routeType: "TOOL" }] }),
    );

  it("are reserved in search mode", () => {
    const searched = planned("search");
    expect(searched.components.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^call_operation_post_\w{6}$/),
    ]);
    const told = searched.findings.find(({ code }) => code === "reserved-name");
    expect(told?.message).toMatch(
      /^The name call_operation is reserved for a search tool, so POST \/x is called call_operation_post_\w{6}\.$/,
    );
  });

  it("are names like any other in list mode", () => {
    const [only] = planned("all").components;
    expect(only?.name).toBe("call_operation");
  });

  it("are rejected in overrides", () => {
    const overrides = { "POST /x": { name: "search_operations" } };
    expect(() => planned("search", overrides)).toThrow(
      "An override sets the name search_operations, which both a tool of the search and POST /x would have.",
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
    expect(toArgumentName(wireName)).toBe(want);
  });

  it("is never empty and never longer than 64 characters", () => {
    expect(toArgumentName("名前")).toMatch(/^arg_[0-9a-f]{6}$/);
    expect(toArgumentName("x".repeat(100))).toHaveLength(64);
  });
});

describe("kebabCase", () => {
  it.each([
    ["createPet", "create-pet"],
    ["HTTPServer2Go", "http-server2-go"],
    ["issues_list", "issues-list"],
    ["reservedIPs_list", "reserved-ips-list"],
    ["getIDsOfURLs", "get-ids-of-urls"],
    ["listIPv6Rules", "list-ipv6-rules"],
    ["IPsec", "i-psec"],
    ["createOAuth2Token", "create-oauth2-token"],
  ])("makes %j %j", (name, want) => {
    expect(kebabCase(name)).toBe(want);
  });
});

describe("labels of placeholders", () => {
  const route = String.raw`GET /things/{id:\d+}`;
  const document = api([
    operation(route, {
      parameters: [
        parameter("path", String.raw`id:\d+`, {
          label: "id",
          description: "Which thing.",
        }),
      ],
    }),
  ]);
  const planned = (text: string, names: "renew" | null = null) =>
    plan(document, { ...planOptions({ names }), lastModuleText: () => text })
      .components[0];

  it("become names of arguments, without the words of a constraint", () => {
    const one = planned("");
    expect(one?.args).toMatchObject([
      { name: "id", wireName: String.raw`id:\d+` },
    ]);
    expect(one?.args[0]?.schema["description"]).toBe("Which thing.");
    expect(one?.uriTemplate).toBe("things://{id}");
  });

  it("leave generated names unchanged", () => {
    const last = `uriTemplate: "things://{id_d}",`;
    expect(planned(last)?.uriTemplate).toBe("things://{id_d}");
    expect(planned(last, "renew")?.uriTemplate).toBe("things://{id}");
    expect(planned("things://{id}")?.uriTemplate).toBe("things://{id}");
  });
});
