import process from "node:process";

/**
 * Without these capabilities even root cannot mount, trace, load modules, make devices, change the clock, or read and forge
 * the packets of others. Those that are kept are about files, users and ports.
 */
const KEPT =
  "chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,sys_chroot,setfcap,audit_write";

/** Returns the words that start a program in new PID, mount and IPC namespaces (unshare(1)). All of them end with it. */
export function inNamespaces(isRoot: boolean): string[] {
  const namespaces = [
    "--mount",
    "--pid",
    "--ipc",
    ...(isRoot ? [] : ["--user", "--map-root-user"]),
  ];
  return ["unshare", ...namespaces, "--fork", "--kill-child"];
}

/** Returns the words that take the rights over its namespaces from a program. */
export function unprivileged(isRoot: boolean): string[] {
  return [...(isRoot ? AS_ROOT : asUser())];
}

const AS_ROOT = [
  "setpriv",
  "--no-new-privs",
  "--inh-caps=-all",
  `--bounding-set=-all,${KEPT.replaceAll(/\w+/g, "+$&")}`,
];

/** In a further user namespace, the user has its own id and no rights over the mounts. */
function asUser(): string[] {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const namespace = ["unshare", "--user", `--map-user=${user}`, `--map-group=${group}`];
  return [...namespace, "setpriv", "--no-new-privs"];
}
