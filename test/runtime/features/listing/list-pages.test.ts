import { expect, test } from "vitest";
import { search } from "../../../../runtime/features/listing/search/search.js";
import { listPages } from "../../../../runtime/features/listing/list-pages.js";
import { connect, serviceOf } from "../../serving.js";
import { toolOf } from "../../upstream.js";
import { filterTools } from "../../alone.js";

/** Tools of some 1 MB each, since a description of a module is not cut. */
const toolsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const name = `tool${String(at).padStart(2, "0")}`;
    const description = "é".repeat(500_000);
    return toolOf({ name, request: `GET /${name}`, description });
  });
const served = async (count: number) =>
  connect(serviceOf(toolsOf(count), { features: [listPages()] }));

test("a list that clients read at once is one page", async () => {
  const { client } = await served(9);
  const { nextCursor, tools } = await client.listTools();
  expect([tools.length, nextCursor]).toEqual([9, undefined]);
});

test("a longer list is split into pages that clients read", async () => {
  const { client, lines } = await served(21);
  const names: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools({ ...(cursor && { cursor }) });
    names.push(...page.tools.map(({ name }) => name));
    sizes.push(Buffer.byteLength(JSON.stringify(page.tools)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(names).toEqual(toolsOf(21).map(({ name }) => name));
  expect(sizes).toHaveLength(3);
  expect(Math.max(...sizes)).toBeLessThan(9_500_001);
  expect(lines.join("\n")).toContain("many clients read only the first one");
  expect(lines.join("\n")).toContain("--tools search");
});

test("a tool longer than a page is a page", async () => {
  const [long, short] = toolsOf(2);
  const tools = [{ ...long, description: "x".repeat(9_600_000) }, short];
  const service = serviceOf(tools as ReturnType<typeof toolsOf>, {
    features: [listPages()],
  });
  const { client } = await connect(service);
  const page = await client.listTools();
  expect(page.tools.map(({ name }) => name)).toEqual(["tool00"]);
  expect(page.nextCursor).toBe("tool01");
});

test("the list of a search is one page, without a notice", async () => {
  const service = serviceOf(toolsOf(12), { features: [listPages(), search()] });
  const { client, lines } = await connect(service);
  const { nextCursor, tools } = await client.listTools();
  expect([tools.length, nextCursor]).toEqual([4, undefined]);
  expect(lines.join("\n")).not.toContain("several pages");
});

test("the full list of a server in search mode is split into pages", async () => {
  const service = serviceOf(toolsOf(12), { features: [listPages(), search()] });
  const { client, lines } = await connect(
    filterTools(service, { tools: "all" }),
  );
  const { nextCursor, tools } = await client.listTools();
  expect([tools.length, nextCursor]).toEqual([9, "tool09"]);
  expect(lines.join("\n")).toContain("several pages");
});

test.each(["nope", 5 as never])(
  "an unknown cursor is refused: %j",
  async (cursor) => {
    const { client } = await served(12);
    await expect(client.listTools({ cursor })).rejects.toMatchObject({
      code: -32602,
    });
  },
);
