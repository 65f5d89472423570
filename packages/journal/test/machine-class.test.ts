import assert from "node:assert/strict";
import { test } from "node:test";
import { classDifference } from "../src/index.ts";
import { settings } from "./records.ts";

/** A machine with this kernel, whose fingerprint differs for it, as `describeMachine` makes it. */
const withKernel = (kernel: string, changes = {}) => ({
  ...settings.machine,
  fingerprint: kernel,
  kernel,
  ...changes,
});
const firecracker = withKernel("Linux 6.18.44-fc-v657 x64");

const oneClass: [string, string][] = [
  ["Linux 6.18.44-fc-v657 x64", "Linux 6.18.44-fc-v669 x64"],
  ["Linux 6.8.0-45-generic x64", "Linux 6.8.0-47-generic x64"],
  ["Linux 6.18.44 x64", "Linux 6.18.44+ x64"],
  ["Linux 6.12.43+deb13-amd64 x64", "Linux 6.12.43+deb13-cloud-amd64 x64"],
  ["Linux 5.15.167.4-microsoft-standard-WSL2 x64", "Linux 5.15.167.7-microsoft-standard-WSL2 x64"],
  ["Linux 6.6.15-rt25 x64", "Linux 6.6.15-rt26 x64"],
];
for (const [a, b] of oneClass) {
  test(`${a} and ${b} are one class of machine`, () => {
    assert.equal(classDifference(withKernel(a), withKernel(b)), null);
  });
}

const twoClasses: [string, string][] = [
  ["Linux 6.18.44-fc-v657 x64", "Linux 6.12.44-fc-v657 x64"],
  ["Linux 6.18.44-fc-v657 x64", "Linux 6.18.45-fc-v657 x64"],
  ["Linux 6.18.44 x64", "Linux 6.18.44 arm64"],
  ["Linux 6.8.0-45-generic x64", "Linux 6.8.0-45-lowlatency x64"],
  ["Linux 6.6.15 x64", "Linux 6.6.15-rt25 x64"],
  ["Linux 6.19.0-rc1 x64", "Linux 6.19.0-rc2 x64"],
  ["Windows_NT 10.0.22631 x64", "Windows_NT 10.0.26100 x64"],
];
for (const [a, b] of twoClasses) {
  test(`${a} and ${b} are two, and both are named`, () => {
    const difference = classDifference(withKernel(a), withKernel(b));
    assert.equal(difference?.key, "machine.kernel");
    assert.deepEqual(difference?.values, [a, b]);
    assert.match(difference?.hint ?? "", /Two builds of one version .* two versions are not/);
  });
}

const otherFacts = {
  cpu: "Other CPU",
  cores: 4,
  memory: 2 ** 30,
  os: "Test OS 2",
  libc: "glibc 2.36",
  irqTime: true,
  pinning: { mode: "none" as const, server: [], generators: [], reason: "one CPU" },
};
for (const [key, value] of Object.entries(otherFacts)) {
  test(`another ${key} is another class, whatever the kernel's build`, () => {
    const other = withKernel("Linux 6.18.44-fc-v669 x64", { [key]: value });
    const difference = classDifference(firecracker, other);
    assert.equal(difference?.key, `machine.${key}`);
    assert.equal(difference?.hint, "");
  });
}

test("where nothing but the kernel names the system, its build is none of the system's name", () => {
  const [a, b] = ["6.18.44-fc-v657", "6.18.44-fc-v669"].map((release) =>
    withKernel(`Linux ${release} x64`, { os: `Linux ${release}` }),
  );
  assert.equal(classDifference(a!, b!), null);
});

test("a fingerprint that no recorded fact explains is another class", () => {
  const difference = classDifference(settings.machine, { ...settings.machine, fingerprint: "ff" });
  assert.equal(difference?.key, "machine.fingerprint");
});
