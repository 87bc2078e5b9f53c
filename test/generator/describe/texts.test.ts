import { describe, expect, it, test } from "vitest";
import type { Operation, Parameter } from "../../../generator/model.js";
import { annotationsOf } from "../../../generator/describe/annotations.js";
import { fallbackDescription } from "../../../generator/describe/fallback-text.js";
import { viewOperationId } from "../../../generator/describe/operation-id.js";
import { markdownToText } from "../../../generator/describe/markdown-to-text.js";
import {
  sentencesOf,
  truncateText,
} from "../../../generator/describe/sentences.js";
import { plan } from "../../../generator/plan/plan.js";
import {
  shortenArgumentText,
  shortenDocs,
} from "../../../generator/describe/shorten.js";
import {
  api,
  jsonBody,
  operation,
  parameter,
  planOptions,
} from "../plan/fixtures.js";

test.each<[string, string]>([
  [
    "See the [docs](https://a.b/c_(d) 'x') of [`page`](#p).",
    "See the docs of `page`.",
  ],
  [
    "![logo](a.png)**Bold** _it_ *is*, snake_case 2 * 3 * 4",
    "Bold it is, snake_case 2 * 3 * 4",
  ],
  ["> [!WARNING]\n> **Note:** go\n> on", "Note: go\non"],
  [
    "<p>One <em>is</em> <code>a&lt;b</code> &amp; more.</p>\n<ul><li>x</li><li>y</li></ul>",
    "One is `a<b` & more.\n\n- x\n- y",
  ],
  ["one<br />\ntwo<!-- gone -->", "one\ntwo"],
  [
    "Path <owner>/<repo>, `<b>` and ^[a-z](foo)$",
    "Path <owner>/<repo>, `<b>` and ^[a-z](foo)$",
  ],
  ["The [profile](get-profile) it belongs to.", "The profile it belongs to."],
  ["See [both](https://a.b/c_(d)_(e)).", "See both."],
  [
    "Text.\n\n### Changelog\n| Version | |\n| --- | --- |\n|0.70 | Added |\n\nMore.",
    "Text.\n\nMore.",
  ],
  [
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
  ],
  ["<Note>Told.</Note> a < b > c", "Told. a < b > c"],
  ["# Head\ntext\n```json\n[a](#b)\n```", "text\n\n[a](#b)"],
  ["See <https://a.b>, &#65;&#x42;&unknown;", "See https://a.b, AB&unknown;"],
  [
    "Who.\n+optional\n+listType=atomic\n+patchStrategy=merge,retainKeys\nMore.",
    "Who.\n\nMore.",
  ],
  ["Who. +optional", "Who."],
  ["Who.\n+kubebuilder:validation:Minimum=1", "Who."],
  ["Sort by:\n+name\n-name", "Sort by:\n+name\n-name"],
  ["Call +1 555 0100 or a +b", "Call +1 555 0100 or a +b"],
])("markdownToText turns %j into %j", (text, want) => {
  expect(markdownToText(text)).toBe(want);
});

test.each([
  "<a ",
  "[](",
  "[x](",
  "`",
  "```",
  "<!--",
  "*a",
  "[[",
  "\\[x](a(",
  '[a](b "',
  "\n \n",
  " \t",
  " +optional",
  "+a=",
  "</a",
  "&#1",
  "_A ",
])("markdownToText reads repeated %j in linear time", (text) => {
  // Quadratic time would be longer than a test may take.
  expect(markdownToText(`${text.repeat(1_000_000 / text.length)}<`)).toBeTypeOf(
    "string",
  );
});

