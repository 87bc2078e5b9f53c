import type {
  CallToolResult,
  ReadResourceResult,
} from "@modelcontextprotocol/sdk/types.js";

/** Describes the result of a tool in one line. */
export function describeResult(result: CallToolResult): string {
  if (result.content.length === 0) return "nothing to say";
  return result.content
    .map((block) => {
      switch (block.type) {
        case "text":
          return block.text;
        case "image":
        case "audio":
          return describeBytes(block.mimeType, block.data);
        case "resource":
          return describeContents([block.resource]);
        case "resource_link":
          return block.uri;
      }
    })
    .join("  ");
}

/** Describes the contents of a resource in one line. */
export function describeContents(
  contents: ReadResourceResult["contents"],
): string {
  return contents
    .map((one) =>
      "text" in one ? one.text : describeBytes(one.mimeType, one.blob),
    )
    .join("  ");
}

function describeBytes(mimeType: string | undefined, base64: string): string {
  const bytes = Buffer.from(base64, "base64").length;
  return `${mimeType ?? "unknown type"}, ${bytes} bytes`;
}
