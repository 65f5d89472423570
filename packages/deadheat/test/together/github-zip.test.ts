import assert from "node:assert/strict";
import { test } from "node:test";
import { readZipped } from "../../src/github/zip.ts";
import { zipOf } from "../github-zip.ts";

/**
 * An archive that Python's zipfile wrote to a stream. Like an archive of actions/upload-artifact, it has data
 * descriptors after the files.
 */
const streamed = Buffer.from(
  "UEsDBBQACAAIAACgd10AAAAAAAAAAAAAAAAJAAAAcmVwb3J0Lm1kU1YoSi3ILyrhUsZgAABQSwcIEx1UJA4AAAAbAAAAUEsDBBQACAAIAACgd10AAAAA" +
    "AAAAAAAAAAAJAAAAZ2F0ZS5qc29uq1ZKVLJSqqAAKNUCAFBLBwgfm5ZMDQAAAEQAAABQSwECFAMUAAgACAAAoHddEx1UJA4AAAAbAAAACQAAAAAAAAAA" +
    "AAAAgAEAAAAAcmVwb3J0Lm1kUEsBAhQDFAAIAAgAAKB3XR+blkwNAAAARAAAAAkAAAAAAAAAAAAAAIABRQAAAGdhdGUuanNvblBLBQYAAAAAAgACAG4A" +
    "AACJAAAAAAA=",
  "base64",
);

test("a file is read from an archive of another writer, and from our own", () => {
  assert.equal(String(readZipped(streamed, "gate.json", 68)), `{"a":"${"x".repeat(60)}"}`);
  assert.equal(String(readZipped(streamed, "report.md", 100)), "# report\n".repeat(3));
  assert.equal(readZipped(streamed, "gate", 100), null);
  assert.equal(String(readZipped(zipOf({ a: "1", b: "22" }), "b", 2)), "22");
  assert.equal(readZipped(zipOf({}), "a", 1), null);
});

test("a file that unpacks to more than the limit is rejected, whatever size it states", () => {
  const bomb = zipOf({ "gate.json": Buffer.alloc(100_000_000) });
  assert.ok(bomb.length < 200_000);
  assert.throws(() => readZipped(bomb, "gate.json", 1_000_000), RangeError);
});

test("a file that is no archive, cut off or damaged is rejected, and never read beyond its end", () => {
  assert.throws(() => readZipped(Buffer.alloc(0), "a", 1), /not a ZIP archive/);
  assert.throws(() => readZipped(Buffer.from("<html>".repeat(100)), "a", 1), /not a ZIP archive/);
  for (let at = 0; at < streamed.length; at++) {
    for (const bytes of [streamed.subarray(at), flipped(streamed, at)]) {
      try {
        readZipped(bytes, "gate.json", 1000);
      } catch (error) {
        // The errors of zlib are plain errors with a code.
        assert.ok(
          error instanceof RangeError || (error as { code: string }).code.startsWith("Z_"),
          String(error),
        );
      }
    }
  }
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
}
