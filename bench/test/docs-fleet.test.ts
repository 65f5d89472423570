import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { apps, batch } from "kubernetes-models";
import { bun, yamlOf } from "../../packages/deadheat/test/github-runner.ts";
import { root } from "../src/targets/project.ts";
import { temporaryFolder } from "./fixtures.ts";

// The manifests of docs/fleet, against the schemas of those who read them.

const fileOf = (name: string) => join(root, "docs/fleet", name);

test("Kubernetes accepts the manifests, which run one Guaranteed worker per node", () => {
  const deployment = new apps.v1.Deployment(yamlOf(fileOf("deployment.yaml")) as never);
  const job = new batch.v1.Job(yamlOf(fileOf("job.yaml")) as never);
  for (const manifest of [deployment, job]) manifest.validate();
  const broken = {
    ...(deployment.toJSON() as object),
    spec: { ...deployment.spec, replicas: "five" },
  };
  assert.throws(() => new apps.v1.Deployment(broken as never).validate(), /replicas/);
  assert.deepEqual(
    deployment.spec?.selector.matchLabels,
    deployment.spec?.template.metadata?.labels,
  );
  assert.equal(job.spec?.completionMode, "Indexed");
  assert.equal(job.spec.template.spec?.restartPolicy, "OnFailure");
  for (const template of [deployment.spec!.template, job.spec.template]) {
    const { affinity, containers, terminationGracePeriodSeconds } = template.spec!;
    const rules = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    assert.deepEqual(
      rules?.map(({ topologyKey, labelSelector }) => [topologyKey, labelSelector?.matchLabels]),
      [["kubernetes.io/hostname", template.metadata?.labels]],
    );
    assert.ok(Number(terminationGracePeriodSeconds) > 30);
    const [worker] = containers;
    assert.ok(worker);
    const { requests, limits } = worker.resources ?? {};
    assert.deepEqual(requests, limits, "a Guaranteed pod has equal requests and limits");
    assert.match(String(limits?.cpu), /^\d+$/, "the static CPU manager needs whole CPUs");
    const [, program = "", ...words] = worker.command ?? [];
    assert.ok(existsSync(join(root, program)));
    assert.deepEqual(words.slice(0, 2), ["worker", "--queue"]);
  }
});

const analyze = "/usr/bin/systemd-analyze";
test("systemd accepts the unit", { skip: !existsSync(analyze) && "no systemd" }, () => {
  const unit = fileOf("deadheat-worker.service");
  const said = execFileSync(analyze, ["verify", "--man=no", unit], { encoding: "utf8" });
  assert.equal(said, "");
  assert.match(readFileSync(unit, "utf8"), /^ExecStart=.*bench worker --queue$/m);
});

test("the matrix for GitHub starts workers and a run, and GitHub's parser accepts it", () => {
  const parser = join(root, "packages/deadheat/test/github-parser.mjs");
  const said = execFileSync(bun, [parser, fileOf("github.yml")], { cwd: root, encoding: "utf8" });
  assert.equal(said, "");
  const { jobs } = yamlOf(fileOf("github.yml")) as {
    jobs: Record<string, { steps: { run?: string }[]; strategy?: unknown }>;
  };
  const runs = Object.values(jobs).map(({ steps }) => steps.flatMap(({ run = [] }) => run).join());
  assert.match(runs[0] ?? "", /bench worker --queue --idle 10m/);
  assert.match(runs[1] ?? "", /bench --queue/);
  assert.ok(jobs.worker?.strategy);
});

test("the script for ssh starts a worker on each host", (t) => {
  const folder = temporaryFolder(t);
  // Runs nothing: prints its words, the last of which is the command for the host.
  writeFileSync(join(folder, "ssh"), '#!/bin/sh\nprintf "%s|" "$@"\necho\n', { mode: 0o755 });
  const said = execFileSync("bash", [fileOf("ssh.sh"), "one", "two"], {
    encoding: "utf8",
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
  });
  for (const host of ["one", "two"]) {
    assert.match(
      said,
      new RegExp(`\\|${host}\\|cd deadheat && .*worker --queue --label ${host}\\|`),
    );
  }
});
