import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@deadheat/journal";
import { readRequests } from "../src/config/read-requests.ts";
import { secondsOf, shareOf } from "../src/config/quantity.ts";
import { parseRequest } from "../src/config/request.ts";

test("a request of the command line is parsed or rejected", () => {
  assert.deepEqual(parseRequest(" /hello?a=1", []), {
    method: "GET",
    path: "/hello?a=1",
    headers: {},
  });
  assert.deepEqual(parseRequest("post /echo", ["Content-Type: application/json"]), {
    method: "POST",
    path: "/echo",
    headers: { "content-type": "application/json" },
  });
  for (const wrong of ["hello", "FETCH /", "GET http://127.0.0.1/", "GET/", ""]) {
    assert.throws(() => parseRequest(wrong, []), UsageError, wrong);
  }
  assert.throws(() => parseRequest("/", ["no colon"]), /Write it as "name: value"/);
});

test("requests of a program are checked like those of a configuration", () => {
  const [read] = readRequests([{ request: "HEAD /" }], "/", "requests");
  assert.equal(read?.request.method, "HEAD");
  const wrong = [{ requst: "HEAD /" }] as never;
  assert.throws(
    () => readRequests(wrong, "/", "requests"),
    new UsageError('requests[0] has an unknown field "requst" (did you mean "request"?)'),
  );
});

test("percentages become shares, and times become seconds", () => {
  const shares = ["5%", "0.5 %", "99.5%", "0%", "0.0%", "100%", "5", "-5%"].map(shareOf);
  assert.deepEqual(shares, [0.05, 0.005, 0.995, null, null, null, null, null]);
  const seconds = ["90s", "1.5m", "2h", "90", "2 m", "1d", ""].map(secondsOf);
  assert.deepEqual(seconds, [90, 90, 7200, null, null, null, null]);
});
