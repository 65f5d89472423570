import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as v from "valibot";
import { bun, yamlOf } from "../../packages/deadheat/test/github-runner.ts";
import { root } from "../src/targets/project.ts";

// The manifests of docs/fleet. Kubernetes' own schema is not to be had offline: this is the part of it that they use.

const fileOf = (name: string) => join(root, "docs/fleet", name);
const labels = v.strictObject({ matchLabels: v.record(v.string(), v.string()) });
const amounts = v.strictObject({
  cpu: v.pipe(v.string(), v.regex(/^\d+$/, "whole CPUs, which the static CPU manager needs")),
  memory: v.pipe(v.string(), v.regex(/^\d+(Mi|Gi)$/)),
});
const podEntries = {
  affinity: v.strictObject({
    podAntiAffinity: v.strictObject({
      requiredDuringSchedulingIgnoredDuringExecution: v.array(
        v.strictObject({ topologyKey: v.literal("kubernetes.io/hostname"), labelSelector: labels }),
      ),
    }),
  }),
  terminationGracePeriodSeconds: v.pipe(v.number(), v.minValue(30)),
  containers: v.array(
    v.strictObject({
      name: v.string(),
      image: v.string(),
      command: v.array(v.string()),
      envFrom: v.array(v.strictObject({ secretRef: v.strictObject({ name: v.string() }) })),
      resources: v.pipe(
        v.strictObject({ requests: amounts, limits: amounts }),
        v.check(
          ({ requests, limits }) => JSON.stringify(requests) === JSON.stringify(limits),
          "a Guaranteed pod has equal requests and limits",
        ),
      ),
    }),
  ),
};
const metadata = v.strictObject({ name: v.string() });
const ofPod = v.strictObject({ labels: v.record(v.string(), v.string()) });
const deployment = v.strictObject({
  apiVersion: v.literal("apps/v1"),
  kind: v.literal("Deployment"),
  metadata,
  spec: v.strictObject({
    replicas: v.number(),
    selector: labels,
    template: v.strictObject({ metadata: ofPod, spec: v.strictObject(podEntries) }),
  }),
});
const job = v.strictObject({
  apiVersion: v.literal("batch/v1"),
  kind: v.literal("Job"),
  metadata,
  spec: v.strictObject({
    completionMode: v.literal("Indexed"),
    completions: v.number(),
    parallelism: v.number(),
    template: v.strictObject({
      metadata: ofPod,
      spec: v.strictObject({ ...podEntries, restartPolicy: v.literal("OnFailure") }),
    }),
  }),
});

test("the manifests for Kubernetes run one worker per node, Guaranteed", () => {
  const { spec } = v.parse(deployment, yamlOf(fileOf("deployment.yaml")));
  assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels);
  const jobSpec = v.parse(job, yamlOf(fileOf("job.yaml"))).spec;
  for (const { metadata: pod, spec: own } of [spec.template, jobSpec.template]) {
    const [rule] = own.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    assert.deepEqual(rule?.labelSelector.matchLabels, pod.labels);
    const [, program = ""] = own.containers[0]?.command ?? [];
    assert.ok(existsSync(join(root, program)));
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
