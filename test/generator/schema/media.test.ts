import { expect, test } from "vitest";
import { isBytes, mediaKindOf } from "../../../generator/schema/media.js";

test.each([
  ["application/json", "json"],
  ["Application/JSON; charset=utf-8", "json"],
  ["text/json", "json"],
  ["application/vnd.api+json", "json"],
  ["model/gltf+json", "json"],
  ["application/json-seq", "sequence"],
  ["application/x-ndjson", "lines"],
  ["text/event-stream", "events"],
  ["text/csv", "text"],
  ["application/soap+xml", "text"],
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/mixed; boundary=a", "multipart"],
  ["image/png", "image"],
  ["video/mp4", "binary"],
  ["application/x-own", "unknown"],
  ["application/zip", "binary"],
  ["application/cbor", "binary"],
  ["application/x-msgpack", "binary"],
  ["application/vnd.kubernetes.protobuf; stream=watch", "binary"],
])("mediaKindOf %s is %s", (contentType, kind) => {
  expect(mediaKindOf(contentType)).toBe(kind);
});

test.each([
  ["image/png", true],
  ["image/svg+xml", false],
  ["font/woff2", true],
  ["application/zip; version=2", true],
  ["application/x-own", false],
  ["model/gltf+json", false],
])("isBytes %s is %s", (contentType, want) => {
  expect(isBytes(contentType)).toBe(want);
});
