import { isToolResult, toAnswer, toTexts } from "../../index.js";
import type { Content, HandlerResult, ResourceContents } from "../../index.js";

/** The contents of a resource; none where the answer is empty. Text of the handler's own has the type `ofText`. */
export function toContents(
  uri: string,
  value: HandlerResult,
  ofText = "text/plain",
): ResourceContents[] {
  if (isToolResult(value))
    return value.content.map((block) => toContent(uri, block));
  if (typeof value === "string")
    return [{ uri, mimeType: ofText, text: value }];
  const answer = toAnswer(value);
  const { contentType: mimeType, data, note } = answer;
  const notes = note === undefined ? [] : [{ uri, text: note }];
  if (data === undefined) return notes;
  const body =
    data instanceof Uint8Array
      ? { blob: Buffer.from(data).toString("base64") }
      : { text: toTexts(answer).join("\n") };
  return [{ uri, mimeType, ...body }, ...notes];
}

function toContent(uri: string, block: Content): ResourceContents {
  switch (block.type) {
    case "text":
      return { uri, text: block.text };
    case "image":
    case "audio":
      return { uri, mimeType: block.mimeType, blob: block.data };
    case "resource":
      return block.resource;
    case "resource_link":
      return { uri, mimeType: "text/uri-list", text: block.uri };
  }
}