test.each<[string, string, string]>([
  [
    "the first sentence",
    "Name of it, e.g. `a.b`. See [x](#y).",
    "Name of it, e.g. `a.b`.",
  ],
  [
    "how it is written",
    "When it began. This is a timestamp in ISO 8601 format: `YYYY`. Nice.",
    "When it began. This is a timestamp in ISO 8601 format: `YYYY`.",
  ],
  [
    "a list of allowed values",
    "One of:\n\n- `a`: x\n- `b`: y\n\nMore.",
    "One of:\n- `a`: x\n- `b`: y",
  ],
  [
    "more than its default",
    "Defaults to `1`. How many.",
    "Defaults to `1`. How many.",
  ],
  [
    "an addition to it",
    'Kind of it. Of all. Values: "a", "b".',
    'Kind of it. Values: "a", "b".',
  ],
  [
    "the text after a paragraph with a default alone",
    "Defaults to `false`.\n\nWhen `true`, it is a stream. More.",
    "Defaults to `false`. When `true`, it is a stream.",
  ],
  [
    "the text after Deprecated",
    "Deprecated.\n\nThe shop.",
    "Deprecated. The shop.",
  ],
  ["a default at the end", "Defaults to `1`.", "Defaults to `1`."],
  [
    "the announcement of a list",
    "Only what intersects. The box is four or six numbers, by its axes:\n\n* Lower\n* Upper",
    "Only what intersects. The box is four or six numbers, by its axes:\n* Lower\n* Upper",
  ],
  [
    "values from any paragraph",
    "The state. It is new.\n\nFor a list.\n\nPossible values are:\n- open\n- closed",
    "The state.\nPossible values are:\n- open\n- closed",
  ],
  [
    "values that go on in one line",
    "Dry run. Valid values are: - All: all stages. - None: no stage. Else so.",
    "Dry run. Valid values are: - All: all stages. - None: no stage.",
  ],
  [
    "when a value is required",
    "The target. It is a name. Required unless `id` is given.",
    "The target. Required unless `id` is given.",
  ],
  [
    "arguments that a value can't be combined with",
    "The slugs. They are new.\n\nCannot be combined with `exclude`.",
    "The slugs. Cannot be combined with `exclude`.",
  ],
  [
    "a table, a line a row, with the line that announces it",
    "Filters. It is fast.\n\nThe fields are:\n\n| Field | Note |\n|---|:--|\n| `a` | the \\| a |\n| b | |\n\nMore.",
    "Filters.\nThe fields are:\n`a`: the | a\nb",
  ],
  [
    "a table alone",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |",
    "1: 2\n3: 4",
  ],
  [
    "no table of more than 600 bytes, nor the line that announces it",
    `Filters.\n\nThe fields are:\n| Field | Note |\n|---|---|\n${"| `a` | of it |\n".repeat(60)}\nRequired if "b" is set.`,
    'Filters. Required if "b" is set.',
  ],
  ["bars that are no table", "Either a | b. More.", "Either a | b."],
  [
    "Japanese sentences without a blank between them",
    "予約の状態。最大100文字。必須 must",
    "予約の状態。必須 must",
  ],
  [
    "special values",
    "Filters by assignee. It is fast. Use `*` for all of them.",
    "Filters by assignee. Use `*` for all of them.",
  ],
])("shortenArgumentText keeps %s", (_what, text, want) => {
  expect(shortenArgumentText(text, "short")).toBe(want);
});

test.each<[string, string]>([
  ["* `1` - New\n* `2` - Paid", "* `1` - New\n* `2` - Paid"],
  ["Of it.\n\n* `new` - New\n* `nw` - Paid", "Of it.\n* `nw` - Paid"],
  ["* `new` - New\n* `in_work` - In work", ""],
  ["One of:\n- `a`: x\n- `b`: y", "One of:\n- `a`: x\n- `b`: y"],
  [
    " - ALL_UNKNOWN: Not said.\n - ALL_A: a",
    "- ALL_UNKNOWN: Not said.\n- ALL_A: a",
  ],
  ["State.\n\n0 = New\n\n1 = Paid", "State.\n0 = New\n1 = Paid"],
  ["1 - New\n2 - Paid", "1 - New\n2 - Paid"],
  [
    "Kind of it. Possible values are `in` (more of it) or `out` (less).",
    "Kind of it. Possible values are `in` (more of it) or `out` (less).",
  ],
  ["Kind of it. Possible values are `in`, `out` and `1`.", "Kind of it."],
  ["Kind of it. Can be 'in' or \"out\" (default).", "Kind of it."],
  ["Kind of it. Valid options: in, out, to_and_fro", "Kind of it."],
  [
    "Kind of it. `in` means more of it. More on it.",
    "Kind of it. `in` means more of it.",
  ],
  [
    "Kind of it.\n\nAllowed values:\n- in: more\n- out - less\n- to_and_fro: to and fro",
    "Kind of it.\n- in: more\n- out - less",
  ],
  ["Kind of it.\n\nAllowed values:\n- in\n- out", "Kind of it."],
  [
    "Kind.\n- `in`: more\n   of it\n- `out`: less",
    "Kind.\n- `in`: more of it\n- `out`: less",
  ],
  [
    "Kind of it. `in` needs others:\n- one\n- two",
    "Kind of it. `in` needs others.",
  ],
])("shortenArgumentText turns %j beside an enum into %j", (text, want) => {
  const schema = { enum: ["1", "in", "out", "to_and_fro"] };
  expect(shortenArgumentText(text, "short", schema)).toBe(want);
});

