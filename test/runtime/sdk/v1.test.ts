import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import * as mcp from "@modelcontextprotocol/sdk/types.js";
import { expect, expectTypeOf, test } from "vitest";
import type { RequestExtra, LowLevelServer } from "../../../runtime/sdk.js";

/** Arguments of a handler, by the SDK's types. */
type Given = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1];

// The runtime says itself what it uses of the SDK, so that projects need not check all of the SDK's types.
test("the SDK 1.x matches the types of the runtime", () => {
  type Generic = "sendRequest"; // of every request: it takes less than is said
  expectTypeOf<Given>().toExtend<Omit<RequestExtra, Generic>>();
  expectTypeOf<Given>().toHaveProperty("sendRequest");
  expectTypeOf<Server["close"]>().toExtend<LowLevelServer["close"]>();
  expectTypeOf<ReturnType<Server["getClientCapabilities"]>>().toExtend<
    ReturnType<LowLevelServer["getClientCapabilities"]>
  >();
  type Used = Exclude<keyof LowLevelServer, "fallbackRequestHandler">;
  expectTypeOf<Used>().toExtend<keyof Server>();
  expect(mcp.CallToolRequestSchema).toHaveProperty("safeParse");
});
