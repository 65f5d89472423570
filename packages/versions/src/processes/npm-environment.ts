/**
 * The settings of npm that are kept from the environment: registries, credentials, proxies and caches. npx, pnpm and
 * `npm run` also set others for their children (prefix, workspace, omit, dry_run), which would mislead our npm.
 */
const SETTINGS = new RegExp(
  "^(?:registry|@[^:]+:registry|//.+|https?-proxy|proxy|noproxy|ca|cafile|cert|key|strict-ssl|userconfig|globalconfig|" +
    "cache|replace-registry-host|before|min-release-age|legacy-peer-deps|strict-peer-deps)$",
);

export function npmEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      if (name === "INIT_CWD") return false;
      const [, setting] = /^npm_config_(.+)$/i.exec(name) ?? [];
      // npm reads its own settings with hyphens and with underscores.
      if (setting !== undefined) return SETTINGS.test(setting.toLowerCase().replaceAll("_", "-"));
      return !/^npm_/i.test(name);
    }),
  );
}
