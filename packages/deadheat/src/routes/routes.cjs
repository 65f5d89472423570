// Answers which routes a server's framework has (route-table.ts). ask-processes.cjs loads this module before the server that
// `init` starts. No framework is loaded or patched for it, except that routers of express remember where they are mounted:
// express 5 forgets it.
"use strict";

/** Runs in the server: finds the apps and routers among all objects, and returns their routes. */
function routesAmong(objects) {
  const EXPRESS_4 = "_router";
  const routes = [];
  const left = [];
  const own = (object, key) => Object.getOwnPropertyDescriptor(object, key)?.value;
  const isFunction = (value) => typeof value === "function";
  const add = (framework, method, path) => routes.push({ framework, method, path });
  const joined = (base, path) =>
    `${base}/${path}`.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  // fastify answers unknown paths by another router.
  const isNotFound = (list) => {
    const wild = new Set(list.map(({ path }) => path).filter((path) => path.endsWith("/*")));
    const isWild = (path) => wild.has(path) || wild.has(path.replace(/\/?$/, "/*"));
    return list.every(({ path }) => isWild(path)) && list.some(({ method }) => method === "POST");
  };
  const texts = (value) => (Array.isArray(value) ? value : [value]);

  const mountOf = (layer) => {
    const known = own(layer, "deadheatMount");
    if (known !== undefined) return known;
    if (layer.slash === true || layer.regexp?.fast_slash === true) return "/";
    let n = 0;
    const path = String(layer.regexp?.source ?? "(")
      .replace(/^\^/, "")
      .replace(/\\\/\?\(\?=\\\/\|\$\)$/, "")
      .replaceAll("(?:([^\\/]+?))", () => `:${layer.keys?.[n++]?.name ?? "id"}`)
      .replaceAll(/\\(.)/g, "$1");
    return /[()[\]?*+^$|]/.test(path) ? null : path;
  };
  const walk = (stack, base) => {
    for (const layer of stack) {
      if (layer.route) {
        const methods = Object.keys(layer.route.methods).map((one) =>
          one === "_all" ? "GET" : one.toUpperCase(),
        );
        for (const path of texts(layer.route.path)) {
          if (typeof path !== "string")
            left.push({ path: joined(base, String(path)), why: "a pattern, no path" });
          else for (const method of methods) add("express", method, joined(base, path));
        }
      } else if (Array.isArray(layer.handle?.stack)) {
        const mount = mountOf(layer);
        if (mount === null)
          left.push({ path: base || "/", why: "a router is mounted at a pattern" });
        else for (const one of texts(mount)) walk(layer.handle.stack, joined(base, one));
      }
    }
  };

  const honos = [];
  for (const object of objects) {
    try {
      const list = own(object, "routes");
      if (
        isFunction(object) &&
        isFunction(object.handle) &&
        isFunction(object.set) &&
        "mountpath" in object
      ) {
        const stack = (object[EXPRESS_4] ?? object.router)?.stack;
        if (Array.isArray(stack)) walk(stack, isFunction(object.path) ? object.path() : "");
      } else if (Array.isArray(list) && isFunction(object.lookup) && isFunction(object.on)) {
        if (isNotFound(list)) continue;
        for (const { method, path } of list)
          for (const one of texts(method)) add("fastify", one, path);
      } else if (
        Array.isArray(list) &&
        isFunction(object.fetch) &&
        !isFunction(object.decorate) &&
        isFunction(list[0]?.handler)
      ) {
        honos.push(list);
      } else if (Array.isArray(own(object, "stack")) && isFunction(object.allowedMethods)) {
        for (const { methods, path } of object.stack) {
          if (methods.length === 0) continue;
          if (typeof path !== "string")
            left.push({ path: String(path), why: "a pattern, no path" });
          else for (const method of methods) add("koa", method, path);
        }
      } else if (
        Array.isArray(own(object, "router")?.history ?? object.router?.history) &&
        isFunction(object.decorate)
      ) {
        for (const { method, path } of object.router.history) add("elysia", method, path);
      }
    } catch {
      // A getter or a proxy threw: it is no router.
    }
  }
  // An app that is mounted in another one is listed there, with its whole path.
  const handlers = (list) => new Set(list.map(({ handler }) => handler));
  for (const list of honos) {
    const isPart = honos.some(
      (other) =>
        other !== list &&
        other.length > list.length &&
        [...handlers(list)].every((one) => handlers(other).has(one)),
    );
    if (!isPart)
      for (const { method, path } of list)
        if (method !== "ALL" || !path.includes("*")) add("hono", method, path);
  }
  return { routes, left };
}

module.exports = function list(post) {
  const Module = require("node:module");
  const known = new WeakSet();
  const routerIn = (exported) => {
    if (typeof exported !== "function") return null;
    if (typeof exported.use === "function" && typeof exported.process_params === "function")
      return exported;
    const { prototype } = exported;
    const is = (name) => typeof prototype?.[name] === "function";
    return is("use") && is("route") && is("handle") && is("param") ? prototype : null;
  };
  const LOAD = "_load";
  const load = Module[LOAD];
  Module[LOAD] = function (...given) {
    const exported = load.apply(this, given);
    const router = routerIn(exported);
    if (router !== null && !known.has(router)) {
      known.add(router);
      const { use } = router;
      router.use = function (...args) {
        const before = this.stack?.length ?? 0;
        const result = use.apply(this, args);
        const [path] = args;
        const isPath = [path].flat(Infinity).every((one) => typeof one === "string");
        const mount = isPath
          ? [path].flat(Infinity)
          : typeof path === "function" || Array.isArray(path)
            ? "/"
            : null;
        for (const layer of this.stack?.slice(before) ?? [])
          Object.defineProperty(layer, "deadheatMount", { value: mount });
        return result;
      };
    }
    return exported;
  };

  return () => {
    const { result } = post("Runtime.evaluate", { expression: "Object.prototype" });
    const { objects } = post("Runtime.queryObjects", { prototypeObjectId: result.objectId });
    const found = post("Runtime.callFunctionOn", {
      objectId: objects.objectId,
      functionDeclaration: `function () { return (${routesAmong})(this); }`,
      returnByValue: true,
    });
    return found.result.value ?? null;
  };
};