test.each<[string, string | null, string]>([
  ["GET /guilds/{guild_id}/roles", null, "List the roles of a guild."],
  [
    "DELETE /guilds/{guild_id}/roles/{role_id}",
    "delete_guild_role",
    "Delete a role of a guild.",
  ],
  ["POST /v1/categories", "createCategory", "Create a category."],
  ["PUT /a/{id}/members/{member}", "add_a_member", "Add a member."],
  ["POST /invoices/{id}/pay", null, "Pay an invoice."],
  ["POST /replies/{id}/{token}/callback", "create_reply", "Create reply."],
  ["POST /apps/{id}/emojis", "create_emoji", "Create an emoji of an app."],
  ["POST /accounts/{id}", null, "Update an account."],
  ["GET /", null, "Get the API's root."],
  ["GET /api/me", null, "Get the current user."],
  ["PATCH /users/@me", null, "Update the current user."],
  ["GET /auth/me", null, "Get the current user of auth."],
  ["GET /users/me/roles", null, "List the roles of users."],
  ["POST /dc", "dc", "Dc: POST /dc."],
  ["GET /api/v{version}/Orders", null, "List the orders."],
  ["PUT /items/{id}", "replace_items__id__put", "Replace an item."],
  ["POST /token", "login_token_post", "Login: POST /token."],
  ["GET /v1/cats/{id}", "CatsController_findOne_v1", "Get a cat."],
  ["PATCH /api/users/{id}/", "api_users_partial_update", "Update a user."],
  ["GET /orders", "findAll_1", "List the orders."],
  ["PUT /api/users/{id}/", "api_users_update", "Update a user."],
  [
    "DELETE /teams/{id}/apps/{app}",
    "Teams_removeApp",
    "Remove an app of a team.",
  ],
  [
    "GET /apps/{owner_name}/{app_name}/tests",
    "Tests_list",
    "List the tests of an app.",
  ],
  ["GET /a/b/things", null, "List the things of b."],
  ["POST /apps/{id}/mapping", "mapping_create", "Mapping create."],
  ["POST /users/{id}/mute", "UsersController_mute", "Users mute."],
  ["POST /users/{id}/mute", "UsersController_muteUser", "Mute user."],
  // TypeSpec.
  ["POST /bots/{id}/start", "BotOperations_startBot", "Start bot."],
  ["POST /bots/{id}/start", "BotOperations_start.0", "Bot start."],
  ["GET /users", "MyApp.UserController.index", "List the users."],
  ["POST /v1/{parent}/books", "LibraryService_AddBook", "Library add book."],
  [
    "DELETE /Products({ID})",
    "Products.Product.DeleteProduct",
    "Delete a product.",
  ],
  ["POST /orders/{id}/stop", "stopOrder_1", "Stop order."],
  ["POST /orders/{id}/stop", "stopOrderUsingPOST_12", "Stop order."],
  ["POST /readers/{id}/cancel-action", null, "Cancel action of a reader."],
  ["GET /api/Orders/GetByCustomer", null, "Get by customer of orders."],
  ["DELETE /api/Order/DeleteOrder/{id}", null, "Delete order."],
  ["POST /rpc/add_them", null, "Add them."],
  ["GET /files/*", "getFiles", "List the files."],
  ["GET /groups/{id}/providers/A.B/apps", null, "List the apps of a group."],
  ["POST /lists.create", "lists_create", "Lists create."],
  ["GET /reports/{id}/lines", "reports_list", "Reports list."],
  ["GET /größen/{id}", null, "Get a größen."],
  // An operationId that is a phrase goes before the path.
  [
    "GET /api/v1/cron-workflows/{namespace}",
    "CronWorkflowService_ListCronWorkflows",
    "List cron workflows.",
  ],
  [
    "DELETE /api/v1/cron-workflows/{namespace}/{name}",
    "CronWorkflowService_DeleteCronWorkflow",
    "Delete a cron workflow.",
  ],
  ["POST /users/@me/channels", "create_dm", "Create dm."],
  ["GET /users/{id}/ssl", "showUserCertificate", "Show user certificate."],
  ["GET /api/v1/artifacts-by-uid/{uid}", "getArtifact", "Get artifact."],
  ["GET /config/ui", null, "Get the ui of config."],
  ["GET /ui/{id}", null, "Get a ui."],
  ["GET /cron-workflows/{namespace}/{name}", null, "Get a cron workflow."],
  ["DELETE /商品/{id}", "удалить", "Удалить: DELETE /商品/{id}."],
])(
  "the description of %s with the operationId %j falls back to %j",
  (route, operationId, want) => {
    const named = operation(route, { operationId });
    expect(fallbackDescription(named, viewOperationId(named), api([]))).toBe(
      want,
    );
  },
);

