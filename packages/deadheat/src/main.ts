#!/usr/bin/env node
import process from "node:process";
import { hideEnvironment } from "@deadheat/journal";
import { runProgram } from "./cli/program.ts";

const shown = hideEnvironment();
if (shown !== null) process.stderr.write(`deadheat: ${shown}\n`);

// Until the end says otherwise: code that ends this process early passes nothing.
process.exitCode = 3;
process.exitCode = await runProgram(process.argv.slice(2));
