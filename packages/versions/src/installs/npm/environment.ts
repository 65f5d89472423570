/**
 * npm's settings that may come by the environment: where packages are and who may have them. What npx, pnpm and `npm run`
 * set for their children beside that (prefix, workspace, omit, dry_run) would lead an npm of ours elsewhere.
 */
const SETTINGS = new RegExp(
  "^(?:registry|@[^:]+:registry|//.+|https?-proxy|proxy|noproxy|ca|cafile|cert|key|strict-ssl|userconfig|globalconfig|" +
    "cache|replace-registry-host|before|min-release-age|legacy-peer-deps|strict-peer-deps)$",
);

/** The environment for an npm of ours. */
export function npmEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      if (name === "INIT_CWD") return false;
      const [, setting] = /^npm_config_(.+)$/i.exec(name) ?? [];
      // Names of npm's own settings may be written with either.
      if (setting !== undefined) return SETTINGS.test(setting.toLowerCase().replaceAll("_", "-"));
      return !/^npm_/i.test(name);
    }),
  );
}