test.each<[string, string | null, string]>([
  ["GET /api/v3/episode", null, "List the episodes."],
  ["GET /log/file", null, "List the files of log."],
  ["GET /series", "getSeries", "List the series."],
  ["GET /category", "get_category", "List the categories."],
  ["GET /metadata", null, "List the metadata."],
  ["GET /pets/{kind}", null, "List the pets."],
  ["GET /users/{id}/repo", null, "List the repos of a user."],
  ["GET /api/Orders/GetByCustomer", null, "List by customer of orders."],
  ["GET /pets", "searchPets", "Search pets."],
  ["GET /sites/{id}/ssl", "getAllCertificates", "List all certificates."],
])(
  "the description of %s with the operationId %j and a list as its response falls back to %j",
  (...row) => {
    const [route, operationId, want] = row;
    const list = { $ref: "#/$defs/List" };
    const document = {
      ...api([]),
      schemas: new Map([["List", { type: "array", items: {} }]]),
    };
    for (const schema of [list, { type: "array" }]) {
      const responses = [{ status: "200", media: jsonBody(schema).media }];
      const answering = operation(route, { operationId, responses });
      const idView = viewOperationId(answering);
      expect(fallbackDescription(answering, idView, document)).toBe(want);
    }
  },
);

test.each<[string, readonly string[], string]>([
  ["POST /public/things", ["GET /public/things/{id}"], "Create a thing."],
  ["POST /public/v2/a/things", ["GET /public/v2/a/parts"], "Create a thing."],
  ["GET /pets/food", ["GET /pets/{id}"], "Get the food of pets."],
  ["GET /shop/pets/food", ["GET /shop/pets/{id}"], "Get the food of pets."],
  ["GET /public/food", ["GET /public"], "Get the food of public."],
  [
    "GET /orgs/{org}/teams",
    ["GET /orgs/{org}/apps"],
    "List the teams of an org.",
  ],
  ["GET /public/things", [], "List the things of public."],
])(
  "the description of %s beside %j has no segment that all paths share: %j",
  (route, others, want) => {
    const document = api([route, ...others].map((one) => operation(one)));
    const [first = operation(route)] = document.operations;
    expect(fallbackDescription(first, viewOperationId(first), document)).toBe(
      want,
    );
  },
);

