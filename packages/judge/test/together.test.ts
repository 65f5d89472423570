import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeComparison, judgeGate, judgeTogether } from "../src/index.ts";
import { blockRecord } from "./fixtures.ts";
