// Made of src/github/comment-main.ts by src/github/bundle.ts. Do not edit.

// src/github/comment-main.ts
import process3 from "node:process";

// src/cli/command.ts
import process2 from "node:process";

// valibot/dist/index.mjs
var store$4;
var DEFAULT_CONFIG = {
  lang: void 0,
  message: void 0,
  abortEarly: void 0,
  abortPipeEarly: void 0
};
// @__NO_SIDE_EFFECTS__
function getGlobalConfig(config$1) {
  if (!config$1 && !store$4) return DEFAULT_CONFIG;
  return {
    lang: config$1?.lang ?? store$4?.lang,
    message: config$1?.message,
    abortEarly: config$1?.abortEarly ?? store$4?.abortEarly,
    abortPipeEarly: config$1?.abortPipeEarly ?? store$4?.abortPipeEarly
  };
}
var store$3;
// @__NO_SIDE_EFFECTS__
function getGlobalMessage(lang) {
  return store$3?.get(lang);
}
var store$2;
// @__NO_SIDE_EFFECTS__
function getSchemaMessage(lang) {
  return store$2?.get(lang);
}
var store$1;
// @__NO_SIDE_EFFECTS__
function getSpecificMessage(reference, lang) {
  return store$1?.get(reference)?.get(lang);
}
// @__NO_SIDE_EFFECTS__
function _stringify(input) {
  const type = typeof input;
  if (type === "string") return `"${input}"`;
  if (type === "number" || type === "bigint" || type === "boolean") return `${input}`;
  if (type === "object" || type === "function") return (input && Object.getPrototypeOf(input)?.constructor?.name) ?? "null";
  return type;
}
function _addIssue(context, label, dataset, config$1, other) {
  const input = other && "input" in other ? other.input : dataset.value;
  const expected = other?.expected ?? context.expects ?? null;
  const received = other?.received ?? /* @__PURE__ */ _stringify(input);
  const issue = {
    kind: context.kind,
    type: context.type,
    input,
    expected,
    received,
    message: `Invalid ${label}: ${expected ? `Expected ${expected} but r` : "R"}eceived ${received}`,
    requirement: context.requirement,
    path: other?.path,
    issues: other?.issues,
    lang: config$1.lang,
    abortEarly: config$1.abortEarly,
    abortPipeEarly: config$1.abortPipeEarly
  };
  const isSchema = context.kind === "schema";
  const message$1 = other?.message ?? context.message ?? /* @__PURE__ */ getSpecificMessage(context.reference, issue.lang) ?? (isSchema ? /* @__PURE__ */ getSchemaMessage(issue.lang) : null) ?? config$1.message ?? /* @__PURE__ */ getGlobalMessage(issue.lang);
  if (message$1 !== void 0) issue.message = typeof message$1 === "function" ? message$1(issue) : message$1;
  if (isSchema) dataset.typed = false;
  if (dataset.issues) dataset.issues.push(issue);
  else dataset.issues = [issue];
}
// @__NO_SIDE_EFFECTS__
function _isSameValueZero(value1, value2) {
  return value1 === value2 || Number.isNaN(value1) && Number.isNaN(value2);
}
// @__NO_SIDE_EFFECTS__
function _joinExpects(values$1, separator) {
  const list = [...new Set(values$1)];
  if (list.length > 1) return `(${list.join(` ${separator} `)})`;
  return list[0] ?? "never";
}
function _standardSchema(schema2) {
  schema2["~standard"] = {
    version: 1,
    vendor: "valibot",
    validate: (value$1) => schema2["~run"]({ value: value$1 }, /* @__PURE__ */ getGlobalConfig())
  };
  return schema2;
}
// @__NO_SIDE_EFFECTS__
function getDotPath(issue) {
  if (issue.path) {
    let key = "";
    for (const item of issue.path) if (typeof item.key === "string" || typeof item.key === "number") if (key) key += `.${item.key}`;
    else key += item.key;
    else return null;
    return key;
  }
  return null;
}
var ValiError = class extends Error {
  /**
  * Creates a Valibot error with useful information.
  *
  * @param issues The error issues.
  */
  constructor(issues) {
    super(issues[0].message);
    this.name = "ValiError";
    this.issues = issues;
  }
};
var EMOJI_REGEX = new RegExp("^(?:[\\u{1F1E6}-\\u{1F1FF}]{2}|\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,3}\\u{E007F}|(?:\\p{Emoji}\\uFE0F\\u20E3?|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|(?![\\p{Emoji_Modifier_Base}\\u{1F1E6}-\\u{1F1FF}])\\p{Emoji_Presentation})(?:\\u200D(?:\\p{Emoji}\\uFE0F\\u20E3?|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|(?![\\p{Emoji_Modifier_Base}\\u{1F1E6}-\\u{1F1FF}])\\p{Emoji_Presentation}))*)+$", "u");
var ISO_TIMESTAMP_REGEX = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[12]\d|0[1-9]|3[01])[T ](?:0\d|1\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?(?:Z| ?[+-](?:0\d|1\d|2[0-3])(?::?[0-5]\d)?)$/u;
// @__NO_SIDE_EFFECTS__
function gtValue(requirement, message$1) {
  return {
    kind: "validation",
    type: "gt_value",
    reference: gtValue,
    async: false,
    expects: `>${requirement instanceof Date ? requirement.toJSON() : /* @__PURE__ */ _stringify(requirement)}`,
    requirement,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !(dataset.value > this.requirement)) _addIssue(this, "value", dataset, config$1, { received: dataset.value instanceof Date ? dataset.value.toJSON() : /* @__PURE__ */ _stringify(dataset.value) });
      return dataset;
    }
  };
}
// @__NO_SIDE_EFFECTS__
function integer(message$1) {
  return {
    kind: "validation",
    type: "integer",
    reference: integer,
    async: false,
    expects: null,
    requirement: Number.isInteger,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !this.requirement(dataset.value)) _addIssue(this, "integer", dataset, config$1);
      return dataset;
    }
  };
}
// @__NO_SIDE_EFFECTS__
function isoTimestamp(message$1) {
  return {
    kind: "validation",
    type: "iso_timestamp",
    reference: isoTimestamp,
    async: false,
    expects: null,
    requirement: ISO_TIMESTAMP_REGEX,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !this.requirement.test(dataset.value)) _addIssue(this, "timestamp", dataset, config$1);
      return dataset;
    }
  };
}
// @__NO_SIDE_EFFECTS__
function maxValue(requirement, message$1) {
  return {
    kind: "validation",
    type: "max_value",
    reference: maxValue,
    async: false,
    expects: `<=${requirement instanceof Date ? requirement.toJSON() : /* @__PURE__ */ _stringify(requirement)}`,
    requirement,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !(dataset.value <= this.requirement)) _addIssue(this, "value", dataset, config$1, { received: dataset.value instanceof Date ? dataset.value.toJSON() : /* @__PURE__ */ _stringify(dataset.value) });
      return dataset;
    }
  };
}
// @__NO_SIDE_EFFECTS__
function minValue(requirement, message$1) {
  return {
    kind: "validation",
    type: "min_value",
    reference: minValue,
    async: false,
    expects: `>=${requirement instanceof Date ? requirement.toJSON() : /* @__PURE__ */ _stringify(requirement)}`,
    requirement,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !(dataset.value >= this.requirement)) _addIssue(this, "value", dataset, config$1, { received: dataset.value instanceof Date ? dataset.value.toJSON() : /* @__PURE__ */ _stringify(dataset.value) });
      return dataset;
    }
  };
}
// @__NO_SIDE_EFFECTS__
function regex(requirement, message$1) {
  return {
    kind: "validation",
    type: "regex",
    reference: regex,
    async: false,
    expects: `${requirement}`,
    requirement,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !this.requirement.test(dataset.value)) _addIssue(this, "format", dataset, config$1);
      return dataset;
    }
  };
}
// @__NO_SIDE_EFFECTS__
function safeInteger(message$1) {
  return {
    kind: "validation",
    type: "safe_integer",
    reference: safeInteger,
    async: false,
    expects: null,
    requirement: Number.isSafeInteger,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !this.requirement(dataset.value)) _addIssue(this, "safe integer", dataset, config$1);
      return dataset;
    }
  };
}
// @__NO_SIDE_EFFECTS__
function getFallback(schema2, dataset, config$1) {
  return typeof schema2.fallback === "function" ? schema2.fallback(dataset, config$1) : schema2.fallback;
}
// @__NO_SIDE_EFFECTS__
function getDefault(schema2, dataset, config$1) {
  return typeof schema2.default === "function" ? schema2.default(dataset, config$1) : schema2.default;
}
// @__NO_SIDE_EFFECTS__
function array(item, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "array",
    reference: array,
    expects: "Array",
    async: false,
    item,
    message: message$1,
    "~run"(dataset, config$1) {
      const input = dataset.value;
      if (Array.isArray(input)) {
        dataset.typed = true;
        dataset.value = [];
        for (let key = 0; key < input.length; key++) {
          const value$1 = input[key];
          const itemDataset = this.item["~run"]({ value: value$1 }, config$1);
          if (itemDataset.issues) {
            const pathItem = {
              type: "array",
              origin: "value",
              input,
              key,
              value: value$1
            };
            for (const issue of itemDataset.issues) {
              if (issue.path) issue.path.unshift(pathItem);
              else issue.path = [pathItem];
              dataset.issues?.push(issue);
            }
            if (!dataset.issues) dataset.issues = itemDataset.issues;
            if (config$1.abortEarly) {
              dataset.typed = false;
              break;
            }
          }
          if (!itemDataset.typed) dataset.typed = false;
          dataset.value.push(itemDataset.value);
        }
      } else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function boolean(message$1) {
  return _standardSchema({
    kind: "schema",
    type: "boolean",
    reference: boolean,
    expects: "boolean",
    async: false,
    message: message$1,
    "~run"(dataset, config$1) {
      if (typeof dataset.value === "boolean") dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function lazy(getter) {
  return _standardSchema({
    kind: "schema",
    type: "lazy",
    reference: lazy,
    expects: "unknown",
    async: false,
    getter,
    "~run"(dataset, config$1) {
      return this.getter(dataset.value)["~run"](dataset, config$1);
    }
  });
}
// @__NO_SIDE_EFFECTS__
function literal(literal_, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "literal",
    reference: literal,
    expects: /* @__PURE__ */ _stringify(literal_),
    async: false,
    literal: literal_,
    message: message$1,
    "~run"(dataset, config$1) {
      if (/* @__PURE__ */ _isSameValueZero(dataset.value, this.literal)) dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function nullable(wrapped, default_) {
  return _standardSchema({
    kind: "schema",
    type: "nullable",
    reference: nullable,
    expects: `(${wrapped.expects} | null)`,
    async: false,
    wrapped,
    default: default_,
    "~run"(dataset, config$1) {
      if (dataset.value === null) {
        if (this.default !== void 0) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
        if (dataset.value === null) {
          dataset.typed = true;
          return dataset;
        }
      }
      return this.wrapped["~run"](dataset, config$1);
    }
  });
}
// @__NO_SIDE_EFFECTS__
function number(message$1) {
  return _standardSchema({
    kind: "schema",
    type: "number",
    reference: number,
    expects: "number",
    async: false,
    message: message$1,
    "~run"(dataset, config$1) {
      if (typeof dataset.value === "number" && !isNaN(dataset.value)) dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function object(entries$1, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "object",
    reference: object,
    expects: "Object",
    async: false,
    entries: entries$1,
    message: message$1,
    "~run"(dataset, config$1) {
      const input = dataset.value;
      if (input && typeof input === "object") {
        dataset.typed = true;
        dataset.value = {};
        for (const key in this.entries) {
          const valueSchema = this.entries[key];
          if (key in input || (valueSchema.type === "exact_optional" || valueSchema.type === "optional" || valueSchema.type === "nullish") && valueSchema.default !== void 0) {
            const value$1 = key in input ? input[key] : /* @__PURE__ */ getDefault(valueSchema);
            const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
            if (valueDataset.issues) {
              const pathItem = {
                type: "object",
                origin: "value",
                input,
                key,
                value: value$1
              };
              for (const issue of valueDataset.issues) {
                if (issue.path) issue.path.unshift(pathItem);
                else issue.path = [pathItem];
                dataset.issues?.push(issue);
              }
              if (!dataset.issues) dataset.issues = valueDataset.issues;
              if (config$1.abortEarly) {
                dataset.typed = false;
                break;
              }
            }
            if (!valueDataset.typed) dataset.typed = false;
            dataset.value[key] = valueDataset.value;
          } else if (valueSchema.fallback !== void 0) dataset.value[key] = /* @__PURE__ */ getFallback(valueSchema);
          else if (valueSchema.type !== "exact_optional" && valueSchema.type !== "optional" && valueSchema.type !== "nullish") {
            _addIssue(this, "key", dataset, config$1, {
              input: void 0,
              expected: `"${key}"`,
              path: [{
                type: "object",
                origin: "key",
                input,
                key,
                value: input[key]
              }]
            });
            if (config$1.abortEarly) break;
          }
        }
      } else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function optional(wrapped, default_) {
  return _standardSchema({
    kind: "schema",
    type: "optional",
    reference: optional,
    expects: `(${wrapped.expects} | undefined)`,
    async: false,
    wrapped,
    default: default_,
    "~run"(dataset, config$1) {
      if (dataset.value === void 0) {
        if (this.default !== void 0) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
        if (dataset.value === void 0) {
          dataset.typed = true;
          return dataset;
        }
      }
      return this.wrapped["~run"](dataset, config$1);
    }
  });
}
// @__NO_SIDE_EFFECTS__
function picklist(options, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "picklist",
    reference: picklist,
    expects: /* @__PURE__ */ _joinExpects(options.map(_stringify), "|"),
    async: false,
    options,
    message: message$1,
    "~run"(dataset, config$1) {
      if (this.options.includes(dataset.value)) dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function string(message$1) {
  return _standardSchema({
    kind: "schema",
    type: "string",
    reference: string,
    expects: "string",
    async: false,
    message: message$1,
    "~run"(dataset, config$1) {
      if (typeof dataset.value === "string") dataset.typed = true;
      else _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function _subIssues(datasets) {
  let issues;
  if (datasets) for (const dataset of datasets) if (issues) for (const issue of dataset.issues) issues.push(issue);
  else issues = dataset.issues;
  return issues;
}
// @__NO_SIDE_EFFECTS__
function union(options, message$1) {
  return _standardSchema({
    kind: "schema",
    type: "union",
    reference: union,
    expects: /* @__PURE__ */ _joinExpects(options.map((option) => option.expects), "|"),
    async: false,
    options,
    message: message$1,
    "~run"(dataset, config$1) {
      let validDataset;
      let typedDatasets;
      let untypedDatasets;
      for (const schema2 of this.options) {
        const optionDataset = schema2["~run"]({ value: dataset.value }, config$1);
        if (optionDataset.typed) if (optionDataset.issues) if (typedDatasets) typedDatasets.push(optionDataset);
        else typedDatasets = [optionDataset];
        else {
          validDataset = optionDataset;
          break;
        }
        else if (untypedDatasets) untypedDatasets.push(optionDataset);
        else untypedDatasets = [optionDataset];
      }
      if (validDataset) return validDataset;
      if (typedDatasets) {
        if (typedDatasets.length === 1) return typedDatasets[0];
        _addIssue(this, "type", dataset, config$1, { issues: /* @__PURE__ */ _subIssues(typedDatasets) });
        dataset.typed = true;
      } else if (untypedDatasets?.length === 1) return untypedDatasets[0];
      else _addIssue(this, "type", dataset, config$1, { issues: /* @__PURE__ */ _subIssues(untypedDatasets) });
      return dataset;
    }
  });
}
function parse(schema2, input, config$1) {
  const dataset = schema2["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));
  if (dataset.issues) throw new ValiError(dataset.issues);
  return dataset.value;
}
// @__NO_SIDE_EFFECTS__
function pipe(...pipe$1) {
  return _standardSchema({
    ...pipe$1[0],
    pipe: pipe$1,
    "~run"(dataset, config$1) {
      for (const item of pipe$1) if (item.kind !== "metadata") {
        if (dataset.issues && (item.kind === "schema" || item.kind === "transformation")) {
          dataset.typed = false;
          break;
        }
        if (!dataset.issues || !config$1.abortEarly && !config$1.abortPipeEarly) dataset = item["~run"](dataset, config$1);
      }
      return dataset;
    }
  });
}
// @__NO_SIDE_EFFECTS__
function safeParse(schema2, input, config$1) {
  const dataset = schema2["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));
  return {
    typed: dataset.typed,
    success: !dataset.issues,
    output: dataset.value,
    issues: dataset.issues
  };
}

// ../journal/src/environment.ts
import process from "node:process";

// ../journal/src/errors.ts
var UsageError = class extends Error {
  name = "UsageError";
};
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

// ../journal/src/environment.ts
var SHOWN = new RegExp(
  "^(?:PATH|PATHEXT|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_.+|TERM|COLORTERM|COLUMNS|NO_COLOR|FORCE_COLOR|CI|XDG_.+_HOME|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|LD_LIBRARY_PATH|NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|DENO_DIR|OHA_BIN|DEADHEAT_.+|INIT_CWD|npm_execpath|npm_config_user_agent|TURBO_HASH)$",
  "i"
);
var hidden = {};
function wholeEnvironment() {
  return { ...hidden, ...process.env };
}
function removeVariable(name) {
  delete hidden[name];
  delete process.env[name];
}

// ../journal/src/floors.ts
var runtimes = ["node", "bun", "deno"];

// ../journal/src/record/amounts.ts
var amount = pipe(number(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER));
var positive = pipe(number(), minValue(1e-9), maxValue(Number.MAX_SAFE_INTEGER));
var ratio = pipe(number(), gtValue(0), maxValue(Number.MAX_VALUE));
var share = pipe(number(), minValue(0), maxValue(1));

// ../journal/src/record/loaded.ts
var loadedPackageSchema = object({
  /** The package's name; `.` for the app, because no package has that name. */
  name: string(),
  /** The version in package.json; null if that has none. */
  version: nullable(string()),
  /**
   * The real path relative to the server's folder; `(outside)` and the path from node_modules on for files elsewhere.
   */
  path: string(),
  /** The number of its files that were loaded. */
  files: pipe(number(), integer(), minValue(1)),
  /** The hash of their contents. */
  sha256: pipe(string(), regex(/^[\da-f]{64}$/, "64 hexadecimal digits"))
});
var loadedSchema = nullable(array(loadedPackageSchema));
var servedBySchema = object({
  /** The name of a package (`@hono/node-server`, `@deadheat/adapter`), or of a part of the runtime (`node:http`, `Bun.serve`). */
  name: string(),
  /** The version of the package or the runtime. */
  version: string()
});
var served = nullable(servedBySchema);
var servedPairSchema = object({ new: served, base: served });
var loadedPairSchema = object({ new: loadedSchema, base: loadedSchema });
var revisionSchema = object({
  /** The commit in full; HEAD for the working tree. */
  commit: pipe(string(), regex(/^[\da-f]{40,64}$/, "a commit's id")),
  /** True if the side is the working tree with uncommitted changes. */
  uncommitted: boolean()
});
var revisionPairSchema = object({
  new: nullable(revisionSchema),
  base: nullable(revisionSchema)
});

// ../journal/src/record/warning.ts
var warningSchema = object({ code: string(), message: string() });

// ../oha/src/errors.ts
var OhaUnavailableError = class extends Error {
  name = "OhaUnavailableError";
  /** One sentence per place searched or way tried, in order. */
  attempts;
  constructor(message, attempts, cause) {
    super(message, { cause });
    this.attempts = attempts;
  }
};

// ../measure/src/errors.ts
var Interrupted = class extends Error {
  name = "Interrupted";
  message = "interrupted";
};
var EnvironmentError = class extends Error {
  name = "EnvironmentError";
};
var environmental = {
  ENOSPC: "free some space",
  EDQUOT: "free some space, or ask for a larger quota",
  EFBIG: "raise the largest size of a file (ulimit -f)",
  EROFS: "write elsewhere with --out",
  EACCES: "write elsewhere with --out, or fix the permissions",
  EPERM: "write elsewhere with --out, or fix the permissions",
  EIO: "check the disk, for example with `dmesg`",
  EMFILE: "allow more open files (ulimit -n 4096)",
  ENFILE: "close other programs: the system has no open file left",
  ENOMEM: "close other programs: there is no memory left",
  ERR_MODULE_NOT_FOUND: "install deadheat's dependencies again, and change node_modules only while nothing runs",
  EAGAIN: "close other programs, or allow more processes (ulimit -u)"
};
var aboutFiles = /* @__PURE__ */ new Set(["EROFS", "EACCES", "EPERM"]);
function environmentErrorOf(error) {
  if (error instanceof OhaUnavailableError)
    return new EnvironmentError(error.message, { cause: error });
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EnvironmentError) return cause;
    const { code = "", path } = cause;
    const advice = Object.hasOwn(environmental, code) ? environmental[code] : void 0;
    if (advice === void 0 || aboutFiles.has(code) && path === void 0) continue;
    const where2 = path === void 0 || cause.message.includes(path) ? "" : ` (${path})`;
    return new EnvironmentError(`${cause.message}${where2}: ${advice}`, { cause: error });
  }
  return null;
}

// ../report/src/format.ts
function formatRatio(ratio2) {
  return ratio2 >= 10 ? ratio2.toFixed(2) : ratio2.toFixed(3);
}
function formatInterval({ lo, hi }) {
  return `[${formatRatio(lo)}, ${formatRatio(hi)}]`;
}
function formatCount(count) {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 3);
  return (Math.round(count / step) * step).toLocaleString("en-US");
}
function formatDuration(seconds2) {
  const whole = Math.max(0, Math.round(seconds2));
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  return `${Math.floor(whole / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}
function formatDate(iso) {
  return iso.slice(0, 16).replace("T", " ");
}
function someOf(texts, most, separator = ", ") {
  const more = texts.length - most;
  return [...texts.slice(0, most), ...more > 0 ? [`and ${more} more`] : []].join(separator);
}
function printable(text) {
  return text.replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}
function escaped(character) {
  return Array.from({ length: character.length }, (_, i) => {
    return `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }).join("");
}

// ../report/src/text/wrap.ts
import { stripVTControlCharacters } from "node:util";
function widthOf(text) {
  return [...stripVTControlCharacters(text)].length;
}
var BREAK = /(?<=[^\s±=])(?<!\[[\d.,% ]*)(?<!\([A-Z]+)(?= (?![%=]))/;
function fill(text, width, indent = "  ") {
  return broken(text, width, indent, false);
}
function broken(text, width, indent, cut2) {
  const room = Math.max(1, width - indent.length);
  const lines = text.split("\n").flatMap((line) => {
    const words = line.split(BREAK).flatMap((word) => cut2 ? pieces(word, room) : [word]);
    const parts = [];
    let current = "";
    for (const word of words) {
      if (current !== "" && widthOf(current + word) > width) {
        parts.push(current);
        current = indent + word.trimStart();
      } else current += word;
    }
    return [...parts, current];
  });
  return lines.join("\n");
}
function pieces(word, room) {
  const characters = [...word];
  if (characters.length <= room) return [word];
  const count = Math.ceil(characters.length / room);
  return Array.from(
    { length: count },
    (_, i) => characters.slice(i * room, (i + 1) * room).join("")
  );
}

// src/cli/live-line.ts
var MOST_COLUMNS = 80;
var CLEAR = "\r\x1B[2K";
function liveLine(terminal, columns4) {
  let shown = null;
  let timer = null;
  const draw = () => {
    if (shown === null) return;
    const elapsed = (performance.now() - shown.since) / 1e3;
    const width = Math.min(columns4(), MOST_COLUMNS) - 1;
    terminal.write(`${CLEAR}${stepLine(shown.step, elapsed, width)}`);
  };
  const clear = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    if (shown !== null) terminal.write(CLEAR);
    shown = null;
  };
  return {
    show: (step) => {
      shown = { step, since: performance.now() };
      timer ??= setInterval(draw, 1e3).unref();
      draw();
    },
    above: (write) => {
      if (shown !== null) terminal.write(CLEAR);
      write();
      draw();
    },
    clear
  };
}
function stepLine(step, elapsedSeconds, width) {
  const { phase, done, of, estimate, secondsLeft } = step;
  const number2 = of === null ? `${done + 1}` : `${Math.min(done + 1, of)} of ${of}`;
  const left2 = secondsLeft === null ? "" : `, ${formatDuration(Math.max(0, secondsLeft - elapsedSeconds))} left`;
  const head = `${printable(phase)} ${number2}`;
  const middle = estimate === "" ? "" : `, ${printable(estimate)}`;
  return cut(cut(head + middle, width - widthOf(left2)) + left2, width);
}
function cut(text, width) {
  if (widthOf(text) <= width) return text;
  return `${[...text].slice(0, Math.max(0, width - 1)).join("")}\u2026`;
}

// src/cli/command.ts
async function runCommand(work) {
  const stopping = stopOnSignals();
  const live = process2.stderr.isTTY ? liveLine(process2.stderr, stderrColumns) : null;
  const io = ioOf(stopping.signal, live);
  const clear = () => live?.clear();
  process2.on("exit", clear);
  try {
    return await work(io);
  } catch (error) {
    clear();
    return explain(error, io);
  } finally {
    clear();
    process2.off("exit", clear);
    stopping.restore();
  }
}
function stopOnSignals() {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process2.exit(130);
    controller.abort(new Interrupted());
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process2.on(signal, stop);
  return {
    signal: controller.signal,
    restore: () => {
      for (const signal of signals) process2.off(signal, stop);
    }
  };
}
function explain(error, io) {
  if (error instanceof Interrupted || io.signal.aborted) {
    io.note("deadheat: interrupted");
    return 130;
  }
  const known = error instanceof UsageError ? error : environmentErrorOf(error);
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  io.note(`deadheat: ${known?.message ?? stack}`);
  if (known === null) return 1;
  return known instanceof UsageError ? 2 : 3;
}
var stderrColumns = () => process2.stderr.columns || 80;
function ioOf(signal, live) {
  const { stdout, stderr } = process2;
  for (const stream of [stdout, stderr]) stream.on("error", () => {
  });
  return {
    // Whoever writes the answer writes it after the progress.
    get stdout() {
      live?.clear();
      return stdout;
    },
    stderr,
    color: stdout.isTTY === true && process2.env.NO_COLOR === void 0,
    signal,
    note: (line, step) => {
      const text = printable(line);
      if (live === null) stderr.write(`${text}
`);
      else if (step) live.show(step);
      else live.above(() => stderr.write(`${fill(text, stderrColumns())}
`));
    }
  };
}

// ../judge/src/group-by.ts
function groupBy(items, keyOf) {
  const groups = /* @__PURE__ */ new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === void 0) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

// ../judge/src/rules/gate.ts
function slowdownAt(ratio2) {
  return 1 / ratio2 - 1;
}
function isOff({
  lo,
  hi,
  figures = []
}) {
  const gated = figures.filter(({ gate }) => gate !== null);
  return (gated.length === 0 ? [{ lo, hi }] : gated).some((one) => one.lo > 1 || one.hi < 1);
}

// ../judge/src/rules/stopping.ts
function budgetWords(seconds2) {
  if (seconds2 <= 90) return `${Math.ceil(seconds2 / 5) * 5}s`;
  return seconds2 <= 5400 ? `${Math.ceil(seconds2 / 60)}m` : `${Math.ceil(seconds2 / 3600)}h`;
}

// ../judge/src/documents/explained.ts
var EXPLAINED_SCHEMA = 1;
var seconds = number();
var costSchema = object({
  base: seconds,
  new: seconds,
  difference: seconds,
  /** The limits of the 95 % interval; null if a single block has no spread. */
  lo: nullable(seconds),
  hi: nullable(seconds)
});
var kinds = [
  "app",
  "framework",
  "dependency",
  "runtime",
  "native",
  "gc",
  "threads",
  "unseen"
];
var kind = picklist(kinds);
var functionSchema = object({
  /** The name; of an anonymous function the function around it and its number there: `compose > anonymous 2`. */
  name: string(),
  /** The name that the function probably had in the base; absent unless it was renamed. */
  renamedFrom: optional(string()),
  kind,
  /** The package; `.` for the user's own code, null for code of the runtime. */
  package: nullable(string()),
  /** The path in the package, or the name of the runtime's module; null for native code. */
  file: nullable(string()),
  /** The line in the new server, otherwise in the base, from 1; null for native code. */
  line: nullable(number()),
  /** `new` and `gone`: the profiles of the other server do not have the function. */
  state: picklist(["both", "new", "gone"]),
  /** The time in the function itself. */
  self: costSchema,
  /** The time in the function and in all that it calls. */
  total: costSchema,
  /**
   * The p value of the difference of `self`, adjusted for all tested functions (Benjamini and Hochberg). null for a function
   * that is not tested, because it takes less than 0.2 % of either side.
   */
  q: nullable(number()),
  /** true if the difference is told from chance. */
  named: boolean()
});
var stackSchema = object({
  function: number(),
  base: seconds,
  new: seconds,
  calls: array(lazy(() => stackSchema))
});
var groupSchema = (name) => object({ name, cost: costSchema });
var sideSchema = object({
  name: string(),
  runtime: picklist(runtimes),
  version: string()
});
var reasonsSchema = object({
  startedAt: pipe(string(), isoTimestamp()),
  /** The two servers. */
  base: sideSchema,
  new: sideSchema,
  /** The name of the request. */
  scenario: string(),
  /** The number of profiled blocks. */
  blocks: number(),
  /** The level of the false discovery rate at which functions are named. */
  level: number(),
  /**
   * The CPU time per request by the kernel's clock while the profiler was on, less its overhead. The functions' `self` adds
   * up to it.
   */
  cpu: costSchema,
  /** The share of that time in which the profiler saw a function. */
  seen: object({ base: number(), new: number() }),
  /** The share by which the profiler made a request dearer, from the same processes without it. */
  overhead: object({ base: number(), new: number() }),
  /** The share of the difference that the named functions explain; null if the difference is not told from 0. */
  explained: nullable(number()),
  /** The sum of all functions that are not named. */
  rest: costSchema,
  /** The functions: the named ones first, by the size of their difference. A comparison has the named ones alone. */
  functions: array(functionSchema),
  /** The sums by kind and by package, the largest difference first. A comparison has the first ten packages. */
  kinds: array(groupSchema(kind)),
  packages: array(groupSchema(string())),
  warnings: array(warningSchema)
});
var explainedSchema = object({
  schema: literal(EXPLAINED_SCHEMA),
  /** The version of deadheat that measured it. */
  deadheat: string(),
  ...reasonsSchema.entries,
  /** The sums by file, the largest difference first. */
  files: array(groupSchema(string())),
  /** The packages that the servers loaded; null if unknown. */
  loaded: object({
    base: nullable(array(loadedPackageSchema)),
    new: nullable(array(loadedPackageSchema))
  }),
  stacks: array(stackSchema)
});

// ../judge/src/documents/figure.ts
var figureNames = [
  "cpu",
  "start",
  "memory-idle",
  "memory-peak",
  "latency-p50",
  "latency-p99",
  "latency-p50-at-20",
  "latency-p99-at-20",
  "cost-200",
  "cost-1000",
  "size",
  "packages"
];
var figureGateSchema = object({
  /** The allowed change: for `cpu` the share by which the new server may be slower, for others by which it may need more. */
  limit: share,
  outcome: picklist(["passed", "failed", "undecided"]),
  confidence: share,
  /** The number of further blocks that would probably decide the gate. null if it is decided or no number would. */
  moreBlocks: nullable(amount)
});
var figureSchema = object({
  figure: picklist(figureNames),
  /** Seconds of CPU a request for `cpu` and `cost`, seconds for `start` and `latency`. */
  unit: picklist(["seconds", "bytes", "packages"]),
  /** The geometric means over the blocks. */
  base: amount,
  new: amount,
  /** New over base, paired by block, with its own interval. */
  ratio,
  lo: ratio,
  hi: ratio,
  /** The confidence of [lo, hi] by itself. The words are corrected for all figures, the intervals are not. */
  confidence: share,
  /** The number of blocks; 0 if the figure is exact, as an installed size is. */
  n: amount,
  /** The p value of a difference, corrected for all figures of the command. */
  p: share,
  /** The p value of a dead heat, corrected likewise. */
  equivalenceP: share,
  /** The relative margin of a dead heat. */
  margin: amount,
  /**
   * The word about the new server. Memory and size are `less` or `more`, all others `faster` or `slower`: if p < 0.05,
   * otherwise `dead-heat` if equivalenceP < 0.05.
   */
  verdict: picklist(["faster", "slower", "less", "more", "dead-heat", "undecided"]),
  /** true for the figure that was named before looking, which keeps most of the error that is allowed. */
  named: boolean(),
  /** The number of further blocks that would probably decide the word. null if it is decided or no number would. */
  moreBlocks: nullable(amount),
  /** The gate on this figure; null if it has none. */
  gate: nullable(figureGateSchema)
});

// ../judge/src/documents/kinds.ts
var kindSchema = object({
  /** The mean ratio of its blocks. */
  ratio: number(),
  /** The number of its blocks, and their share. */
  n: number(),
  share: number()
});
var kindsSchema = optional(array(kindSchema));

// ../judge/src/documents/comparison.ts
var bound = picklist(["server-bound", "generator-bound", "unsaturated"]);
var versionsSchema = object({
  /** The version of the framework. null for a runtime's own server and for the user's own server. */
  framework: nullable(string()),
  /** The runtime. null for a program of which only the answers are known. */
  runtimeName: nullable(picklist(runtimes)),
  /** The version of the runtime; null likewise. */
  runtime: nullable(string()),
  /** The server of an app that its file exports; null for a server that listens by itself. Absent if not known. */
  servedBy: optional(nullable(servedBySchema)),
  /** The revision; null for a side that is none. Absent if not known. */
  revision: optional(nullable(revisionSchema))
});
var judgementSchema = object({
  /** The ratio of efficiencies, new over base: below 1 the new server is slower. */
  ratio,
  lo: ratio,
  hi: ratio,
  /** The number of blocks. */
  n: amount,
  /** The average seconds of a block, including everything around it. */
  blockSeconds: amount,
  /**
   * The confidence of [lo, hi]: 0.95 without a gate, otherwise that of the look at which the gate stopped (stats,
   * `levelAt`). The intervals of all looks, and of all gates in the command, hold together with 95 %.
   */
  confidence: share,
  /**
   * The two-sided p value of Student's t over the blocks, adjusted for the looks of a gate. The interval excludes 1
   * exactly if p < 0.05. If one command compares several requests, p is adjusted for them (Holm).
   */
  p: share,
  /**
   * The two-sided p value of the exact sign-flip test, which assumes no distribution, adjusted for looks. null after a
   * second stage: its size depends on the spread of the first, so the test is no longer exact.
   */
  signFlipP: nullable(share),
  /** The p value of the two one-sided tests that the difference lies within the margin, adjusted for looks. */
  equivalenceP: share,
  /** The word about the new server: `faster` or `slower` if p < 0.05, otherwise `dead-heat` if equivalenceP < 0.05. */
  verdict: picklist(["faster", "slower", "dead-heat", "undecided"]),
  /** The relative margin of a dead heat: 0.02 means a ratio between 1 / 1.02 and 1.02. */
  margin: amount,
  /** The number of further blocks that would probably decide it. null if it is decided or no number would. */
  moreBlocks: nullable(amount),
  kinds: kindsSchema,
  /**
   * The share of processes below which a kind may not have been seen in these blocks, with a chance of 5 %.
   */
  unseenShare: optional(share),
  /** The part that limited each server's throughput. The ratio compares efficiencies and holds either way. */
  bound: object({ base: bound, new: bound }),
  /** The gate on `cpu`; null without one. */
  gate: nullable(figureGateSchema),
  /** The width of the interval; null without --until. */
  until: nullable(
    object({
      halfWidth: amount,
      /** false if the budget ended the comparison first. The interval is then wider, and still holds. */
      reached: boolean(),
      /** The number of blocks that the width requires. */
      needed: amount
    })
  ),
  /** The figures, `cpu` first. */
  figures: array(figureSchema)
});
var comparisonSchema = object({
  base: string(),
  new: string(),
  versions: object({ base: versionsSchema, new: versionsSchema }),
  /** The packages that two revisions load in different versions. Absent for other servers. */
  packages: optional(array(object({ name: string(), base: string(), new: string() }))),
  /** The name of the scenario or request. */
  scenario: string(),
  ...judgementSchema.entries,
  warnings: array(warningSchema),
  /** The path of the file that holds every block. */
  journal: string(),
  /** The reasons of the difference; absent without --explain. */
  explained: optional(reasonsSchema)
});
var COMPARISON_SCHEMA = 3;
var schema = literal(COMPARISON_SCHEMA);
var comparisonDocumentSchema = union([
  object({ schema, ...comparisonSchema.entries }),
  object({ schema, base: string(), new: string(), comparisons: array(comparisonSchema) })
]);

// ../judge/src/documents/gated.ts
var GATED_SCHEMA = 3;
var sideSchema2 = object({
  /** The name in the output: `main`, `v5.0.0`, `tree` for the working tree. */
  name: string(),
  /** The full commit id; null for the working tree and for a side that is no revision. */
  commit: nullable(pipe(string(), regex(/^[0-9a-f]{40,64}$/, "a commit's id")))
});
var measuredSchema = object({
  ...comparisonSchema.entries,
  /** The server's name in the configuration; null if there is only one. */
  app: nullable(string()),
  /** The requests per CPU-second of each server: the median over the blocks. */
  requestsPerCpuSecond: object({ base: amount, new: amount })
});
var version = nullable(string());
var gatedSchema = object({
  schema: literal(GATED_SCHEMA),
  /** The version of deadheat that measured it. */
  deadheat: string(),
  startedAt: pipe(string(), isoTimestamp()),
  base: sideSchema2,
  new: sideSchema2,
  /**
   * The outcome: `failed` if any figure of any comparison is certainly beyond its gate, else `undecided` if any is
   * undecided. `unmeasured` if the new side could not be measured or the control is off.
   */
  outcome: picklist(["passed", "failed", "undecided", "unmeasured"]),
  /** The reason that it is unmeasured, otherwise null. */
  reason: nullable(string()),
  /** The comparisons, one per server, runtime and request, judged together. */
  comparisons: array(measuredSchema),
  /** The base against itself, once per runtime and request, judged together. null if not asked for. */
  control: nullable(array(measuredSchema)),
  limits: object({
    /** The share by which the new side may be slower, unless its request has its own limit. null without a gate on cpu. */
    gate: nullable(share),
    /** The limits of other figures. Absent if there are none. */
    figures: optional(array(object({ figure: picklist(figureNames), limit: share }))),
    /** The source of the limit: the command's options, one of the two configurations, or the default. */
    from: picklist(["options", "base", "new", "default"]),
    /** The limits that the new side's configuration would change. They count only after the merge. */
    changes: array(
      object({
        /** The name of the request; null for the limit of all requests without their own. */
        request: nullable(string()),
        /** The figure; absent for cpu. */
        figure: optional(picklist(figureNames)),
        /** The limit; null if the configuration sets none. */
        base: nullable(share),
        new: nullable(share)
      })
    ),
    /** The other settings that the new side's configuration would change. Absent if none. */
    settings: optional(
      array(
        object({
          setting: picklist([
            "budget",
            "margin",
            "allow-different",
            "request",
            "target",
            "runtime"
          ]),
          /** The setting in words; null if the configuration does not set it, or does not have the request. */
          base: nullable(string()),
          new: nullable(string())
        })
      )
    ),
    /** The reason that the base's configuration could not be read. null if it was read or does not exist. */
    unread: nullable(string())
  }),
  /** The machine; null if nothing was measured. */
  machine: nullable(
    object({
      cpu: string(),
      cores: amount,
      kernel: string(),
      os: string(),
      oha: string()
    })
  ),
  /** The packages that the servers loaded in other versions or with other content; null if unknown. */
  loaded: nullable(
    object({
      /** The number of packages that the new servers loaded. */
      packages: amount,
      /** The changed packages. `.` is the server's own files. null if not loaded or without a version. */
      changed: array(object({ name: string(), base: version, new: version }))
    })
  ),
  /** The command that measures the same again. */
  command: string()
});

// ../judge/src/documents/read-gated.ts
var MOST_BYTES = 1e6;
function readGated(text) {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST_BYTES) throw refused(`it has ${bytes} bytes, and the limit is ${MOST_BYTES}`);
  const document = parse2(text);
  const versioned = safeParse(object({ schema: number() }), document);
  if (versioned.success && versioned.output.schema !== GATED_SCHEMA) {
    throw refused(
      `its schema is ${versioned.output.schema}, and this deadheat reads ${GATED_SCHEMA}. Use one version of deadheat for both`
    );
  }
  const checked = safeParse(gatedSchema, document);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const place = getDotPath(issue) ?? "it";
  if (issue.input === void 0) throw refused(`${place} is missing`);
  throw refused(`${place} must be ${issue.expected ?? "different"}`);
}
function parse2(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("it is not JSON");
  }
}
function refused(why) {
  return new UsageError(`this is not a document of gate --json: ${why}`);
}

// ../report/src/content/section.ts
function left(name, priority = 0) {
  return { name, align: "left", priority };
}
function right(name, priority = 0) {
  return { name, align: "right", priority };
}
function tableOf(columns4, things) {
  return {
    columns: columns4.map(([column]) => column),
    rows: things.map((thing) => columns4.map(([, of]) => of(thing)))
  };
}

// ../report/src/markdown/inert.ts
var LONGEST = 400;
function inert(text) {
  return inertText(shortened(text));
}
function inertText(text) {
  return printable(oneLine(text)).replace(/[\\`*_{}[\]<>|&~]/g, (character) => `\\${character}`).replaceAll("$", "<span>$</span>").replace(/[@#]|:(?=\/\/|[\w+-]+:)|\bwww(?=\.)|\bGH-(?=\d)/gi, (start) => `${start}&#8203;`);
}
function inertCode(text) {
  const shown = shortened(text);
  const fence = "`".repeat(longestRun(shown) + 1);
  return `${fence} ${shown} ${fence}`;
}
function inertBlock(text, language) {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}
${printable(oneLine(text))}
${fence}`;
}
function shortened(text) {
  const characters = [...printable(oneLine(text))];
  return characters.length <= LONGEST ? characters.join("") : `${characters.slice(0, LONGEST - 1).join("")}\u2026`;
}
function oneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}
function longestRun(text) {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

// ../report/src/markdown/table.ts
function markdownTable(columns4, rows) {
  return [
    columns4.map(({ name }) => name),
    columns4.map(({ align }) => align === "right" ? "--:" : "---"),
    ...rows
  ].map((texts) => `| ${texts.join(" | ")} |`).join("\n");
}

// ../report/src/content/comparison-words.ts
function share2(of) {
  return `${Number((100 * of).toPrecision(4))} %`;
}
function percent(of) {
  return `${(100 * of).toFixed(1)} %`;
}
function mostSlowdown({ lo }) {
  return Math.ceil(1e3 * slowdownAt(lo) - 1e-9) / 10;
}
function settingWords({ setting, base, new: next }) {
  return `${setting} from ${base ?? "none"} to ${next ?? "none"}`;
}
function limitWords({ request, figure = "cpu", base, new: next }, shown) {
  const [from, to] = [base, next].map(
    (limit) => limit === null ? "none of its own" : share2(limit)
  );
  const of = figure === "cpu" ? "" : ` on ${figure}`;
  return `the gate${of}${request === null ? "" : ` for ${shown(request)}`} from ${from} to ${to}`;
}
function whereWords({ app, scenario, versions }, shown) {
  const of = app === null ? "" : `${shown(app)}: `;
  return `${of}${shown(scenario)} on ${shown(runtimeWords({ versions }))}`;
}
function runtimeWords({
  versions: { base, new: next }
}) {
  const [before, after] = [versionOf(base), versionOf(next)];
  if (before === after) return before;
  return base.runtimeName === next.runtimeName ? `${before} and ${next.runtime}` : `${before} and ${after}`;
}
function versionOf({ runtimeName, runtime }) {
  return runtimeName === null ? "any runtime" : `${runtimeName} ${runtime ?? ""}`.trim();
}

// ../report/src/content/figures.ts
var labels = {
  cpu: "CPU per request",
  start: "start to first answer",
  "memory-idle": "memory at rest",
  "memory-peak": "memory under load",
  "latency-p50": "latency, median",
  "latency-p99": "latency, p99",
  "latency-p50-at-20": "median at 20 % load",
  "latency-p99-at-20": "p99 at 20 % load",
  "cost-200": "CPU at 200 requests/s",
  "cost-1000": "CPU at 1,000 a second",
  size: "installed size",
  packages: "installed packages"
};
function figureLabel(figure) {
  return labels[figure];
}
function figureRows({ figures }) {
  return figures.toSorted((a, b) => Number(b.named) - Number(a.named)).map((figure) => ({
    figure,
    label: labels[figure.figure],
    values: valuesOf(figure),
    change: changeWords(figure.ratio),
    interval: figure.n === 0 ? "" : `[${signed(figure.lo - 1)}, ${signed(figure.hi - 1)}]`,
    word: wordOf(figure),
    gate: figure.gate ? `gate ${share2(figure.gate.limit)}: ${figure.gate.outcome}` : ""
  }));
}
function changeWords(ratio2) {
  return `${signed(ratio2 - 1)} %`;
}
function valuesOf({ unit, base, new: next }) {
  const scale = scaleOf(unit, Math.max(base, next));
  const shown = (value) => rounded(value / scale.size, Math.max(base, next) / scale.size, scale.name);
  return `${shown(base)} -> ${shown(next)}${scale.name === "" ? "" : ` ${scale.name}`}`;
}
function gatedFigures({ figures }, outcome) {
  return figures.filter(({ gate }) => gate?.outcome === outcome).toSorted((a, b) => b.ratio - a.ratio);
}
function offWords({ figures }) {
  return figures.filter(({ gate, lo, hi }) => gate !== null && (lo > 1 || hi < 1)).map((figure) => `${labels[figure.figure]} ${changeAndInterval(figure)}`).join(", ");
}
function changeAndInterval({ ratio: ratio2, lo, hi }) {
  return `${changeWords(ratio2)} [${signed(lo - 1)}, ${signed(hi - 1)}]`;
}
var scales = {
  seconds: [
    { size: 1e-6, name: "us" },
    { size: 1e-3, name: "ms" },
    { size: 1, name: "s" }
  ],
  bytes: [
    { size: 1e3, name: "kB" },
    { size: 1e6, name: "MB" },
    { size: 1e9, name: "GB" }
  ],
  packages: [{ size: 1, name: "" }]
};
function scaleOf(unit, value) {
  const [first, ...rest] = scales[unit];
  return rest.findLast(({ size }) => value >= size * 0.9995) ?? first;
}
function rounded(value, larger, unit) {
  if (unit === "") return String(Math.round(value));
  const fine = unit === "us" ? 99.95 : 9.95;
  return value.toFixed(larger >= fine ? 0 : larger >= 0.995 ? 1 : 2);
}
function signed(change) {
  const text = (100 * change).toFixed(1);
  const zero = Number(text) === 0;
  return zero ? "+0.0" : change > 0 ? `+${text}` : text;
}
function wordOf({ verdict, margin }) {
  return verdict === "dead-heat" ? `dead heat (${share2(margin)})` : verdict;
}

// ../report/src/content/unseen.ts
function unseenSentences(comparison) {
  const { unseenShare, kinds: kinds2, n, verdict, gate } = comparison;
  const open = verdict === "undecided" && gate?.outcome !== "passed";
  if (unseenShare === void 0 || kinds2 !== void 0 || open) return [];
  const rarer = `${Math.round(100 * unseenShare)} %`;
  return [`A kind of process rarer than ${rarer} may not have been seen in ${n} blocks.`];
}

// ../report/src/content/explained.ts
function moreWords(seconds2) {
  const text = microseconds(seconds2);
  return seconds2 > 0 && Number(text) !== 0 ? `+${text}` : text;
}
function microseconds(seconds2) {
  const value = 1e6 * seconds2;
  const digits = Math.abs(value) >= 99.95 ? 1 : Math.abs(value) >= 0.9995 ? 2 : 3;
  return (Number(value.toFixed(digits)) || 0).toFixed(digits);
}
function limitsWords({ lo, hi }) {
  return lo === null || hi === null ? "[?, ?]" : `[${microseconds(lo)}, ${microseconds(hi)}]`;
}
var kindWords = {
  app: "your code",
  framework: "the framework",
  dependency: "dependencies",
  runtime: "the runtime's JavaScript",
  native: "native code",
  gc: "garbage collection",
  threads: "compiler and collector threads",
  unseen: "not seen by the profiler"
};
function isTold({ lo, hi }) {
  return lo !== null && hi !== null && lo * hi > 0;
}
function namedOf({ functions }) {
  return functions.filter(({ named }) => named);
}
function placeWords({ package: owner, file, line }) {
  if (file === null) return "";
  return `${owner === null || owner === "." ? "" : `${owner} `}${file}${line === null ? "" : `:${line}`}`;
}
var MOST_GROUPS = 3;
function explainedSentences(explained) {
  const { cpu, blocks } = explained;
  const named = namedOf(explained);
  const groups = [...groupBy(named, groupOf)].map(([name, some]) => ({ name, some, sum: sumOf(some) })).toSorted((a, b) => Math.sign(cpu.difference) * (b.sum - a.sum)).slice(0, MOST_GROUPS);
  const count = `${blocks} profiled block${blocks === 1 ? "" : "s"}`;
  if (!isTold(cpu)) {
    const also = named.length === 0 ? "and no function's" : `but some functions do: ${groups.map(groupWords).join(", ")}`;
    return [
      named.length === 0 ? `The CPU time of a request does not differ (${moreWords(cpu.difference)} us ${limitsWords(cpu)}), ${also}, as far as ${count} can tell.` : `The CPU time of a request does not differ (${moreWords(cpu.difference)} us ${limitsWords(cpu)}), ${also}.`
    ];
  }
  const word = cpu.difference > 0 ? "more" : "less";
  const sign = Math.sign(cpu.difference);
  const size = { lo: sign > 0 ? cpu.lo : -(cpu.hi ?? 0), hi: sign > 0 ? cpu.hi : -(cpu.lo ?? 0) };
  const head = `${microseconds(Math.abs(cpu.difference))} us ${word} a request ${limitsWords(size)}.`;
  if (named.length === 0) {
    return [
      head,
      `No single function is told from chance by ${count}: a longer --budget may tell.`
    ];
  }
  const everywhere = everywhereSentence(explained);
  return [
    head,
    `${groups.map(groupWords).join(", ")}.`,
    ...shareSentences(explained),
    ...everywhere === null ? [] : [everywhere]
  ];
}
function groupOf({ package: owner, file, kind: kind2 }) {
  if (owner !== null) return owner === "." ? kindWords.app : owner;
  if (kind2 === "runtime") return (file ?? "").split("/")[0] ?? "";
  return kindWords[kind2];
}
function sumOf(some) {
  return some.reduce((sum, { self }) => sum + self.difference, 0);
}
var MOST_NAMES = 3;
function groupWords({
  name,
  some,
  sum
}) {
  const whole = some.length === 1 && some[0]?.file === null && some[0].kind !== "native";
  const shown = some.slice(0, MOST_NAMES).map((one) => one.name);
  const more = some.length > shown.length ? ` and ${some.length - shown.length} more` : "";
  const states = new Set(some.map(({ state }) => state));
  const only = states.size > 1 ? "" : { new: "; not in the base", gone: "; gone", both: "" }[some[0]?.state ?? "both"];
  return `${moreWords(sum)} us in ${name}${whole ? "" : ` (${shown.join(", ")}${more}${only})`}`;
}
function shareSentences({ explained, rest }) {
  if (explained === null) return [];
  return [
    `The named functions explain ${Math.round(100 * explained)} % of the difference; ${moreWords(rest.difference)} us ${limitsWords(rest)} is spread over functions whose own difference cannot be told.`
  ];
}
var EVERYWHERE = 1.5;
var FEWEST_FUNCTIONS = 5;
function everywhereSentence({ functions, cpu, kinds: kinds2 }) {
  const ratios = functions.filter(({ self, file, state }) => {
    return file !== null && state === "both" && Math.max(self.base, self.new) > 2e-3 * cpu.base;
  }).map(({ self }) => self.new / self.base).toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  if (ratios.length < FEWEST_FUNCTIONS || Math.max(median, 1 / median) < EVERYWHERE) return null;
  const times = (median > 1 ? median : 1 / median).toFixed(1);
  const threads = kinds2.find(({ name }) => name === "threads")?.cost;
  const compiled = threads === void 0 || !isTold(threads) ? "The profiler does not tell which code was optimised." : `The threads that compile and collect take ${microseconds(threads.base)} us in the base and ${microseconds(threads.new)} us in the new server: the more, the more often code is compiled again.`;
  return `In the median a function takes ${times} times ${median > 1 ? "as long as in the base" : "less than in the base"}: the difference is everywhere. The runtimes then compile or run the same code differently. ${compiled}`;
}

// ../report/src/markdown/gate-words.ts
function where(one) {
  return whereWords(one, inert);
}
function withApps(of, { comparisons }) {
  const several = new Set(comparisons.map(({ app }) => app)).size > 1;
  return several ? [[left("server"), ({ app }) => inert(app ?? "")], ...of] : of;
}

// ../report/src/markdown/gate-details.ts
var columns = [
  [left("request"), ({ scenario }) => inert(scenario)],
  [left("runtime"), (one) => inert(runtimeWords(one))],
  [right("base, req/CPU-s"), ({ requestsPerCpuSecond: { base } }) => formatCount(base)],
  [right("new, req/CPU-s"), ({ requestsPerCpuSecond: { new: next } }) => formatCount(next)],
  [right("blocks"), ({ n }) => String(n)],
  [left("bound by"), boundWords]
];
function boundWords({ bound: { base, new: next } }) {
  return base === next ? base : `base ${base}, new ${next}`;
}
function detailsOf(gated, mostRows) {
  const { comparisons } = gated;
  const { columns: shown, rows } = tableOf(
    withApps(columns, gated),
    comparisons.slice(0, mostRows)
  );
  return [
    "<details>\n<summary>Requests per CPU-second, what bound them, versions, machine, code, and how to repeat it</summary>",
    ...rows.length === 0 ? [] : [markdownTable(shown, rows)],
    [
      ...warningLines(comparisons),
      ...new Set(comparisons.flatMap(unseenSentences)),
      limitLine(gated),
      ...loadedLines(gated),
      ...versionLines(comparisons),
      ...machineLines(gated),
      `Measured by deadheat ${inert(gated.deadheat)}, ${formatDate(gated.startedAt)} UTC.`
    ].map((line) => `- ${line}`).join("\n"),
    "To repeat it:",
    inertBlock(gated.command, "sh"),
    "</details>"
  ];
}
var MOST_WARNINGS = 10;
function warningLines(comparisons) {
  const messages = comparisons.flatMap(({ warnings }) => warnings.map(({ message }) => message));
  return [...new Set(messages)].slice(0, MOST_WARNINGS).map((text) => `**Warning**: ${inert(text)}`);
}
function limitLine({ limits: { gate, figures = [], from } }) {
  const source = {
    options: "from the check's options",
    base: "from the base's configuration",
    new: "from the new one's configuration",
    default: "the default"
  };
  const all = [...gate === null ? [] : [{ figure: "cpu", limit: gate }], ...figures];
  const words = all.map(({ figure, limit }) => `${figureLabel(figure)} ${share2(limit)}`);
  const limits = figures.length === 0 && gate !== null ? share2(gate) : words.join(", ");
  return `The gate is ${limits}, ${source[from]}.`;
}
var MOST_PACKAGES = 20;
function loadedLines({ loaded }) {
  if (loaded === null) return ["The code that the servers loaded is not known."];
  const { packages, changed } = loaded;
  const which = someOf(changed.map(packageWords), MOST_PACKAGES);
  const differ = changed.length === 0 ? "none differs" : `these differ: ${which}`;
  return [`Packages that the new one loaded, its own files included: ${packages}; ${differ}.`];
}
function packageWords({
  name,
  base,
  new: next
}) {
  if (name === ".") return "the server's own files";
  const what = inert(name);
  if (base === next) return base === null ? what : `${what} ${inert(base)} (other content)`;
  return `${what} (${inert(base ?? "none")} to ${inert(next ?? "none")})`;
}
function versionLines(comparisons) {
  const words = comparisons.flatMap(({ base, new: next, versions }) => [
    ...versions.base.framework === null ? [] : [`${base}: ${versions.base.framework}`],
    ...versions.new.framework === null ? [] : [`${next}: ${versions.new.framework}`]
  ]);
  const frameworks = [...new Set(words)].slice(0, MOST_PACKAGES);
  const runtimes2 = [...new Set(comparisons.map(runtimeWords))].slice(0, MOST_PACKAGES);
  return runtimes2.length === 0 ? [] : [`Versions: ${[...frameworks, ...runtimes2].map(inert).join(", ")}.`];
}
function machineLines({ machine }) {
  if (machine === null) return [];
  const { cpu, cores, kernel, os, oha } = machine;
  return [
    `Machine: ${inert(cpu)}, ${cores} CPUs, ${inert(os)}, ${inert(kernel)}; oha ${inert(oha)}.`
  ];
}

// ../report/src/markdown/gate-verdict.ts
var MOST_NAMED = 3;
function alertOf(gated) {
  const [alert, sentence] = verdictOf(gated);
  return `> [!${alert}]
> ${sentence}`;
}
function verdictOf(gated) {
  const { comparisons, outcome } = gated;
  const gates = (of) => comparisons.filter(({ gate }) => gate?.outcome === of);
  const sentences = (some, sentence) => [
    ...some.length === 0 ? [] : [sentence(some, gated)],
    ...figureSentences(gated, outcome)
  ].join(" ");
  switch (outcome) {
    case "unmeasured":
      return [
        "CAUTION",
        `**Not measured**: ${inert(gated.reason ?? "no reason is given")}. This says nothing about the change.`
      ];
    case "failed":
      return ["WARNING", sentences(gates("failed"), failedSentence)];
    case "undecided":
      return ["NOTE", sentences(gates("undecided"), undecidedSentence)];
    case "passed": {
      const [alert, sentence] = passedVerdict(gated);
      const more = moreSentence(gated);
      return more === null ? [alert, sentence] : ["WARNING", `${sentence} ${more}`];
    }
  }
}
function failedSentence(failed, gated) {
  const [first] = failed;
  const worst = failed.toSorted((a, b) => a.ratio - b.ratio);
  const limits = new Set(failed.map(({ gate }) => gate?.limit ?? 0));
  const allowed = limits.size === 1 ? `the gate allows ${share2(first?.gate?.limit ?? 0)}` : "more than its gate allows";
  return `${changeSentence("slower", worst, gated)}: ${allowed}.`;
}
function figureSentences({ comparisons }, outcome) {
  const found = comparisons.flatMap(
    (one) => gatedFigures(one, outcome).flatMap(
      (figure) => figure.figure === "cpu" ? [] : [{ one, figure }]
    )
  );
  const words = found.map((changed) => {
    const limit = `the gate allows ${share2(changed.figure.gate?.limit ?? 0)}`;
    return `${changeOf(changed)}: ${limit}${outcome === "failed" ? "" : ", **undecided**"}.`;
  });
  return words.slice(0, MOST_NAMED);
}
function moreSentence({ comparisons }) {
  const found = comparisons.flatMap(
    (one) => one.figures.flatMap((figure) => {
      const worse = figure.verdict === "more" || figure.verdict === "slower";
      return worse && figure.figure !== "cpu" ? [{ one, figure }] : [];
    })
  );
  return found.length === 0 ? null : `${someOf(found.map(changeOf), MOST_NAMED)}.`;
}
function changeOf({ one, figure }) {
  const [change, ...rest] = changeAndInterval(figure).split(" [");
  return `**${figureLabel(figure.figure)} ${change}** [${rest.join("")} (${where(one)})`;
}
function undecidedSentence(open, { comparisons, control }) {
  const limits = [...new Set(open.map(({ gate }) => share2(gate?.limit ?? 0)))];
  const count = comparisons.length === 1 ? "" : ` in ${open.length} of ${comparisons.length}`;
  return `**Undecided**${count}: whether it is slower by more than ${limits.slice(0, MOST_NAMED).join(" or ")} is not known (${someOf(open.map(where), MOST_NAMED)}); ${excluded(open)}. ` + decidedBy(open, comparisons.length + (control?.length ?? 0));
}
function decidedBy(open, family) {
  if (open.some(({ warnings }) => warnings.some(({ code }) => code === "cold"))) {
    return "A server was measured before it was warm: a longer warm-up (`--warmup`) would decide it.";
  }
  const seconds2 = open.map(
    ({ gate, n, blockSeconds }) => gate?.moreBlocks === null || gate === null ? null : (n + gate.moreBlocks) * blockSeconds
  );
  const known = seconds2.filter((one) => one !== null);
  if (known.length < seconds2.length) return "No reasonable budget would probably decide it.";
  return `\`--budget ${budgetWords(Math.max(...known) * family)}\` would probably decide it.`;
}
function passedVerdict(gated) {
  const { comparisons } = gated;
  const those = (of) => comparisons.filter(({ verdict }) => verdict === of);
  const [slower, faster] = [those("slower"), those("faster")];
  if (slower.length > 0) {
    const worst = slower.toSorted((a, b) => a.ratio - b.ratio);
    return ["WARNING", `${changeSentence("slower", worst, gated)}, which the gate allows.`];
  }
  if (faster.length > 0) {
    const best = faster.toSorted((a, b) => b.ratio - a.ratio);
    const rest = comparisons.filter(({ verdict }) => verdict !== "faster");
    const others = rest.length === 0 ? "" : `; elsewhere ${excluded(rest)}`;
    return ["TIP", `${changeSentence("faster", best, gated)}${others}.`];
  }
  if (comparisons.every(({ verdict }) => verdict === "dead-heat")) {
    return ["NOTE", `**Dead heat**: ${excluded(comparisons)}.`];
  }
  return [
    "NOTE",
    `**No slowdown beyond the gate**: ${excluded(comparisons)}; whether there is a smaller one is not known.`
  ];
}
function changeSentence(word, some, { comparisons, base }) {
  const sign = word === "slower" ? 1 : -1;
  const words = some.map((one) => {
    const [much, ...ends] = [one.ratio, one.lo, one.hi].map(
      (ratio2) => percent(sign * slowdownAt(ratio2))
    );
    const [from, to] = word === "slower" ? ends.toReversed() : ends;
    return { much, interval: `[${from}, ${to}]`, where: where(one) };
  });
  const than = `than ${inertCode(base.name)}`;
  const [first] = words;
  if (first !== void 0 && comparisons.length === 1) {
    return `**${first.much} ${word}** ${than} ${first.interval} (${first.where})`;
  }
  const each = words.map((one) => `${one.where} by ${one.much} ${one.interval}`);
  const count = `${some.length} of ${comparisons.length}`;
  return `**${word === "slower" ? "Slower" : "Faster"}** ${than} in ${count}: ${someOf(each, MOST_NAMED)}`;
}
function excluded(some) {
  const worst = Math.max(...some.map(mostSlowdown));
  return worst <= 0 ? "any slowdown is excluded" : `slowdowns above ${worst.toFixed(1)} % are excluded`;
}

// ../report/src/markdown/explained.ts
var MOST_ROWS = 10;
var columns2 = [
  [right("us a request"), ({ self }) => moreWords(self.difference)],
  [right("95 %"), ({ self }) => inert(limitsWords(self))],
  [right("base"), ({ self }) => microseconds(self.base)],
  [left("function"), ({ name, state }) => inert(state === "both" ? name : `${name} (${state})`)],
  [left("in"), (one) => inert(placeWords(one))]
];
function renderReasons(explained, where2) {
  const named = namedOf(explained);
  const { columns: shown, rows } = tableOf(columns2, named.slice(0, MOST_ROWS));
  const more = named.length - rows.length;
  const [first = "", ...others] = explainedSentences(explained).map(inert);
  const lead = [`**Why**${where2 === null ? "" : ` (${where2})`}: ${first}`, ...others].join(" ");
  if (rows.length === 0) return [lead];
  return [
    lead,
    [
      "<details>\n<summary>The functions that differ</summary>",
      markdownTable(shown, rows),
      ...more > 0 ? [`${more} more functions are in explain.json.`] : [],
      "</details>"
    ].join("\n\n")
  ];
}

// ../report/src/markdown/gate.ts
var MOST_ROWS2 = 50;
function renderGateMarkdown(gated) {
  return [
    alertOf(gated),
    `New: ${sideWords(gated.new, gated, "new")}. Base: ${sideWords(gated.base, gated, "base")}.`,
    ...tableLines(gated),
    ...reasonLines(gated),
    ...controlLines(gated),
    ...limitLines(gated),
    ...sameCodeLines(gated),
    ...detailsOf(gated, MOST_ROWS2),
    ""
  ].join("\n\n");
}
function sideWords({ name, commit }, { comparisons }, side) {
  const { revision } = comparisons[0]?.versions[side] ?? {};
  const short = (commit ?? revision?.commit ?? "").slice(0, 7);
  const changes = revision?.uncommitted ? " with uncommitted changes" : "";
  return inertCode(short === "" || name.includes(short) ? name : `${name} (${short}${changes})`);
}
var bold = /* @__PURE__ */ new Set(["faster", "slower", "less", "more"]);
var columns3 = [
  [left("request"), ({ one, first }) => first ? inert(one.scenario) : ""],
  [left("runtime"), ({ one, first }) => first ? unbroken(inert(runtimeWords(one))) : ""],
  [left("figure"), ({ row }) => unbroken(row.label)],
  [right("base -> new"), ({ row }) => unbroken(row.values)],
  [right("change"), ({ row }) => unbroken(row.change)],
  [right("95 %"), ({ row }) => unbroken(row.interval)]
];
var outcomes = [
  [left(""), ({ row }) => unbroken(bold.has(row.word) ? `**${row.word}**` : row.word)],
  [left("gate"), ({ row }) => unbroken(row.gate.replace(/^gate /, ""))]
];
function rowsOf(one) {
  return figureRows(one).map((row, i) => ({ one, row, first: i === 0, app: one.app }));
}
function unbroken(text) {
  return text.replaceAll(" ", "&nbsp;");
}
function tableLines(gated) {
  const { comparisons, outcome } = gated;
  const shown = outcome === "unmeasured" ? columns3 : [...columns3, ...outcomes];
  if (comparisons.length === 0) return [];
  const all = comparisons.flatMap(rowsOf);
  const { columns: named, rows } = tableOf(withApps(shown, gated), all.slice(0, MOST_ROWS2));
  const more = all.length - rows.length;
  return [
    markdownTable(named, rows),
    `Above 0 the new one needs more. The intervals of all looks and gates hold at once with 95 %, and the words are corrected for all figures.${more > 0 ? ` ${more} more rows are in the artifact.` : ""}`
  ];
}
function reasonLines({ comparisons }) {
  const one = comparisons.find(({ explained }) => explained !== void 0);
  if (one?.explained === void 0) return [];
  return renderReasons(one.explained, comparisons.length > 1 ? where(one) : null);
}
var MOST_CONTROLS = 6;
function controlLines({ control }) {
  if (control === null) return ["Control (the base against itself): not measured."];
  if (control.length === 0) return [];
  const off = control.filter(isOff);
  const shown = [...off, ...control.filter((one) => !isOff(one))];
  const words = shown.map(
    (one) => `${formatRatio(one.ratio)} ${formatInterval(one)} (${where(one)})`
  );
  const verdict = off.length === 0 ? "as it must be, no interval excludes 1" : `**off**: ${off.map(offWords).join(", ")}, where both servers were one`;
  return [`Control (the base against itself): ${someOf(words, MOST_CONTROLS)}; ${verdict}.`];
}
function limitLines({ limits: { changes, settings = [], unread } }) {
  const changed = (words, rest) => words.length === 0 ? [] : [
    `**The new one's configuration changes ${words.slice(0, MOST_ROWS2).join(", ")}.** ${rest}`
  ];
  return [
    ...changed(
      changes.map((one) => limitWords(one, inert)),
      "Until this is merged, the base's gate applies."
    ),
    ...changed(
      settings.map((one) => inert(settingWords(one))),
      "Budget, margin, requests and allowDifferent are the base's until this is merged; targets and runtimes are the new one's."
    ),
    ...unread === null ? [] : [
      `The base's configuration could not be read (${inert(unread)}): the new one's gate applies.`
    ]
  ];
}
function sameCodeLines({ loaded }) {
  return loaded !== null && loaded.changed.length === 0 ? ["Both servers loaded the same code, byte for byte: the change touches none of their files."] : [];
}

// src/github/event.ts
import { readFileSync } from "node:fs";
var counted = pipe(number(), safeInteger(), minValue(1));
var sha = pipe(string(), regex(/^[0-9a-f]{40,64}$/));
var pullRequestEvent = object({
  pull_request: object({ head: object({ sha }), base: object({ ref: string() }) })
});
var workflowRunEvent = object({
  workflow_run: object({
    id: counted,
    /** The name of the event that started that run. */
    event: string(),
    run_number: counted,
    run_attempt: counted,
    head_sha: sha,
    /** null if the branch was deleted since. */
    head_branch: nullable(string()),
    head_repository: nullable(object({ owner: object({ login: string() }) })),
    /** Empty for a pull request from a fork. */
    pull_requests: array(object({ number: counted }))
  })
});
function readEvent() {
  try {
    return JSON.parse(readFileSync(requireVariable("GITHUB_EVENT_PATH"), "utf8"));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`GITHUB_EVENT_PATH cannot be read: ${messageOf(error)}`);
  }
}
function requireVariable(name) {
  const value = wholeEnvironment()[name];
  if (value) return value;
  throw new UsageError(`${name} is not set. This command runs as a step of a workflow on GitHub`);
}

// src/github/inputs.ts
var PREFIX = "INPUT_";
function takeInputs() {
  const given = /* @__PURE__ */ new Map();
  for (const [name, value = ""] of Object.entries(wholeEnvironment())) {
    if (!name.startsWith(PREFIX)) continue;
    given.set(name.slice(PREFIX.length).toLowerCase().replaceAll("_", "-"), value.trim());
    removeVariable(name);
  }
  const text = (name) => given.get(name) || null;
  return {
    text,
    lines: (name) => (text(name) ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== ""),
    flag: (name, usual) => {
      const value = text(name) ?? String(usual);
      if (value === "true" || value === "false") return value === "true";
      throw new UsageError(`${name}: ${JSON.stringify(value)} must be true or false`);
    }
  };
}
function checkId({ text }) {
  const id = text("id") ?? "check";
  if (/^[A-Za-z0-9][\w-]{0,31}$/.test(id)) return id;
  throw new UsageError(
    `id: ${JSON.stringify(id)} must have at most 32 characters: letters, digits, hyphens and underscores`
  );
}
function artifactName(id) {
  return `deadheat-${id}`;
}

// src/github/rest.ts
var PATIENCE_SECONDS = 60;
function restOf({ api, repository, token, signal }) {
  const headers = {
    // https://docs.github.com/en/rest/about-the-rest-api/api-versions
    "x-github-api-version": "2022-11-28",
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "user-agent": "deadheat"
  };
  const ask = async (method, path, body, read) => {
    const what = `${method} /repos/${repository}${path}`;
    try {
      const response = await fetch(`${api}/repos/${repository}${path}`, {
        method,
        headers: body === null ? headers : { ...headers, "content-type": "application/json" },
        body: body === null ? null : JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_SECONDS * 1e3)])
      });
      if (!response.ok) throw await refused2(what, response);
      return await read(response);
    } catch (error) {
      if (signal.aborted) throw new Interrupted();
      if (error instanceof EnvironmentError) throw error;
      throw new EnvironmentError(`${what} failed: ${reasonOf(error)}. Run the job again`);
    }
  };
  return {
    get: (path, schema2) => ask("GET", path, null, async (response) => parse(schema2, await response.json())),
    send: (method, path, body) => ask(method, path, body, async (response) => response.body?.cancel()),
    download: (path, limit) => ask("GET", path, null, (response) => limited(response, limit))
  };
}
async function refused2(what, response) {
  const text = (await limited(response, 1e4).catch(() => "")).toString();
  const [, said = ""] = /"message"\s*:\s*"([^"]{1,200})"/.exec(text) ?? [];
  const advice = response.status === 401 || response.status === 403 || response.status === 404 ? "Give the job the permissions actions: read and pull-requests: write" : "Run the job again";
  return new EnvironmentError(
    `${what} failed with status ${response.status}${said === "" ? "" : ` (${said})`}. ${advice}`
  );
}
async function limited(response, limit) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw new EnvironmentError(`the response has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
function reasonOf(error) {
  const cause = error instanceof Error ? error.cause : void 0;
  return cause instanceof Error ? cause.message : messageOf(error);
}

// src/github/sticky.ts
var MARKER = /<!-- deadheat:([\w.-]{1,64}) run=(\d{1,15})\.(\d{1,6}) -->\s*$/;
var PAGE = 100;
var PAGES = 50;
var commentsSchema = array(
  object({
    id: counted,
    body: optional(nullable(string())),
    user: nullable(object({ login: string(), type: string() }))
  })
);
async function stick(rest, pullRequest, { id, author, number: number2, text }) {
  const body = `${text}

<!-- deadheat:${id} run=${number2.run}.${number2.attempt} -->`;
  const own = await find(rest, pullRequest, { id, author });
  if (own === null) {
    await rest.send("POST", `/issues/${pullRequest}/comments`, { body });
    return "written";
  }
  if (isOlder(number2, own.number)) return "older";
  await rest.send("PATCH", `/issues/comments/${own.comment}`, { body });
  return "updated";
}
async function find(rest, pullRequest, wanted) {
  for (let page = 1; page <= PAGES; page++) {
    const path = `/issues/${pullRequest}/comments?per_page=${PAGE}&page=${page}`;
    const comments = await rest.get(path, commentsSchema);
    const own = comments.map((comment2) => ownOf(comment2, wanted)).find((found) => found !== null);
    if (own !== void 0) return own;
    if (comments.length < PAGE) break;
  }
  return null;
}
function ownOf({ id: comment2, body, user }, { id, author }) {
  const [, marked, run, attempt] = MARKER.exec(body ?? "") ?? [];
  if (marked !== id || user?.type !== "Bot" || user.login !== author) return null;
  return { comment: comment2, number: { run: Number(run), attempt: Number(attempt) } };
}
function isOlder(a, b) {
  return a.run < b.run || a.run === b.run && a.attempt < b.attempt;
}

// src/github/zip.ts
import { inflateRawSync } from "node:zlib";
var END = { signature: 101010256, bytes: 22 };
var ENTRY = { signature: 33639248, bytes: 46 };
var LOCAL = { signature: 67324752, bytes: 30 };
var LONGEST_COMMENT = 65535;
function readZipped(zip, name, limit) {
  const end = endOf(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let left2 = zip.readUInt16LE(end + 10); left2 > 0; left2--) {
    expect(zip, at, ENTRY.signature);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((n) => zip.readUInt16LE(at + n));
    const start = at + ENTRY.bytes;
    if (zip.toString("utf8", start, start + nameBytes) === name) return contentOf(zip, at, limit);
    at = start + nameBytes + extraBytes + commentBytes;
  }
  return null;
}
function endOf(zip) {
  const first = Math.max(0, zip.length - END.bytes - LONGEST_COMMENT);
  for (let at = zip.length - END.bytes; at >= first; at--) {
    if (zip.readUInt32LE(at) === END.signature) return at;
  }
  throw new RangeError("it is not a ZIP archive");
}
function contentOf(zip, entry, limit) {
  const method = zip.readUInt16LE(entry + 10);
  const packedBytes = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  expect(zip, local, LOCAL.signature);
  const start = local + LOCAL.bytes + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length < packedBytes) throw new RangeError("the archive is cut off");
  if (method === 8) return inflated(packed, limit);
  if (method === 0 && packed.length <= limit) return packed;
  throw new RangeError(`a file in it is too large, or packed by an unknown method (${method})`);
}
function inflated(packed, limit) {
  try {
    return inflateRawSync(packed, { maxOutputLength: limit });
  } catch (cause) {
    throw new RangeError(`a file in it cannot be unpacked (${messageOf(cause)})`, { cause });
  }
}
function expect(zip, at, signature) {
  if (zip.readUInt32LE(at) !== signature) throw new RangeError("the archive is damaged");
}

// src/github/comment.ts
var ARTIFACT_BYTES = 4e6;
var LONGEST2 = 65e3;
async function comment(signal) {
  const inputs = takeInputs();
  const id = checkId(inputs);
  const run = runOf(readEvent());
  if (run.event !== "pull_request") return `nothing to say: ${run.event} started that run`;
  const rest = restOf({
    api: wholeEnvironment().GITHUB_API_URL || "https://api.github.com",
    repository: requireVariable("GITHUB_REPOSITORY"),
    token: requireVariable("GITHUB_TOKEN"),
    signal
  });
  const pullRequest = await pullRequestOf(run, rest);
  if (typeof pullRequest === "string") return `nothing to say: ${pullRequest}`;
  const artifact = await artifactOf(run, artifactName(id), rest);
  if (artifact === null) return `nothing to say: that run left no artifact ${artifactName(id)}`;
  const gated = await gatedOf(artifact, rest);
  const done = await stick(rest, pullRequest, {
    id,
    author: inputs.text("author") ?? "github-actions[bot]",
    number: { run: run.id, attempt: run.run_attempt },
    text: textOf(gated, run)
  });
  return {
    written: "wrote the comment",
    updated: "updated the comment",
    older: "kept the comment: it is from a later run"
  }[done];
}
function runOf(event) {
  const parsed = safeParse(workflowRunEvent, event);
  if (parsed.success) return parsed.output.workflow_run;
  throw new UsageError(
    "this event has no workflow_run. Use this step in a workflow on workflow_run"
  );
}
var pullsSchema = array(object({ number: counted, head: object({ sha: string() }) }));
async function pullRequestOf(run, rest) {
  const { head_branch: branch, head_repository: fork, head_sha: sha2 } = run;
  if (branch === null || fork === null) return "the branch of the run was deleted";
  const head = encodeURIComponent(`${fork.owner.login}:${branch}`);
  const open = await rest.get(`/pulls?state=open&head=${head}&per_page=100`, pullsSchema);
  const known = run.pull_requests.map(({ number: number3 }) => number3);
  const numbers = open.filter((pull) => pull.head.sha === sha2).map(({ number: number3 }) => number3).filter((number3) => known.length === 0 || known.includes(number3));
  const [number2, ...others] = numbers;
  if (number2 === void 0) return `no open pull request is at ${sha2.slice(0, 7)} now`;
  if (others.length === 0) return number2;
  return `${numbers.length} pull requests are at ${sha2.slice(0, 7)}, and the run does not name one of them`;
}
var artifactsSchema = object({
  artifacts: array(
    object({
      id: counted,
      name: string(),
      size_in_bytes: amount,
      expired: boolean()
    })
  )
});
async function artifactOf(run, name, rest) {
  const path = `/actions/runs/${run.id}/artifacts?name=${name}&per_page=100`;
  const { artifacts } = await rest.get(path, artifactsSchema);
  const there = artifacts.filter((artifact) => artifact.name === name && !artifact.expired);
  const [newest] = there.toSorted((a, b) => b.id - a.id);
  if (newest === void 0) return null;
  if (newest.size_in_bytes <= ARTIFACT_BYTES) return newest.id;
  throw new UsageError(
    `the artifact ${name} was not read: it has ${newest.size_in_bytes} bytes, and a check's has at most ${ARTIFACT_BYTES}`
  );
}
async function gatedOf(artifact, rest) {
  const zip = await rest.download(`/actions/artifacts/${artifact}/zip`, ARTIFACT_BYTES);
  return readGated(jsonOf(zip));
}
function jsonOf(zip) {
  let json;
  try {
    json = readZipped(zip, "gate.json", 1e6);
  } catch (error) {
    throw new UsageError(`the artifact cannot be read: ${messageOf(error)}`);
  }
  if (json === null) throw new UsageError("the artifact has no gate.json");
  return json.toString("utf8");
}
function textOf(gated, { id, head_sha: sha2, run_number: run }) {
  const server = wholeEnvironment().GITHUB_SERVER_URL || "https://github.com";
  const address = `${server}/${requireVariable("GITHUB_REPOSITORY")}/actions/runs/${id}`;
  const text = renderGateMarkdown(gated);
  const shown = text.length <= LONGEST2 ? text : text.slice(0, text.indexOf("\n\n")).slice(0, LONGEST2);
  return `${shown.trimEnd()}

[Run ${run}](${address}) of ${sha2.slice(0, 12)}.`;
}

// src/github/comment-main.ts
process3.exitCode = 3;
process3.exitCode = await runCommand(async (io) => {
  io.note(`deadheat: ${await comment(io.signal)}`);
  return 0;
});