test.each<[string, readonly string[]]>([
  [
    "書式のID（空なら、標準です。）と同じ。次。",
    ["書式のID（空なら、標準です。）と同じ。", "次。"],
  ],
  ["「はい。」と言う。次", ["「はい。」と言う。", "次"]],
  [
    "(Deprecated. Use counts.) The usage. More.",
    ["(Deprecated. Use counts.)", "The usage.", "More."],
  ],
  ['Says "A. B." and goes. Next.', ['Says "A. B." and goes.', "Next."]],
  ["Says “A. B.” and goes. Next.", ["Says “A. B.” and goes.", "Next."]],
  [
    "The user's. Others'. 'A. B.' C.",
    ["The user's.", "Others'.", "'A. B.'", "C."],
  ],
  ["Not closed (a. B. C.", ["Not closed (a.", "B.", "C."]],
  ["a) One. B] Two.", ["a) One.", "B] Two."]],
  ['5" or more. 6" or less. All.', ['5" or more.', '6" or less.', "All."]],
  ["`(`. Second `)`. Third.", ["`(`.", "Second `)`.", "Third."]],
  ["[A (b] c. D) e. F.", ["[A (b] c.", "D) e.", "F."]],
  ["One (a.\nTwo b). C.", ["One (a.", "Two b).", "C."]],
])("the sentences of %j are %j", (text, want) => {
  expect(sentencesOf(text)).toEqual(want);
});

test.each(["(. ", "([{", '". ', "(.) ", "([. )", "“‘"])(
  "sentencesOf reads repeated %j in linear time",
  (text) => {
    // Quadratic time would be longer than a test may take.
    const long = text.repeat(300_000 / text.length);
    expect(sentencesOf(`${long}${")".repeat(1000)}`).length).toBeGreaterThan(0);
  },
);

test("truncateText ends in no bracket", () => {
  const text = `${"a".repeat(60)}. (${"b".repeat(20)}. ${"c".repeat(40)})`;
  expect(truncateText(text, 100)).toBe(`${"a".repeat(60)}.`);
});

test.each<[string, string, string]>([
  ["GET /posts/{id}", "id", "ID of the post."],
  ["GET /contacts/{uuid}", "uuid", "ID of the contact."],
  ["GET /contacts/{contactUuid}", "contactUuid", "ID of the contact."],
  ["GET /transactions/{txid}", "txid", "ID of the transaction."],
  ["GET /artifacts-by-uid/{uid}", "uid", "ID of the artifact."],
  ["GET /a/{guid}", "guid", "ID of the a."],
  ["GET /posts/{postid}", "postid", "ID of the post."],
  ["GET /maps/{grid}", "grid", ""],
  ["GET /phones/{android}", "android", ""],
  ["GET /posts/{id}/revisions/{rid}", "rid", "ID of the revision."],
  ["GET /posts/{post_id}", "post_id", "ID of the post."],
])(
  "the description of an identifier in %s, %s, falls back to %j",
  (route, name, want) => {
    const one = { ...operation(route), parameters: [parameter("path", name)] };
    const [told] = shortenDocs(api([one]), "short").operations;
    expect(told?.parameters[0]?.description).toBe(want);
  },
);

test.each<[Partial<Parameter>, string]>([
  [{}, ""],
  [{ deprecated: true }, "Number of a motorway. Deprecated."],
])(
  "no made text hides the description behind a reference: %j",
  (change, want) => {
    const schema = { $ref: "#/$defs/Road" };
    const road = parameter("path", "roadId", { schema, ...change });
    const document = api(
      [{ ...operation("GET /roads/{roadId}"), parameters: [road] }],
      {
        schemas: new Map([
          ["Road", { type: "string", description: "Number of a motorway." }],
        ]),
      },
    );
    const [planned] = plan(document, planOptions()).components;
    const [argument] = planned?.args ?? [];
    expect(argument?.schema["description"] ?? "").toBe(want);
  },
);

const ok = [{ status: "200", media: [] }];

test.each<[string, Partial<Operation>, object]>([
  ["GET /a", {}, { readOnlyHint: true }],
  [
    "POST /items/search",
    { responses: ok, summary: "Search items" },
    { readOnlyHint: true },
  ],
  ["POST /radar/value_lists", { responses: ok }, {}],
  ["PUT /lobbies", { operationId: "createOrUpdate" }, { idempotentHint: true }],
  ["POST /search-and-replace", { responses: ok }, {}],
  [
    "POST /markdown",
    { summary: "Render a document", responses: ok },
    { destructiveHint: false },
  ],
  ["POST /guests/{id}/check-in", { responses: ok }, { destructiveHint: false }],
  ["POST /a/{id}/address", { responses: ok }, {}],
  [
    "POST /a",
    {
      summary: "Delete many",
      responses: [{ ...ok[0], status: "201", media: [] }],
    },
    {},
  ],
  [
    "PUT /user/starred/{repo}",
    { summary: "Star a repository" },
    { destructiveHint: false, idempotentHint: true },
  ],
  [
    "PUT /files/{id}",
    { summary: "Create or update a file" },
    { idempotentHint: true },
  ],
  ["DELETE /a", { summary: "Add" }, { idempotentHint: true }],
  ["GET /logout", {}, {}],
  ["GET /session", { operationId: "sessions.signOut" }, {}],
  ["POST /auth/log-out", { summary: "Send a log-out" }, {}],
  ["GET /logouts", {}, { readOnlyHint: true }],
  ["GET /payments", {}, { readOnlyHint: true }],
  ["POST /bookings/{id}/payment", { summary: "Pay for a booking" }, {}],
  ["POST /v1/refunds", { summary: "Create a refund" }, {}],
  [
    "POST /payments/search",
    { responses: ok, summary: "Search payments" },
    { readOnlyHint: true },
  ],
  [
    "POST /metadata_queries/execute_read",
    { responses: ok, summary: "Query files/folders by metadata" },
    { readOnlyHint: true },
  ],
  [
    "POST /databases/{id}/query",
    { responses: ok, summary: "Queries a database" },
    { readOnlyHint: true },
  ],
  [
    "POST /records:query",
    { responses: ok, summary: "Get the records of comments" },
    { readOnlyHint: true },
  ],
  [
    "POST /users/advanced-search",
    { responses: ok, summary: "Find users" },
    { readOnlyHint: true },
  ],
  [
    "POST /query",
    { responses: ok, summary: "Run a statement", operationId: "postQuery" },
    { destructiveHint: false },
  ],
  [
    "POST /records/query",
    { responses: ok, summary: "Query and delete records" },
    {},
  ],
  [
    "POST /chats/search",
    { responses: ok, summary: "Find or start a chat" },
    { destructiveHint: false },
  ],
  [
    "POST /flights/search",
    { responses: [{ status: "201", media: [] }], summary: "Search flights" },
    { destructiveHint: false },
  ],
  [
    "POST /messages/mark_read",
    { responses: ok, summary: "Mark messages as read" },
    { destructiveHint: false },
  ],
  [
    "POST /query/{id}",
    { responses: ok, summary: "Get the query" },
    { destructiveHint: false },
  ],
])("the annotations of %s with %j are %j", (route, change, want) => {
  expect(annotationsOf(operation(route, change))).toEqual(want);
});

/** Descriptions of tools, or titles where these say it all. */
function told(
  operations: readonly Operation[],
  texts: "full" | "short" = "short",
): string[] {
  const options = planOptions({
    descriptions: texts,
    routeMaps: [{ routeType: "TOOL" }],
  });
  return plan(api(operations), options).components.map(
    ({ clientView: shown }) => shown.description,
  );
}

describe("a tool's description", () => {
  it.each<[string, Partial<Operation>, string]>([
    [
      "begins with the summary",
      { summary: "Ping it", description: "Sends `x`.\n\nMore." },
      "Ping it. Sends `x`.",
    ],
    [
      "ends a Japanese summary with a Japanese full stop",
      { summary: "予約の作成", description: "新しい予約を作成します。" },
      "予約の作成。新しい予約を作成します。",
    ],
    [
      "does not repeat a Japanese title",
      { summary: "予約の作成。", description: "" },
      "予約の作成",
    ],
    [
      "ends a Hindi summary with a danda",
      { summary: "बुकिंग बनाएं", description: "New one." },
      "बुकिंग बनाएं। New one.",
    ],
    [
      "has a table as a list",
      { description: "Sends:\n\n| a | b |\n|---|---|\n| x | the x |" },
      "Sends:\n- x: the x",
    ],
    [
      "repeats nothing",
      { summary: "Ping the hook", description: "Pings the hooks now." },
      "Pings the hooks now.",
    ],
    [
      "has no pointers",
      {
        summary: "Ping",
        description: "Sends it now. For more information, see [x](#y).",
      },
      "Ping. Sends it now.",
    ],
    [
      "describes arguments without descriptions",
      {
        description: "Sends.\n\nGive `flag` as a, b. More.",
        parameters: [parameter("query", "flag")],
      },
      "Sends. Give `flag` as a, b.",
    ],
    [
      "ends with the replacement",
      {
        deprecated: true,
        summary: "Closing down - Ping",
        description:
          "> [!WARNING]\n> **Closing down notice:** Please use [`pong`](#x) instead.\n\nSends it.",
      },
      "Ping. Sends it.\n\nDeprecated: use `pong` instead.",
    ],
    ["has a fallback if there is none", {}, "Ping hook"],
    ["has a fallback if it is a name", { summary: "pingHook" }, "Ping hook"],
    [
      "has a fallback if it is a verb that is the name",
      { operationId: "create", summary: "Create" },
      "Create a hook",
    ],
    [
      "has a fallback if it is Laravel's",
      { summary: "Store a newly created resource in storage." },
      "Ping hook",
    ],
  ])("%s", (_what, change, want) => {
    const ping = operation("POST /hooks", {
      operationId: "pingHook",
      ...change,
    });
    const { parameters } = change;
    expect(told([parameters ? { ...ping, parameters } : ping])).toEqual([want]);
  });

  it("stays below 1,024 characters beside a body of many properties", () => {
    const required = Array.from({ length: 200 }, (_, at) => `field${at}`);
    const fields = required.map((name) => [name, { type: "string" }]);
    const properties = Object.fromEntries(fields) as object;
    const body = jsonBody({ type: "object", required, properties }, false);
    const [text = ""] = told([
      operation("POST /hooks", { summary: "Ping it", body }),
    ]);
    expect(text).toMatch(/^Ping it\.\n\nThe body is optional; /);
    expect(text.length).toBeLessThan(1024);
  });

  it("drops sentences that five tools share, and keeps all of them with descriptions: full", () => {
    const all = [..."abcde"].map((name) =>
      operation(`GET /${name}`, {
        description: `Gets ${name}.\n\nTokens need the \`${name}\` scope to do so.`,
      }),
    );
    expect(told(all)[0]).toBe("Gets a.");
    expect(told(all, "full")[0]).toBe(
      "Gets a.\n\nTokens need the `a` scope to do so.",
    );
    const bare = all.map((one) => ({ ...one, description: "Gets it all." }));
    expect(told(bare)).toEqual(
      [..."abcde"].map((name) => `Gets it all. (${name})`),
    );
  });

  it("differs from all others, whatever the order of operations", () => {
    const secret = (area: string) =>
      operation(`GET /${area}/secrets/{name}`, { summary: "Get a secret" });
    const two = [secret("agents"), secret("actions")];
    const want = ["Get a secret. (actions)", "Get a secret. (agents)"];
    const other = operation("GET /secrets", { summary: "Get all" });
    expect(told(two)).toEqual(want);
    expect(told([...two].reverse())).toEqual(want);
    expect(told([other, ...two]).slice(0, 2)).toEqual(want);
  });

  it("of a DELETE says that it deletes", () => {
    expect(
      told([operation("DELETE /a/{id}", { summary: "End a stay" })]),
    ).toEqual(["End a stay. Deletes data."]);
  });
});
