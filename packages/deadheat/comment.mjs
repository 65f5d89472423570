// Made of src/github/comment-main.ts by src/github/bundle.ts. Do not edit.
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// @stdlib/utils-define-property/lib/define_property.js
var require_define_property = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-define-property@0.2.5/node_modules/@stdlib/utils-define-property/lib/define_property.js"(exports, module) {
    "use strict";
    var main = typeof Object.defineProperty === "function" ? Object.defineProperty : null;
    module.exports = main;
  }
});

// @stdlib/utils-define-property/lib/has_define_property_support.js
var require_has_define_property_support = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-define-property@0.2.5/node_modules/@stdlib/utils-define-property/lib/has_define_property_support.js"(exports, module) {
    "use strict";
    var defineProperty = require_define_property();
    function hasDefinePropertySupport() {
      try {
        defineProperty({}, "x", {});
        return true;
      } catch (err) {
        return false;
      }
    }
    module.exports = hasDefinePropertySupport;
  }
});

// @stdlib/utils-define-property/lib/builtin.js
var require_builtin = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-define-property@0.2.5/node_modules/@stdlib/utils-define-property/lib/builtin.js"(exports, module) {
    "use strict";
    var defineProperty = Object.defineProperty;
    module.exports = defineProperty;
  }
});

// @stdlib/string-base-format-interpolate/lib/is_number.js
var require_is_number = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/is_number.js"(exports, module) {
    "use strict";
    function isNumber(value) {
      return typeof value === "number";
    }
    module.exports = isNumber;
  }
});

// @stdlib/string-base-format-interpolate/lib/zero_pad.js
var require_zero_pad = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/zero_pad.js"(exports, module) {
    "use strict";
    function startsWithMinus(str) {
      return str[0] === "-";
    }
    function zeros(n) {
      var out = "";
      var i;
      for (i = 0; i < n; i++) {
        out += "0";
      }
      return out;
    }
    function zeroPad(str, width, right2) {
      var negative = false;
      var pad = width - str.length;
      if (pad < 0) {
        return str;
      }
      if (startsWithMinus(str)) {
        negative = true;
        str = str.substr(1);
      }
      str = right2 ? str + zeros(pad) : zeros(pad) + str;
      if (negative) {
        str = "-" + str;
      }
      return str;
    }
    module.exports = zeroPad;
  }
});

// @stdlib/string-base-format-interpolate/lib/format_integer.js
var require_format_integer = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/format_integer.js"(exports, module) {
    "use strict";
    var isNumber = require_is_number();
    var zeroPad = require_zero_pad();
    var lowercase = String.prototype.toLowerCase;
    var uppercase = String.prototype.toUpperCase;
    function formatInteger(token) {
      var base;
      var out;
      var i;
      switch (token.specifier) {
        case "b":
          base = 2;
          break;
        case "o":
          base = 8;
          break;
        case "x":
        case "X":
          base = 16;
          break;
        case "d":
        case "i":
        case "u":
        default:
          base = 10;
          break;
      }
      out = token.arg;
      i = parseInt(out, 10);
      if (!isFinite(i)) {
        if (!isNumber(out)) {
          throw new Error("invalid integer. Value: " + out);
        }
        i = 0;
      }
      if (i < 0 && (token.specifier === "u" || base !== 10)) {
        i = 4294967295 + i + 1;
      }
      if (i < 0) {
        out = (-i).toString(base);
        if (token.precision) {
          out = zeroPad(out, token.precision, token.padRight);
        }
        out = "-" + out;
      } else {
        out = i.toString(base);
        if (!i && !token.precision) {
          out = "";
        } else if (token.precision) {
          out = zeroPad(out, token.precision, token.padRight);
        }
        if (token.sign) {
          out = token.sign + out;
        }
      }
      if (base === 16) {
        if (token.alternate) {
          out = "0x" + out;
        }
        out = token.specifier === uppercase.call(token.specifier) ? uppercase.call(out) : lowercase.call(out);
      }
      if (base === 8) {
        if (token.alternate && out.charAt(0) !== "0") {
          out = "0" + out;
        }
      }
      return out;
    }
    module.exports = formatInteger;
  }
});

// @stdlib/string-base-format-interpolate/lib/is_string.js
var require_is_string = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/is_string.js"(exports, module) {
    "use strict";
    function isString(value) {
      return typeof value === "string";
    }
    module.exports = isString;
  }
});

// @stdlib/string-base-format-interpolate/lib/format_double.js
var require_format_double = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/format_double.js"(exports, module) {
    "use strict";
    var abs = Math.abs;
    var lowercase = String.prototype.toLowerCase;
    var uppercase = String.prototype.toUpperCase;
    var replace = String.prototype.replace;
    var RE_EXP_POS_DIGITS = /e\+(\d)$/;
    var RE_EXP_NEG_DIGITS = /e-(\d)$/;
    var RE_ONLY_DIGITS = /^(\d+)$/;
    var RE_DIGITS_BEFORE_EXP = /^(\d+)e/;
    var RE_TRAILING_PERIOD_ZERO = /\.0$/;
    var RE_PERIOD_ZERO_EXP = /\.0*e/;
    var RE_ZERO_BEFORE_EXP = /(\..*[^0])0*e/;
    function formatDouble(f, token) {
      var digits;
      var out;
      switch (token.specifier) {
        case "e":
        case "E":
          out = f.toExponential(token.precision);
          break;
        case "f":
        case "F":
          out = f.toFixed(token.precision);
          break;
        case "g":
        case "G":
          if (abs(f) < 1e-4) {
            digits = token.precision;
            if (digits > 0) {
              digits -= 1;
            }
            out = f.toExponential(digits);
          } else {
            out = f.toPrecision(token.precision);
          }
          if (!token.alternate) {
            out = replace.call(out, RE_ZERO_BEFORE_EXP, "$1e");
            out = replace.call(out, RE_PERIOD_ZERO_EXP, "e");
            out = replace.call(out, RE_TRAILING_PERIOD_ZERO, "");
          }
          break;
        default:
          throw new Error("invalid double notation. Value: " + token.specifier);
      }
      out = replace.call(out, RE_EXP_POS_DIGITS, "e+0$1");
      out = replace.call(out, RE_EXP_NEG_DIGITS, "e-0$1");
      if (token.alternate) {
        out = replace.call(out, RE_ONLY_DIGITS, "$1.");
        out = replace.call(out, RE_DIGITS_BEFORE_EXP, "$1.e");
      }
      if (f >= 0 && token.sign) {
        out = token.sign + out;
      }
      out = token.specifier === uppercase.call(token.specifier) ? uppercase.call(out) : lowercase.call(out);
      return out;
    }
    module.exports = formatDouble;
  }
});

// @stdlib/string-base-format-interpolate/lib/space_pad.js
var require_space_pad = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/space_pad.js"(exports, module) {
    "use strict";
    function spaces(n) {
      var out = "";
      var i;
      for (i = 0; i < n; i++) {
        out += " ";
      }
      return out;
    }
    function spacePad(str, width, right2) {
      var pad = width - str.length;
      if (pad < 0) {
        return str;
      }
      str = right2 ? str + spaces(pad) : spaces(pad) + str;
      return str;
    }
    module.exports = spacePad;
  }
});

// @stdlib/string-base-format-interpolate/lib/main.js
var require_main = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/main.js"(exports, module) {
    "use strict";
    var formatInteger = require_format_integer();
    var isString = require_is_string();
    var isNumber = require_is_number();
    var formatDouble = require_format_double();
    var spacePad = require_space_pad();
    var zeroPad = require_zero_pad();
    var fromCharCode = String.fromCharCode;
    var isArray = Array.isArray;
    function isnan(value) {
      return value !== value;
    }
    function initialize(token) {
      var out = {};
      out.specifier = token.specifier;
      out.precision = token.precision === void 0 ? 1 : token.precision;
      out.width = token.width;
      out.flags = token.flags || "";
      out.mapping = token.mapping;
      return out;
    }
    function formatInterpolate(tokens) {
      var hasPeriod;
      var flags;
      var token;
      var flag;
      var num;
      var out;
      var pos;
      var f;
      var i;
      var j;
      if (!isArray(tokens)) {
        throw new TypeError("invalid argument. First argument must be an array. Value: `" + tokens + "`.");
      }
      out = "";
      pos = 1;
      for (i = 0; i < tokens.length; i++) {
        token = tokens[i];
        if (isString(token)) {
          out += token;
        } else {
          hasPeriod = token.precision !== void 0;
          token = initialize(token);
          if (!token.specifier) {
            throw new TypeError("invalid argument. Token is missing `specifier` property. Index: `" + i + "`. Value: `" + token + "`.");
          }
          if (token.mapping) {
            pos = token.mapping;
          }
          flags = token.flags;
          for (j = 0; j < flags.length; j++) {
            flag = flags.charAt(j);
            switch (flag) {
              case " ":
                token.sign = " ";
                break;
              case "+":
                token.sign = "+";
                break;
              case "-":
                token.padRight = true;
                token.padZeros = false;
                break;
              case "0":
                token.padZeros = flags.indexOf("-") < 0;
                break;
              case "#":
                token.alternate = true;
                break;
              default:
                throw new Error("invalid flag: " + flag);
            }
          }
          if (token.width === "*") {
            token.width = parseInt(arguments[pos], 10);
            pos += 1;
            if (isnan(token.width)) {
              throw new TypeError("the argument for * width at position " + pos + " is not a number. Value: `" + token.width + "`.");
            }
            if (token.width < 0) {
              token.padRight = true;
              token.width = -token.width;
            }
          }
          if (hasPeriod) {
            if (token.precision === "*") {
              token.precision = parseInt(arguments[pos], 10);
              pos += 1;
              if (isnan(token.precision)) {
                throw new TypeError("the argument for * precision at position " + pos + " is not a number. Value: `" + token.precision + "`.");
              }
              if (token.precision < 0) {
                token.precision = 1;
                hasPeriod = false;
              }
            }
          }
          token.arg = arguments[pos];
          switch (token.specifier) {
            case "b":
            case "o":
            case "x":
            case "X":
            case "d":
            case "i":
            case "u":
              if (hasPeriod) {
                token.padZeros = false;
              }
              token.arg = formatInteger(token);
              break;
            case "s":
              token.maxWidth = hasPeriod ? token.precision : -1;
              token.arg = String(token.arg);
              break;
            case "c":
              if (!isnan(token.arg)) {
                num = parseInt(token.arg, 10);
                if (num < 0 || num > 127) {
                  throw new Error("invalid character code. Value: " + token.arg);
                }
                token.arg = isnan(num) ? String(token.arg) : fromCharCode(num);
              }
              break;
            case "e":
            case "E":
            case "f":
            case "F":
            case "g":
            case "G":
              if (!hasPeriod) {
                token.precision = 6;
              }
              f = parseFloat(token.arg);
              if (!isFinite(f)) {
                if (!isNumber(token.arg)) {
                  throw new Error("invalid floating-point number. Value: " + out);
                }
                f = token.arg;
                token.padZeros = false;
              }
              token.arg = formatDouble(f, token);
              break;
            default:
              throw new Error("invalid specifier: " + token.specifier);
          }
          if (token.maxWidth >= 0 && token.arg.length > token.maxWidth) {
            token.arg = token.arg.substring(0, token.maxWidth);
          }
          if (token.padZeros) {
            token.arg = zeroPad(token.arg, token.width || token.precision, token.padRight);
          } else if (token.width) {
            token.arg = spacePad(token.arg, token.width, token.padRight);
          }
          out += token.arg || "";
          pos += 1;
        }
      }
      return out;
    }
    module.exports = formatInterpolate;
  }
});

// @stdlib/string-base-format-interpolate/lib/index.js
var require_lib = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-interpolate@0.2.4/node_modules/@stdlib/string-base-format-interpolate/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main();
    module.exports = main;
  }
});

// @stdlib/string-base-format-tokenize/lib/main.js
var require_main2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-tokenize@0.2.4/node_modules/@stdlib/string-base-format-tokenize/lib/main.js"(exports, module) {
    "use strict";
    var RE = /%(?:([1-9]\d*)\$)?([0 +\-#]*)(\*|\d+)?(?:(\.)(\*|\d+)?)?[hlL]?([%A-Za-z])/g;
    function parse3(match) {
      var token = {
        "mapping": match[1] ? parseInt(match[1], 10) : void 0,
        "flags": match[2],
        "width": match[3],
        "precision": match[5],
        "specifier": match[6]
      };
      if (match[4] === "." && match[5] === void 0) {
        token.precision = "1";
      }
      return token;
    }
    function formatTokenize(str) {
      var content;
      var tokens;
      var match;
      var prev;
      tokens = [];
      prev = 0;
      match = RE.exec(str);
      while (match) {
        content = str.slice(prev, RE.lastIndex - match[0].length);
        if (content.length) {
          tokens.push(content);
        }
        if (match[6] === "%") {
          tokens.push("%");
        } else {
          tokens.push(parse3(match));
        }
        prev = RE.lastIndex;
        match = RE.exec(str);
      }
      content = str.slice(prev);
      if (content.length) {
        tokens.push(content);
      }
      return tokens;
    }
    module.exports = formatTokenize;
  }
});

// @stdlib/string-base-format-tokenize/lib/index.js
var require_lib2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-base-format-tokenize@0.2.4/node_modules/@stdlib/string-base-format-tokenize/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main2();
    module.exports = main;
  }
});

// @stdlib/string-format/lib/is_string.js
var require_is_string2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-format@0.2.3/node_modules/@stdlib/string-format/lib/is_string.js"(exports, module) {
    "use strict";
    function isString(value) {
      return typeof value === "string";
    }
    module.exports = isString;
  }
});

// @stdlib/string-format/lib/main.js
var require_main3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-format@0.2.3/node_modules/@stdlib/string-format/lib/main.js"(exports, module) {
    "use strict";
    var interpolate = require_lib();
    var tokenize = require_lib2();
    var isString = require_is_string2();
    function format(str) {
      var args;
      var i;
      if (!isString(str)) {
        throw new TypeError(format("invalid argument. First argument must be a string. Value: `%s`.", str));
      }
      args = [tokenize(str)];
      for (i = 1; i < arguments.length; i++) {
        args.push(arguments[i]);
      }
      return interpolate.apply(null, args);
    }
    module.exports = format;
  }
});

// @stdlib/string-format/lib/index.js
var require_lib3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+string-format@0.2.3/node_modules/@stdlib/string-format/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main3();
    module.exports = main;
  }
});

// @stdlib/utils-define-property/lib/polyfill.js
var require_polyfill = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-define-property@0.2.5/node_modules/@stdlib/utils-define-property/lib/polyfill.js"(exports, module) {
    "use strict";
    var format = require_lib3();
    var objectProtoype = Object.prototype;
    var toStr = objectProtoype.toString;
    var defineGetter = objectProtoype.__defineGetter__;
    var defineSetter = objectProtoype.__defineSetter__;
    var lookupGetter = objectProtoype.__lookupGetter__;
    var lookupSetter = objectProtoype.__lookupSetter__;
    function defineProperty(obj, prop, descriptor) {
      var prototype;
      var hasValue;
      var hasGet;
      var hasSet;
      if (typeof obj !== "object" || obj === null || toStr.call(obj) === "[object Array]") {
        throw new TypeError(format("invalid argument. First argument must be an object. Value: `%s`.", obj));
      }
      if (typeof descriptor !== "object" || descriptor === null || toStr.call(descriptor) === "[object Array]") {
        throw new TypeError(format("invalid argument. Property descriptor must be an object. Value: `%s`.", descriptor));
      }
      hasValue = "value" in descriptor;
      if (hasValue) {
        if (lookupGetter.call(obj, prop) || lookupSetter.call(obj, prop)) {
          prototype = obj.__proto__;
          obj.__proto__ = objectProtoype;
          delete obj[prop];
          obj[prop] = descriptor.value;
          obj.__proto__ = prototype;
        } else {
          obj[prop] = descriptor.value;
        }
      }
      hasGet = "get" in descriptor;
      hasSet = "set" in descriptor;
      if (hasValue && (hasGet || hasSet)) {
        throw new Error("invalid argument. Cannot specify one or more accessors and a value or writable attribute in the property descriptor.");
      }
      if (hasGet && defineGetter) {
        defineGetter.call(obj, prop, descriptor.get);
      }
      if (hasSet && defineSetter) {
        defineSetter.call(obj, prop, descriptor.set);
      }
      return obj;
    }
    module.exports = defineProperty;
  }
});

// @stdlib/utils-define-property/lib/index.js
var require_lib4 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-define-property@0.2.5/node_modules/@stdlib/utils-define-property/lib/index.js"(exports, module) {
    "use strict";
    var hasDefinePropertySupport = require_has_define_property_support();
    var builtin = require_builtin();
    var polyfill = require_polyfill();
    var defineProperty;
    if (hasDefinePropertySupport()) {
      defineProperty = builtin;
    } else {
      defineProperty = polyfill;
    }
    module.exports = defineProperty;
  }
});

// @stdlib/utils-define-nonenumerable-read-only-property/lib/main.js
var require_main4 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-define-nonenumerable-read-only-property@0.2.3/node_modules/@stdlib/utils-define-nonenumerable-read-only-property/lib/main.js"(exports, module) {
    "use strict";
    var defineProperty = require_lib4();
    function setNonEnumerableReadOnly(obj, prop, value) {
      defineProperty(obj, prop, {
        "configurable": false,
        "enumerable": false,
        "writable": false,
        "value": value
      });
    }
    module.exports = setNonEnumerableReadOnly;
  }
});

// @stdlib/utils-define-nonenumerable-read-only-property/lib/index.js
var require_lib5 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-define-nonenumerable-read-only-property@0.2.3/node_modules/@stdlib/utils-define-nonenumerable-read-only-property/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main4();
    module.exports = main;
  }
});

// @stdlib/math-base-assert-is-nan/lib/main.js
var require_main5 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-nan@0.2.3/node_modules/@stdlib/math-base-assert-is-nan/lib/main.js"(exports, module) {
    "use strict";
    function isnan(x) {
      return x !== x;
    }
    module.exports = isnan;
  }
});

// @stdlib/math-base-assert-is-nan/lib/index.js
var require_lib6 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-nan@0.2.3/node_modules/@stdlib/math-base-assert-is-nan/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main5();
    module.exports = main;
  }
});

// @stdlib/assert-has-symbol-support/lib/main.js
var require_main6 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-symbol-support@0.2.3/node_modules/@stdlib/assert-has-symbol-support/lib/main.js"(exports, module) {
    "use strict";
    function hasSymbolSupport() {
      return typeof Symbol === "function" && typeof /* @__PURE__ */ Symbol("foo") === "symbol";
    }
    module.exports = hasSymbolSupport;
  }
});

// @stdlib/assert-has-symbol-support/lib/index.js
var require_lib7 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-symbol-support@0.2.3/node_modules/@stdlib/assert-has-symbol-support/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main6();
    module.exports = main;
  }
});

// @stdlib/assert-has-tostringtag-support/lib/main.js
var require_main7 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-tostringtag-support@0.2.3/node_modules/@stdlib/assert-has-tostringtag-support/lib/main.js"(exports, module) {
    "use strict";
    var hasSymbols = require_lib7();
    var FLG = hasSymbols();
    function hasToStringTagSupport() {
      return FLG && typeof Symbol.toStringTag === "symbol";
    }
    module.exports = hasToStringTagSupport;
  }
});

// @stdlib/assert-has-tostringtag-support/lib/index.js
var require_lib8 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-tostringtag-support@0.2.3/node_modules/@stdlib/assert-has-tostringtag-support/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main7();
    module.exports = main;
  }
});

// @stdlib/utils-native-class/lib/tostring.js
var require_tostring = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-native-class@0.2.3/node_modules/@stdlib/utils-native-class/lib/tostring.js"(exports, module) {
    "use strict";
    var toStr = Object.prototype.toString;
    module.exports = toStr;
  }
});

// @stdlib/utils-native-class/lib/main.js
var require_main8 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-native-class@0.2.3/node_modules/@stdlib/utils-native-class/lib/main.js"(exports, module) {
    "use strict";
    var toStr = require_tostring();
    function nativeClass(v) {
      return toStr.call(v);
    }
    module.exports = nativeClass;
  }
});

// @stdlib/assert-has-own-property/lib/main.js
var require_main9 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-own-property@0.2.3/node_modules/@stdlib/assert-has-own-property/lib/main.js"(exports, module) {
    "use strict";
    var has = Object.prototype.hasOwnProperty;
    function hasOwnProp(value, property) {
      if (value === void 0 || value === null) {
        return false;
      }
      return has.call(value, property);
    }
    module.exports = hasOwnProp;
  }
});

// @stdlib/assert-has-own-property/lib/index.js
var require_lib9 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-own-property@0.2.3/node_modules/@stdlib/assert-has-own-property/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main9();
    module.exports = main;
  }
});

// @stdlib/symbol-ctor/lib/main.js
var require_main10 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+symbol-ctor@0.2.3/node_modules/@stdlib/symbol-ctor/lib/main.js"(exports, module) {
    "use strict";
    var Sym = typeof Symbol === "function" ? Symbol : void 0;
    module.exports = Sym;
  }
});

// @stdlib/symbol-ctor/lib/index.js
var require_lib10 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+symbol-ctor@0.2.3/node_modules/@stdlib/symbol-ctor/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main10();
    module.exports = main;
  }
});

// @stdlib/utils-native-class/lib/tostringtag.js
var require_tostringtag = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-native-class@0.2.3/node_modules/@stdlib/utils-native-class/lib/tostringtag.js"(exports, module) {
    "use strict";
    var Symbol2 = require_lib10();
    var toStrTag = typeof Symbol2 === "function" ? Symbol2.toStringTag : "";
    module.exports = toStrTag;
  }
});

// @stdlib/utils-native-class/lib/polyfill.js
var require_polyfill2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-native-class@0.2.3/node_modules/@stdlib/utils-native-class/lib/polyfill.js"(exports, module) {
    "use strict";
    var hasOwnProp = require_lib9();
    var toStringTag = require_tostringtag();
    var toStr = require_tostring();
    function nativeClass(v) {
      var isOwn;
      var tag;
      var out;
      if (v === null || v === void 0) {
        return toStr.call(v);
      }
      tag = v[toStringTag];
      isOwn = hasOwnProp(v, toStringTag);
      try {
        v[toStringTag] = void 0;
      } catch (err) {
        return toStr.call(v);
      }
      out = toStr.call(v);
      if (isOwn) {
        v[toStringTag] = tag;
      } else {
        delete v[toStringTag];
      }
      return out;
    }
    module.exports = nativeClass;
  }
});

// @stdlib/utils-native-class/lib/index.js
var require_lib11 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-native-class@0.2.3/node_modules/@stdlib/utils-native-class/lib/index.js"(exports, module) {
    "use strict";
    var hasToStringTag = require_lib8();
    var builtin = require_main8();
    var polyfill = require_polyfill2();
    var main;
    if (hasToStringTag()) {
      main = polyfill;
    } else {
      main = builtin;
    }
    module.exports = main;
  }
});

// @stdlib/assert-is-uint32array/lib/main.js
var require_main11 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-uint32array@0.2.3/node_modules/@stdlib/assert-is-uint32array/lib/main.js"(exports, module) {
    "use strict";
    var nativeClass = require_lib11();
    var hasUint32Array = typeof Uint32Array === "function";
    function isUint32Array(value) {
      return hasUint32Array && value instanceof Uint32Array || // eslint-disable-line stdlib/require-globals
      nativeClass(value) === "[object Uint32Array]";
    }
    module.exports = isUint32Array;
  }
});

// @stdlib/assert-is-uint32array/lib/index.js
var require_lib12 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-uint32array@0.2.3/node_modules/@stdlib/assert-is-uint32array/lib/index.js"(exports, module) {
    "use strict";
    var isUint32Array = require_main11();
    module.exports = isUint32Array;
  }
});

// @stdlib/constants-uint32-max/lib/index.js
var require_lib13 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-uint32-max@0.2.3/node_modules/@stdlib/constants-uint32-max/lib/index.js"(exports, module) {
    "use strict";
    var UINT32_MAX = 4294967295;
    module.exports = UINT32_MAX;
  }
});

// @stdlib/assert-has-uint32array-support/lib/uint32array.js
var require_uint32array = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint32array-support@0.2.3/node_modules/@stdlib/assert-has-uint32array-support/lib/uint32array.js"(exports, module) {
    "use strict";
    var main = typeof Uint32Array === "function" ? Uint32Array : null;
    module.exports = main;
  }
});

// @stdlib/assert-has-uint32array-support/lib/main.js
var require_main12 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint32array-support@0.2.3/node_modules/@stdlib/assert-has-uint32array-support/lib/main.js"(exports, module) {
    "use strict";
    var isUint32Array = require_lib12();
    var UINT32_MAX = require_lib13();
    var GlobalUint32Array = require_uint32array();
    function hasUint32ArraySupport() {
      var bool;
      var arr;
      if (typeof GlobalUint32Array !== "function") {
        return false;
      }
      try {
        arr = [1, 3.14, -3.14, UINT32_MAX + 1, UINT32_MAX + 2];
        arr = new GlobalUint32Array(arr);
        bool = isUint32Array(arr) && arr[0] === 1 && arr[1] === 3 && // truncation
        arr[2] === UINT32_MAX - 2 && // truncation and wrap around
        arr[3] === 0 && // wrap around
        arr[4] === 1;
      } catch (err) {
        bool = false;
      }
      return bool;
    }
    module.exports = hasUint32ArraySupport;
  }
});

// @stdlib/assert-has-uint32array-support/lib/index.js
var require_lib14 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint32array-support@0.2.3/node_modules/@stdlib/assert-has-uint32array-support/lib/index.js"(exports, module) {
    "use strict";
    var hasUint32ArraySupport = require_main12();
    module.exports = hasUint32ArraySupport;
  }
});

// @stdlib/array-uint32/lib/main.js
var require_main13 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint32@0.2.3/node_modules/@stdlib/array-uint32/lib/main.js"(exports, module) {
    "use strict";
    var ctor = typeof Uint32Array === "function" ? Uint32Array : void 0;
    module.exports = ctor;
  }
});

// @stdlib/array-uint32/lib/polyfill.js
var require_polyfill3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint32@0.2.3/node_modules/@stdlib/array-uint32/lib/polyfill.js"(exports, module) {
    "use strict";
    function polyfill() {
      throw new Error("not implemented");
    }
    module.exports = polyfill;
  }
});

// @stdlib/array-uint32/lib/index.js
var require_lib15 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint32@0.2.3/node_modules/@stdlib/array-uint32/lib/index.js"(exports, module) {
    "use strict";
    var hasUint32ArraySupport = require_lib14();
    var builtin = require_main13();
    var polyfill = require_polyfill3();
    var ctor;
    if (hasUint32ArraySupport()) {
      ctor = builtin;
    } else {
      ctor = polyfill;
    }
    module.exports = ctor;
  }
});

// @stdlib/assert-is-float64array/lib/main.js
var require_main14 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-float64array@0.2.3/node_modules/@stdlib/assert-is-float64array/lib/main.js"(exports, module) {
    "use strict";
    var nativeClass = require_lib11();
    var hasFloat64Array = typeof Float64Array === "function";
    function isFloat64Array(value) {
      return hasFloat64Array && value instanceof Float64Array || // eslint-disable-line stdlib/require-globals
      nativeClass(value) === "[object Float64Array]";
    }
    module.exports = isFloat64Array;
  }
});

// @stdlib/assert-is-float64array/lib/index.js
var require_lib16 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-float64array@0.2.3/node_modules/@stdlib/assert-is-float64array/lib/index.js"(exports, module) {
    "use strict";
    var isFloat64Array = require_main14();
    module.exports = isFloat64Array;
  }
});

// @stdlib/assert-has-float64array-support/lib/float64array.js
var require_float64array = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-float64array-support@0.2.3/node_modules/@stdlib/assert-has-float64array-support/lib/float64array.js"(exports, module) {
    "use strict";
    var main = typeof Float64Array === "function" ? Float64Array : null;
    module.exports = main;
  }
});

// @stdlib/assert-has-float64array-support/lib/main.js
var require_main15 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-float64array-support@0.2.3/node_modules/@stdlib/assert-has-float64array-support/lib/main.js"(exports, module) {
    "use strict";
    var isFloat64Array = require_lib16();
    var GlobalFloat64Array = require_float64array();
    function hasFloat64ArraySupport() {
      var bool;
      var arr;
      if (typeof GlobalFloat64Array !== "function") {
        return false;
      }
      try {
        arr = new GlobalFloat64Array([1, 3.14, -3.14, NaN]);
        bool = isFloat64Array(arr) && arr[0] === 1 && arr[1] === 3.14 && arr[2] === -3.14 && arr[3] !== arr[3];
      } catch (err) {
        bool = false;
      }
      return bool;
    }
    module.exports = hasFloat64ArraySupport;
  }
});

// @stdlib/assert-has-float64array-support/lib/index.js
var require_lib17 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-float64array-support@0.2.3/node_modules/@stdlib/assert-has-float64array-support/lib/index.js"(exports, module) {
    "use strict";
    var hasFloat64ArraySupport = require_main15();
    module.exports = hasFloat64ArraySupport;
  }
});

// @stdlib/array-float64/lib/main.js
var require_main16 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-float64@0.2.3/node_modules/@stdlib/array-float64/lib/main.js"(exports, module) {
    "use strict";
    var ctor = typeof Float64Array === "function" ? Float64Array : void 0;
    module.exports = ctor;
  }
});

// @stdlib/array-float64/lib/polyfill.js
var require_polyfill4 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-float64@0.2.3/node_modules/@stdlib/array-float64/lib/polyfill.js"(exports, module) {
    "use strict";
    function polyfill() {
      throw new Error("not implemented");
    }
    module.exports = polyfill;
  }
});

// @stdlib/array-float64/lib/index.js
var require_lib18 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-float64@0.2.3/node_modules/@stdlib/array-float64/lib/index.js"(exports, module) {
    "use strict";
    var hasFloat64ArraySupport = require_lib17();
    var builtin = require_main16();
    var polyfill = require_polyfill4();
    var ctor;
    if (hasFloat64ArraySupport()) {
      ctor = builtin;
    } else {
      ctor = polyfill;
    }
    module.exports = ctor;
  }
});

// @stdlib/assert-is-uint8array/lib/main.js
var require_main17 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-uint8array@0.2.3/node_modules/@stdlib/assert-is-uint8array/lib/main.js"(exports, module) {
    "use strict";
    var nativeClass = require_lib11();
    var hasUint8Array = typeof Uint8Array === "function";
    function isUint8Array(value) {
      return hasUint8Array && value instanceof Uint8Array || // eslint-disable-line stdlib/require-globals
      nativeClass(value) === "[object Uint8Array]";
    }
    module.exports = isUint8Array;
  }
});

// @stdlib/assert-is-uint8array/lib/index.js
var require_lib19 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-uint8array@0.2.3/node_modules/@stdlib/assert-is-uint8array/lib/index.js"(exports, module) {
    "use strict";
    var isUint8Array = require_main17();
    module.exports = isUint8Array;
  }
});

// @stdlib/constants-uint8-max/lib/index.js
var require_lib20 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-uint8-max@0.2.3/node_modules/@stdlib/constants-uint8-max/lib/index.js"(exports, module) {
    "use strict";
    var UINT8_MAX = 255 | 0;
    module.exports = UINT8_MAX;
  }
});

// @stdlib/assert-has-uint8array-support/lib/uint8array.js
var require_uint8array = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint8array-support@0.2.3/node_modules/@stdlib/assert-has-uint8array-support/lib/uint8array.js"(exports, module) {
    "use strict";
    var main = typeof Uint8Array === "function" ? Uint8Array : null;
    module.exports = main;
  }
});

// @stdlib/assert-has-uint8array-support/lib/main.js
var require_main18 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint8array-support@0.2.3/node_modules/@stdlib/assert-has-uint8array-support/lib/main.js"(exports, module) {
    "use strict";
    var isUint8Array = require_lib19();
    var UINT8_MAX = require_lib20();
    var GlobalUint8Array = require_uint8array();
    function hasUint8ArraySupport() {
      var bool;
      var arr;
      if (typeof GlobalUint8Array !== "function") {
        return false;
      }
      try {
        arr = [1, 3.14, -3.14, UINT8_MAX + 1, UINT8_MAX + 2];
        arr = new GlobalUint8Array(arr);
        bool = isUint8Array(arr) && arr[0] === 1 && arr[1] === 3 && // truncation
        arr[2] === UINT8_MAX - 2 && // truncation and wrap around
        arr[3] === 0 && // wrap around
        arr[4] === 1;
      } catch (err) {
        bool = false;
      }
      return bool;
    }
    module.exports = hasUint8ArraySupport;
  }
});

// @stdlib/assert-has-uint8array-support/lib/index.js
var require_lib21 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint8array-support@0.2.3/node_modules/@stdlib/assert-has-uint8array-support/lib/index.js"(exports, module) {
    "use strict";
    var hasUint8ArraySupport = require_main18();
    module.exports = hasUint8ArraySupport;
  }
});

// @stdlib/array-uint8/lib/main.js
var require_main19 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint8@0.2.3/node_modules/@stdlib/array-uint8/lib/main.js"(exports, module) {
    "use strict";
    var ctor = typeof Uint8Array === "function" ? Uint8Array : void 0;
    module.exports = ctor;
  }
});

// @stdlib/array-uint8/lib/polyfill.js
var require_polyfill5 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint8@0.2.3/node_modules/@stdlib/array-uint8/lib/polyfill.js"(exports, module) {
    "use strict";
    function polyfill() {
      throw new Error("not implemented");
    }
    module.exports = polyfill;
  }
});

// @stdlib/array-uint8/lib/index.js
var require_lib22 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint8@0.2.3/node_modules/@stdlib/array-uint8/lib/index.js"(exports, module) {
    "use strict";
    var hasUint8ArraySupport = require_lib21();
    var builtin = require_main19();
    var polyfill = require_polyfill5();
    var ctor;
    if (hasUint8ArraySupport()) {
      ctor = builtin;
    } else {
      ctor = polyfill;
    }
    module.exports = ctor;
  }
});

// @stdlib/assert-is-uint16array/lib/main.js
var require_main20 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-uint16array@0.2.3/node_modules/@stdlib/assert-is-uint16array/lib/main.js"(exports, module) {
    "use strict";
    var nativeClass = require_lib11();
    var hasUint16Array = typeof Uint16Array === "function";
    function isUint16Array(value) {
      return hasUint16Array && value instanceof Uint16Array || // eslint-disable-line stdlib/require-globals
      nativeClass(value) === "[object Uint16Array]";
    }
    module.exports = isUint16Array;
  }
});

// @stdlib/assert-is-uint16array/lib/index.js
var require_lib23 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-uint16array@0.2.3/node_modules/@stdlib/assert-is-uint16array/lib/index.js"(exports, module) {
    "use strict";
    var isUint16Array = require_main20();
    module.exports = isUint16Array;
  }
});

// @stdlib/constants-uint16-max/lib/index.js
var require_lib24 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-uint16-max@0.2.3/node_modules/@stdlib/constants-uint16-max/lib/index.js"(exports, module) {
    "use strict";
    var UINT16_MAX = 65535 | 0;
    module.exports = UINT16_MAX;
  }
});

// @stdlib/assert-has-uint16array-support/lib/uint16array.js
var require_uint16array = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint16array-support@0.2.3/node_modules/@stdlib/assert-has-uint16array-support/lib/uint16array.js"(exports, module) {
    "use strict";
    var main = typeof Uint16Array === "function" ? Uint16Array : null;
    module.exports = main;
  }
});

// @stdlib/assert-has-uint16array-support/lib/main.js
var require_main21 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint16array-support@0.2.3/node_modules/@stdlib/assert-has-uint16array-support/lib/main.js"(exports, module) {
    "use strict";
    var isUint16Array = require_lib23();
    var UINT16_MAX = require_lib24();
    var GlobalUint16Array = require_uint16array();
    function hasUint16ArraySupport() {
      var bool;
      var arr;
      if (typeof GlobalUint16Array !== "function") {
        return false;
      }
      try {
        arr = [1, 3.14, -3.14, UINT16_MAX + 1, UINT16_MAX + 2];
        arr = new GlobalUint16Array(arr);
        bool = isUint16Array(arr) && arr[0] === 1 && arr[1] === 3 && // truncation
        arr[2] === UINT16_MAX - 2 && // truncation and wrap around
        arr[3] === 0 && // wrap around
        arr[4] === 1;
      } catch (err) {
        bool = false;
      }
      return bool;
    }
    module.exports = hasUint16ArraySupport;
  }
});

// @stdlib/assert-has-uint16array-support/lib/index.js
var require_lib25 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-uint16array-support@0.2.3/node_modules/@stdlib/assert-has-uint16array-support/lib/index.js"(exports, module) {
    "use strict";
    var hasUint16ArraySupport = require_main21();
    module.exports = hasUint16ArraySupport;
  }
});

// @stdlib/array-uint16/lib/main.js
var require_main22 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint16@0.2.3/node_modules/@stdlib/array-uint16/lib/main.js"(exports, module) {
    "use strict";
    var ctor = typeof Uint16Array === "function" ? Uint16Array : void 0;
    module.exports = ctor;
  }
});

// @stdlib/array-uint16/lib/polyfill.js
var require_polyfill6 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint16@0.2.3/node_modules/@stdlib/array-uint16/lib/polyfill.js"(exports, module) {
    "use strict";
    function polyfill() {
      throw new Error("not implemented");
    }
    module.exports = polyfill;
  }
});

// @stdlib/array-uint16/lib/index.js
var require_lib26 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-uint16@0.2.3/node_modules/@stdlib/array-uint16/lib/index.js"(exports, module) {
    "use strict";
    var hasUint16ArraySupport = require_lib25();
    var builtin = require_main22();
    var polyfill = require_polyfill6();
    var ctor;
    if (hasUint16ArraySupport()) {
      ctor = builtin;
    } else {
      ctor = polyfill;
    }
    module.exports = ctor;
  }
});

// @stdlib/assert-is-little-endian/lib/ctors.js
var require_ctors = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-little-endian@0.2.3/node_modules/@stdlib/assert-is-little-endian/lib/ctors.js"(exports, module) {
    "use strict";
    var Uint8Array2 = require_lib22();
    var Uint16Array2 = require_lib26();
    var ctors = {
      "uint16": Uint16Array2,
      "uint8": Uint8Array2
    };
    module.exports = ctors;
  }
});

// @stdlib/assert-is-little-endian/lib/main.js
var require_main23 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-little-endian@0.2.3/node_modules/@stdlib/assert-is-little-endian/lib/main.js"(exports, module) {
    "use strict";
    var ctors = require_ctors();
    var bool;
    function isLittleEndian() {
      var uint16view;
      var uint8view;
      uint16view = new ctors["uint16"](1);
      uint16view[0] = 4660;
      uint8view = new ctors["uint8"](uint16view.buffer);
      return uint8view[0] === 52;
    }
    bool = isLittleEndian();
    module.exports = bool;
  }
});

// @stdlib/assert-is-little-endian/lib/index.js
var require_lib27 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-is-little-endian@0.2.3/node_modules/@stdlib/assert-is-little-endian/lib/index.js"(exports, module) {
    "use strict";
    var IS_LITTLE_ENDIAN = require_main23();
    module.exports = IS_LITTLE_ENDIAN;
  }
});

// @stdlib/number-float64-base-get-high-word/lib/high.js
var require_high = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-get-high-word@0.2.3/node_modules/@stdlib/number-float64-base-get-high-word/lib/high.js"(exports, module) {
    "use strict";
    var isLittleEndian = require_lib27();
    var HIGH;
    if (isLittleEndian === true) {
      HIGH = 1;
    } else {
      HIGH = 0;
    }
    module.exports = HIGH;
  }
});

// @stdlib/number-float64-base-get-high-word/lib/main.js
var require_main24 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-get-high-word@0.2.3/node_modules/@stdlib/number-float64-base-get-high-word/lib/main.js"(exports, module) {
    "use strict";
    var Uint32Array2 = require_lib15();
    var Float64Array2 = require_lib18();
    var HIGH = require_high();
    var FLOAT64_VIEW = new Float64Array2(1);
    var UINT32_VIEW = new Uint32Array2(FLOAT64_VIEW.buffer);
    function getHighWord(x) {
      FLOAT64_VIEW[0] = x;
      return UINT32_VIEW[HIGH];
    }
    module.exports = getHighWord;
  }
});

// @stdlib/number-float64-base-get-high-word/lib/index.js
var require_lib28 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-get-high-word@0.2.3/node_modules/@stdlib/number-float64-base-get-high-word/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main24();
    module.exports = main;
  }
});

// @stdlib/number-float64-base-set-high-word/lib/high.js
var require_high2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-set-high-word@0.2.3/node_modules/@stdlib/number-float64-base-set-high-word/lib/high.js"(exports, module) {
    "use strict";
    var isLittleEndian = require_lib27();
    var HIGH;
    if (isLittleEndian === true) {
      HIGH = 1;
    } else {
      HIGH = 0;
    }
    module.exports = HIGH;
  }
});

// @stdlib/number-float64-base-set-high-word/lib/main.js
var require_main25 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-set-high-word@0.2.3/node_modules/@stdlib/number-float64-base-set-high-word/lib/main.js"(exports, module) {
    "use strict";
    var Uint32Array2 = require_lib15();
    var Float64Array2 = require_lib18();
    var HIGH = require_high2();
    var FLOAT64_VIEW = new Float64Array2(1);
    var UINT32_VIEW = new Uint32Array2(FLOAT64_VIEW.buffer);
    function setHighWord(x, high) {
      FLOAT64_VIEW[0] = x;
      UINT32_VIEW[HIGH] = high >>> 0;
      return FLOAT64_VIEW[0];
    }
    module.exports = setHighWord;
  }
});

// @stdlib/number-float64-base-set-high-word/lib/index.js
var require_lib29 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-set-high-word@0.2.3/node_modules/@stdlib/number-float64-base-set-high-word/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main25();
    module.exports = main;
  }
});

// @stdlib/number-float64-base-from-words/lib/indices.js
var require_indices = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-from-words@0.2.3/node_modules/@stdlib/number-float64-base-from-words/lib/indices.js"(exports, module) {
    "use strict";
    var isLittleEndian = require_lib27();
    var indices;
    var HIGH;
    var LOW;
    if (isLittleEndian === true) {
      HIGH = 1;
      LOW = 0;
    } else {
      HIGH = 0;
      LOW = 1;
    }
    indices = {
      "HIGH": HIGH,
      "LOW": LOW
    };
    module.exports = indices;
  }
});

// @stdlib/number-float64-base-from-words/lib/main.js
var require_main26 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-from-words@0.2.3/node_modules/@stdlib/number-float64-base-from-words/lib/main.js"(exports, module) {
    "use strict";
    var Uint32Array2 = require_lib15();
    var Float64Array2 = require_lib18();
    var indices = require_indices();
    var FLOAT64_VIEW = new Float64Array2(1);
    var UINT32_VIEW = new Uint32Array2(FLOAT64_VIEW.buffer);
    var HIGH = indices.HIGH;
    var LOW = indices.LOW;
    function fromWords(high, low) {
      UINT32_VIEW[HIGH] = high;
      UINT32_VIEW[LOW] = low;
      return FLOAT64_VIEW[0];
    }
    module.exports = fromWords;
  }
});

// @stdlib/number-float64-base-from-words/lib/index.js
var require_lib30 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-from-words@0.2.3/node_modules/@stdlib/number-float64-base-from-words/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main26();
    module.exports = main;
  }
});

// @stdlib/constants-float64-pinf/lib/index.js
var require_lib31 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-pinf@0.2.3/node_modules/@stdlib/constants-float64-pinf/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_PINF = Number.POSITIVE_INFINITY;
    module.exports = FLOAT64_PINF;
  }
});

// @stdlib/number-ctor/lib/main.js
var require_main27 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-ctor@0.2.3/node_modules/@stdlib/number-ctor/lib/main.js"(exports, module) {
    "use strict";
    module.exports = Number;
  }
});

// @stdlib/number-ctor/lib/index.js
var require_lib32 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-ctor@0.2.3/node_modules/@stdlib/number-ctor/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main27();
    module.exports = main;
  }
});

// @stdlib/constants-float64-ninf/lib/index.js
var require_lib33 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-ninf@0.2.3/node_modules/@stdlib/constants-float64-ninf/lib/index.js"(exports, module) {
    "use strict";
    var Number2 = require_lib32();
    var FLOAT64_NINF = Number2.NEGATIVE_INFINITY;
    module.exports = FLOAT64_NINF;
  }
});

// @stdlib/constants-float64-exponent-bias/lib/index.js
var require_lib34 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-exponent-bias@0.2.3/node_modules/@stdlib/constants-float64-exponent-bias/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_EXPONENT_BIAS = 1023 | 0;
    module.exports = FLOAT64_EXPONENT_BIAS;
  }
});

// @stdlib/constants-float64-half-ln-two/lib/index.js
var require_lib35 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-half-ln-two@0.2.3/node_modules/@stdlib/constants-float64-half-ln-two/lib/index.js"(exports, module) {
    "use strict";
    var HALF_LN2 = 0.34657359027997264;
    module.exports = HALF_LN2;
  }
});

// @stdlib/math-base-special-expm1/lib/polyval_q.js
var require_polyval_q = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-expm1@0.2.4/node_modules/@stdlib/math-base-special-expm1/lib/polyval_q.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.03333333333333313;
      }
      return -0.03333333333333313 + x * (0.0015873015872548146 + x * (-793650757867488e-19 + x * (4008217827329362e-21 + x * -20109921818362437e-23)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-expm1/lib/main.js
var require_main28 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-expm1@0.2.4/node_modules/@stdlib/math-base-special-expm1/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var getHighWord = require_lib28();
    var setHighWord = require_lib29();
    var fromWords = require_lib30();
    var PINF = require_lib31();
    var NINF = require_lib33();
    var FLOAT64_EXPONENT_BIAS = require_lib34();
    var HALF_LN2 = require_lib35();
    var polyval = require_polyval_q();
    var OVERFLOW_THRESHOLD = 709.782712893384;
    var LN2_HI = 0.6931471803691238;
    var LN2_LO = 19082149292705877e-26;
    var LN2_INV = 1.4426950408889634;
    var LN2x56 = 38.816242111356935;
    var LN2_HALFX3 = 1.0397207708399179;
    function expm1(x) {
      var halfX;
      var twopk;
      var sign;
      var hi;
      var lo;
      var hx;
      var r1;
      var y;
      var z;
      var c;
      var t;
      var e;
      var k;
      if (x === PINF || isnan(x)) {
        return x;
      }
      if (x === NINF) {
        return -1;
      }
      if (x === 0) {
        return x;
      }
      if (x < 0) {
        sign = true;
        y = -x;
      } else {
        sign = false;
        y = x;
      }
      if (y >= LN2x56) {
        if (sign) {
          return -1;
        }
        if (y >= OVERFLOW_THRESHOLD) {
          return PINF;
        }
      }
      hx = getHighWord(y) | 0;
      if (y > HALF_LN2) {
        if (y < LN2_HALFX3) {
          if (sign) {
            hi = x + LN2_HI;
            lo = -LN2_LO;
            k = -1;
          } else {
            hi = x - LN2_HI;
            lo = LN2_LO;
            k = 1;
          }
        } else {
          if (sign) {
            k = LN2_INV * x - 0.5;
          } else {
            k = LN2_INV * x + 0.5;
          }
          k |= 0;
          t = k;
          hi = x - t * LN2_HI;
          lo = t * LN2_LO;
        }
        x = hi - lo;
        c = hi - x - lo;
      } else if (hx < 1016070144) {
        return x;
      } else {
        k = 0;
      }
      halfX = 0.5 * x;
      z = x * halfX;
      r1 = 1 + z * polyval(z);
      t = 3 - r1 * halfX;
      e = z * ((r1 - t) / (6 - x * t));
      if (k === 0) {
        return x - (x * e - z);
      }
      twopk = fromWords(FLOAT64_EXPONENT_BIAS + k << 20, 0);
      e = x * (e - c) - c;
      e -= z;
      if (k === -1) {
        return 0.5 * (x - e) - 0.5;
      }
      if (k === 1) {
        if (x < -0.25) {
          return -2 * (e - (x + 0.5));
        }
        return 1 + 2 * (x - e);
      }
      if (k <= -2 || k > 56) {
        y = 1 - (e - x);
        if (k === 1024) {
          hi = getHighWord(y) + (k << 20) | 0;
          y = setHighWord(y, hi);
        } else {
          y *= twopk;
        }
        return y - 1;
      }
      t = 1;
      if (k < 20) {
        hi = 1072693248 - (2097152 >> k) | 0;
        t = setHighWord(t, hi);
        y = t - (e - x);
      } else {
        hi = FLOAT64_EXPONENT_BIAS - k << 20 | 0;
        t = setHighWord(t, hi);
        y = x - (e + t);
        y += 1;
      }
      y *= twopk;
      return y;
    }
    module.exports = expm1;
  }
});

// @stdlib/math-base-special-expm1/lib/index.js
var require_lib36 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-expm1@0.2.4/node_modules/@stdlib/math-base-special-expm1/lib/index.js"(exports, module) {
    "use strict";
    var expm1 = require_main28();
    module.exports = expm1;
  }
});

// @stdlib/math-base-special-floor/lib/main.js
var require_main29 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-floor@0.2.4/node_modules/@stdlib/math-base-special-floor/lib/main.js"(exports, module) {
    "use strict";
    var floor = Math.floor;
    module.exports = floor;
  }
});

// @stdlib/math-base-special-floor/lib/index.js
var require_lib37 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-floor@0.2.4/node_modules/@stdlib/math-base-special-floor/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main29();
    module.exports = main;
  }
});

// @stdlib/math-base-special-log1p/lib/polyval_lp.js
var require_polyval_lp = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-log1p@0.2.4/node_modules/@stdlib/math-base-special-log1p/lib/polyval_lp.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.6666666666666735;
      }
      return 0.6666666666666735 + x * (0.3999999999940942 + x * (0.2857142874366239 + x * (0.22222198432149784 + x * (0.1818357216161805 + x * (0.15313837699209373 + x * 0.14798198605116586)))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-log1p/lib/main.js
var require_main30 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-log1p@0.2.4/node_modules/@stdlib/math-base-special-log1p/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var getHighWord = require_lib28();
    var setHighWord = require_lib29();
    var PINF = require_lib31();
    var NINF = require_lib33();
    var FLOAT64_EXPONENT_BIAS = require_lib34();
    var polyval = require_polyval_lp();
    var LN2_HI = 0.6931471803691238;
    var LN2_LO = 19082149292705877e-26;
    var SQRT2M1 = 0.41421356237309503;
    var SQRT2HALFM1 = -0.2928932188134525;
    var SMALL = 1862645149230957e-24;
    var TINY = 5551115123125783e-32;
    var TWO53 = 9007199254740992;
    var TWO_THIRDS = 0.6666666666666666;
    function log1p(x) {
      var hfsq;
      var hu;
      var y;
      var f;
      var c;
      var s;
      var z;
      var R;
      var u;
      var k;
      if (x < -1 || isnan(x)) {
        return NaN;
      }
      if (x === -1) {
        return NINF;
      }
      if (x === PINF) {
        return x;
      }
      if (x === 0) {
        return x;
      }
      if (x < 0) {
        y = -x;
      } else {
        y = x;
      }
      k = 1;
      if (y < SQRT2M1) {
        if (y < SMALL) {
          if (y < TINY) {
            return x;
          }
          return x - x * x * 0.5;
        }
        if (x > SQRT2HALFM1) {
          k = 0;
          f = x;
          hu = 1;
        }
      }
      if (k !== 0) {
        if (y < TWO53) {
          u = 1 + x;
          hu = getHighWord(u);
          k = (hu >> 20) - FLOAT64_EXPONENT_BIAS;
          if (k > 0) {
            c = 1 - (u - x);
          } else {
            c = x - (u - 1);
          }
          c /= u;
        } else {
          u = x;
          hu = getHighWord(u);
          k = (hu >> 20) - FLOAT64_EXPONENT_BIAS;
          c = 0;
        }
        hu &= 1048575;
        if (hu < 434334) {
          u = setHighWord(u, hu | 1072693248);
        } else {
          k += 1;
          u = setHighWord(u, hu | 1071644672);
          hu = 1048576 - hu >> 2;
        }
        f = u - 1;
      }
      hfsq = 0.5 * f * f;
      if (hu === 0) {
        if (f === 0) {
          c += k * LN2_LO;
          return k * LN2_HI + c;
        }
        R = hfsq * (1 - TWO_THIRDS * f);
        return k * LN2_HI - (R - (k * LN2_LO + c) - f);
      }
      s = f / (2 + f);
      z = s * s;
      R = z * polyval(z);
      if (k === 0) {
        return f - (hfsq - s * (hfsq + R));
      }
      return k * LN2_HI - (hfsq - (s * (hfsq + R) + (k * LN2_LO + c)) - f);
    }
    module.exports = log1p;
  }
});

// @stdlib/math-base-special-log1p/lib/index.js
var require_lib38 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-log1p@0.2.4/node_modules/@stdlib/math-base-special-log1p/lib/index.js"(exports, module) {
    "use strict";
    var log1p = require_main30();
    module.exports = log1p;
  }
});

// @stdlib/math-base-special-sqrt/lib/main.js
var require_main31 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-sqrt@0.2.3/node_modules/@stdlib/math-base-special-sqrt/lib/main.js"(exports, module) {
    "use strict";
    var sqrt = Math.sqrt;
    module.exports = sqrt;
  }
});

// @stdlib/math-base-special-sqrt/lib/index.js
var require_lib39 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-sqrt@0.2.3/node_modules/@stdlib/math-base-special-sqrt/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main31();
    module.exports = main;
  }
});

// @stdlib/constants-float64-fourth-pi/lib/index.js
var require_lib40 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-fourth-pi@0.2.3/node_modules/@stdlib/constants-float64-fourth-pi/lib/index.js"(exports, module) {
    "use strict";
    var FOURTH_PI = 0.7853981633974483;
    module.exports = FOURTH_PI;
  }
});

// @stdlib/math-base-special-asin/lib/rational_pq.js
var require_rational_pq = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-asin@0.2.4/node_modules/@stdlib/math-base-special-asin/lib/rational_pq.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return 0.16666666666666713;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = -8.198089802484825 + x * (19.562619833175948 + x * (-16.262479672107002 + x * (5.444622390564711 + x * (-0.6019598008014124 + x * 0.004253011369004428))));
        s2 = -49.18853881490881 + x * (139.51056146574857 + x * (-147.1791292232726 + x * (70.49610280856842 + x * (-14.740913729888538 + x * 1))));
      } else {
        x = 1 / x;
        s1 = 0.004253011369004428 + x * (-0.6019598008014124 + x * (5.444622390564711 + x * (-16.262479672107002 + x * (19.562619833175948 + x * -8.198089802484825))));
        s2 = 1 + x * (-14.740913729888538 + x * (70.49610280856842 + x * (-147.1791292232726 + x * (139.51056146574857 + x * -49.18853881490881))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-asin/lib/rational_rs.js
var require_rational_rs = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-asin@0.2.4/node_modules/@stdlib/math-base-special-asin/lib/rational_rs.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return 0.08333333333333809;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = 28.536655482610616 + x * (-25.56901049652825 + x * (6.968710824104713 + x * (-0.5634242780008963 + x * 0.002967721961301243)));
        s2 = 342.43986579130785 + x * (-383.8770957603691 + x * (147.0656354026815 + x * (-21.947795316429207 + x * 1)));
      } else {
        x = 1 / x;
        s1 = 0.002967721961301243 + x * (-0.5634242780008963 + x * (6.968710824104713 + x * (-25.56901049652825 + x * 28.536655482610616)));
        s2 = 1 + x * (-21.947795316429207 + x * (147.0656354026815 + x * (-383.8770957603691 + x * 342.43986579130785)));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-asin/lib/main.js
var require_main32 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-asin@0.2.4/node_modules/@stdlib/math-base-special-asin/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var sqrt = require_lib39();
    var PIO4 = require_lib40();
    var ratevalPQ = require_rational_pq();
    var ratevalRS = require_rational_rs();
    var MOREBITS = 6123233995736766e-32;
    function asin(x) {
      var sgn;
      var zz;
      var a;
      var p;
      var z;
      if (isnan(x)) {
        return NaN;
      }
      if (x > 0) {
        a = x;
      } else {
        sgn = true;
        a = -x;
      }
      if (a > 1) {
        return NaN;
      }
      if (a > 0.625) {
        zz = 1 - a;
        p = zz * ratevalRS(zz);
        zz = sqrt(zz + zz);
        z = PIO4 - zz;
        zz = zz * p - MOREBITS;
        z -= zz;
        z += PIO4;
      } else {
        if (a < 1e-8) {
          return x;
        }
        zz = a * a;
        z = zz * ratevalPQ(zz);
        z = a * z + a;
      }
      return sgn ? -z : z;
    }
    module.exports = asin;
  }
});

// @stdlib/math-base-special-asin/lib/index.js
var require_lib41 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-asin@0.2.4/node_modules/@stdlib/math-base-special-asin/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main32();
    module.exports = main;
  }
});

// @stdlib/math-base-special-abs/lib/main.js
var require_main33 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-abs@0.2.3/node_modules/@stdlib/math-base-special-abs/lib/main.js"(exports, module) {
    "use strict";
    function abs(x) {
      return Math.abs(x);
    }
    module.exports = abs;
  }
});

// @stdlib/math-base-special-abs/lib/index.js
var require_lib42 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-abs@0.2.3/node_modules/@stdlib/math-base-special-abs/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main33();
    module.exports = main;
  }
});

// @stdlib/math-base-special-ceil/lib/main.js
var require_main34 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ceil@0.2.3/node_modules/@stdlib/math-base-special-ceil/lib/main.js"(exports, module) {
    "use strict";
    var ceil = Math.ceil;
    module.exports = ceil;
  }
});

// @stdlib/math-base-special-ceil/lib/index.js
var require_lib43 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ceil@0.2.3/node_modules/@stdlib/math-base-special-ceil/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main34();
    module.exports = main;
  }
});

// @stdlib/math-base-special-trunc/lib/main.js
var require_main35 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-trunc@0.2.3/node_modules/@stdlib/math-base-special-trunc/lib/main.js"(exports, module) {
    "use strict";
    var floor = require_lib37();
    var ceil = require_lib43();
    function trunc(x) {
      if (x < 0) {
        return ceil(x);
      }
      return floor(x);
    }
    module.exports = trunc;
  }
});

// @stdlib/math-base-special-trunc/lib/index.js
var require_lib44 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-trunc@0.2.3/node_modules/@stdlib/math-base-special-trunc/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main35();
    module.exports = main;
  }
});

// @stdlib/constants-float64-max-base2-exponent/lib/index.js
var require_lib45 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-max-base2-exponent@0.2.3/node_modules/@stdlib/constants-float64-max-base2-exponent/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MAX_BASE2_EXPONENT = 1023 | 0;
    module.exports = FLOAT64_MAX_BASE2_EXPONENT;
  }
});

// @stdlib/constants-float64-max-base2-exponent-subnormal/lib/index.js
var require_lib46 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-max-base2-exponent-subnormal@0.2.1/node_modules/@stdlib/constants-float64-max-base2-exponent-subnormal/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MAX_BASE2_EXPONENT_SUBNORMAL = -1023 | 0;
    module.exports = FLOAT64_MAX_BASE2_EXPONENT_SUBNORMAL;
  }
});

// @stdlib/constants-float64-min-base2-exponent-subnormal/lib/index.js
var require_lib47 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-min-base2-exponent-subnormal@0.2.1/node_modules/@stdlib/constants-float64-min-base2-exponent-subnormal/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MIN_BASE2_EXPONENT_SUBNORMAL = -1074 | 0;
    module.exports = FLOAT64_MIN_BASE2_EXPONENT_SUBNORMAL;
  }
});

// @stdlib/math-base-assert-is-infinite/lib/main.js
var require_main36 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-infinite@0.2.3/node_modules/@stdlib/math-base-assert-is-infinite/lib/main.js"(exports, module) {
    "use strict";
    var PINF = require_lib31();
    var NINF = require_lib33();
    function isInfinite(x) {
      return x === PINF || x === NINF;
    }
    module.exports = isInfinite;
  }
});

// @stdlib/math-base-assert-is-infinite/lib/index.js
var require_lib48 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-infinite@0.2.3/node_modules/@stdlib/math-base-assert-is-infinite/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main36();
    module.exports = main;
  }
});

// @stdlib/constants-float64-high-word-sign-mask/lib/index.js
var require_lib49 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-high-word-sign-mask@0.2.1/node_modules/@stdlib/constants-float64-high-word-sign-mask/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_HIGH_WORD_SIGN_MASK = 2147483648 >>> 0;
    module.exports = FLOAT64_HIGH_WORD_SIGN_MASK;
  }
});

// @stdlib/constants-float64-high-word-abs-mask/lib/index.js
var require_lib50 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-high-word-abs-mask@0.2.3/node_modules/@stdlib/constants-float64-high-word-abs-mask/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_HIGH_WORD_ABS_MASK = 2147483647 >>> 0;
    module.exports = FLOAT64_HIGH_WORD_ABS_MASK;
  }
});

// @stdlib/number-float64-base-to-words/lib/indices.js
var require_indices2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-to-words@0.2.3/node_modules/@stdlib/number-float64-base-to-words/lib/indices.js"(exports, module) {
    "use strict";
    var isLittleEndian = require_lib27();
    var indices;
    var HIGH;
    var LOW;
    if (isLittleEndian === true) {
      HIGH = 1;
      LOW = 0;
    } else {
      HIGH = 0;
      LOW = 1;
    }
    indices = {
      "HIGH": HIGH,
      "LOW": LOW
    };
    module.exports = indices;
  }
});

// @stdlib/number-float64-base-to-words/lib/assign.js
var require_assign = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-to-words@0.2.3/node_modules/@stdlib/number-float64-base-to-words/lib/assign.js"(exports, module) {
    "use strict";
    var Uint32Array2 = require_lib15();
    var Float64Array2 = require_lib18();
    var indices = require_indices2();
    var FLOAT64_VIEW = new Float64Array2(1);
    var UINT32_VIEW = new Uint32Array2(FLOAT64_VIEW.buffer);
    var HIGH = indices.HIGH;
    var LOW = indices.LOW;
    function toWords(x, out, stride, offset) {
      FLOAT64_VIEW[0] = x;
      out[offset] = UINT32_VIEW[HIGH];
      out[offset + stride] = UINT32_VIEW[LOW];
      return out;
    }
    module.exports = toWords;
  }
});

// @stdlib/number-float64-base-to-words/lib/main.js
var require_main37 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-to-words@0.2.3/node_modules/@stdlib/number-float64-base-to-words/lib/main.js"(exports, module) {
    "use strict";
    var fcn = require_assign();
    function toWords(x) {
      return fcn(x, [0 >>> 0, 0 >>> 0], 1, 0);
    }
    module.exports = toWords;
  }
});

// @stdlib/number-float64-base-to-words/lib/index.js
var require_lib51 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-to-words@0.2.3/node_modules/@stdlib/number-float64-base-to-words/lib/index.js"(exports, module) {
    "use strict";
    var setReadOnly = require_lib5();
    var main = require_main37();
    var assign = require_assign();
    setReadOnly(main, "assign", assign);
    module.exports = main;
  }
});

// @stdlib/math-base-special-copysign/lib/main.js
var require_main38 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-copysign@0.2.3/node_modules/@stdlib/math-base-special-copysign/lib/main.js"(exports, module) {
    "use strict";
    var SIGN_MASK = require_lib49();
    var ABS_MASK = require_lib50();
    var toWords = require_lib51();
    var getHighWord = require_lib28();
    var fromWords = require_lib30();
    var WORDS = [0, 0];
    function copysign(x, y) {
      var hx;
      var hy;
      toWords.assign(x, WORDS, 1, 0);
      hx = WORDS[0];
      hx &= ABS_MASK;
      hy = getHighWord(y);
      hy &= SIGN_MASK;
      hx |= hy;
      return fromWords(hx, WORDS[1]);
    }
    module.exports = copysign;
  }
});

// @stdlib/math-base-special-copysign/lib/index.js
var require_lib52 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-copysign@0.2.3/node_modules/@stdlib/math-base-special-copysign/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main38();
    module.exports = main;
  }
});

// @stdlib/constants-float64-smallest-normal/lib/index.js
var require_lib53 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-smallest-normal@0.2.3/node_modules/@stdlib/constants-float64-smallest-normal/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_SMALLEST_NORMAL = 22250738585072014e-324;
    module.exports = FLOAT64_SMALLEST_NORMAL;
  }
});

// @stdlib/number-float64-base-normalize/lib/assign.js
var require_assign2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-normalize@0.2.4/node_modules/@stdlib/number-float64-base-normalize/lib/assign.js"(exports, module) {
    "use strict";
    var FLOAT64_SMALLEST_NORMAL = require_lib53();
    var isInfinite = require_lib48();
    var isnan = require_lib6();
    var abs = require_lib42();
    var SCALAR = 4503599627370496;
    function normalize(x, out, stride, offset) {
      if (isnan(x) || isInfinite(x)) {
        out[offset] = x;
        out[offset + stride] = 0;
        return out;
      }
      if (x !== 0 && abs(x) < FLOAT64_SMALLEST_NORMAL) {
        out[offset] = x * SCALAR;
        out[offset + stride] = -52;
        return out;
      }
      out[offset] = x;
      out[offset + stride] = 0;
      return out;
    }
    module.exports = normalize;
  }
});

// @stdlib/number-float64-base-normalize/lib/main.js
var require_main39 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-normalize@0.2.4/node_modules/@stdlib/number-float64-base-normalize/lib/main.js"(exports, module) {
    "use strict";
    var fcn = require_assign2();
    function normalize(x) {
      return fcn(x, [0, 0], 1, 0);
    }
    module.exports = normalize;
  }
});

// @stdlib/number-float64-base-normalize/lib/index.js
var require_lib54 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-normalize@0.2.4/node_modules/@stdlib/number-float64-base-normalize/lib/index.js"(exports, module) {
    "use strict";
    var setReadOnly = require_lib5();
    var main = require_main39();
    var assign = require_assign2();
    setReadOnly(main, "assign", assign);
    module.exports = main;
  }
});

// @stdlib/constants-float64-high-word-exponent-mask/lib/index.js
var require_lib55 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-high-word-exponent-mask@0.2.3/node_modules/@stdlib/constants-float64-high-word-exponent-mask/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_HIGH_WORD_EXPONENT_MASK = 2146435072;
    module.exports = FLOAT64_HIGH_WORD_EXPONENT_MASK;
  }
});

// @stdlib/number-float64-base-exponent/lib/main.js
var require_main40 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-exponent@0.2.3/node_modules/@stdlib/number-float64-base-exponent/lib/main.js"(exports, module) {
    "use strict";
    var getHighWord = require_lib28();
    var EXP_MASK = require_lib55();
    var BIAS = require_lib34();
    function exponent(x) {
      var high = getHighWord(x);
      high = (high & EXP_MASK) >>> 20;
      return high - BIAS | 0;
    }
    module.exports = exponent;
  }
});

// @stdlib/number-float64-base-exponent/lib/index.js
var require_lib56 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-exponent@0.2.3/node_modules/@stdlib/number-float64-base-exponent/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main40();
    module.exports = main;
  }
});

// @stdlib/math-base-special-ldexp/lib/main.js
var require_main41 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ldexp@0.2.5/node_modules/@stdlib/math-base-special-ldexp/lib/main.js"(exports, module) {
    "use strict";
    var PINF = require_lib31();
    var NINF = require_lib33();
    var BIAS = require_lib34();
    var MAX_EXPONENT = require_lib45();
    var MAX_SUBNORMAL_EXPONENT = require_lib46();
    var MIN_SUBNORMAL_EXPONENT = require_lib47();
    var isnan = require_lib6();
    var isInfinite = require_lib48();
    var copysign = require_lib52();
    var normalize = require_lib54().assign;
    var floatExp = require_lib56();
    var toWords = require_lib51();
    var fromWords = require_lib30();
    var TWO52_INV = 2220446049250313e-31;
    var CLEAR_EXP_MASK = 2148532223 >>> 0;
    var FRAC = [0, 0];
    var WORDS = [0, 0];
    function ldexp(frac, exp) {
      var high;
      var m;
      if (exp === 0 || frac === 0 || // handles +-0
      isnan(frac) || isInfinite(frac)) {
        return frac;
      }
      normalize(frac, FRAC, 1, 0);
      frac = FRAC[0];
      exp += FRAC[1];
      exp += floatExp(frac);
      if (exp < MIN_SUBNORMAL_EXPONENT) {
        return copysign(0, frac);
      }
      if (exp > MAX_EXPONENT) {
        if (frac < 0) {
          return NINF;
        }
        return PINF;
      }
      if (exp <= MAX_SUBNORMAL_EXPONENT) {
        exp += 52;
        m = TWO52_INV;
      } else {
        m = 1;
      }
      toWords.assign(frac, WORDS, 1, 0);
      high = WORDS[0];
      high &= CLEAR_EXP_MASK;
      high |= exp + BIAS << 20;
      return m * fromWords(high, WORDS[1]);
    }
    module.exports = ldexp;
  }
});

// @stdlib/math-base-special-ldexp/lib/index.js
var require_lib57 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ldexp@0.2.5/node_modules/@stdlib/math-base-special-ldexp/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main41();
    module.exports = main;
  }
});

// @stdlib/math-base-special-exp/lib/polyval_p.js
var require_polyval_p = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-exp@0.2.5/node_modules/@stdlib/math-base-special-exp/lib/polyval_p.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.16666666666666602;
      }
      return 0.16666666666666602 + x * (-0.0027777777777015593 + x * (6613756321437934e-20 + x * (-16533902205465252e-22 + x * 41381367970572385e-24)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-exp/lib/expmulti.js
var require_expmulti = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-exp@0.2.5/node_modules/@stdlib/math-base-special-exp/lib/expmulti.js"(exports, module) {
    "use strict";
    var ldexp = require_lib57();
    var polyvalP = require_polyval_p();
    function expmulti(hi, lo, k) {
      var r;
      var t;
      var c;
      var y;
      r = hi - lo;
      t = r * r;
      c = r - t * polyvalP(t);
      y = 1 - (lo - r * c / (2 - c) - hi);
      return ldexp(y, k);
    }
    module.exports = expmulti;
  }
});

// @stdlib/math-base-special-exp/lib/main.js
var require_main42 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-exp@0.2.5/node_modules/@stdlib/math-base-special-exp/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var trunc = require_lib44();
    var NINF = require_lib33();
    var PINF = require_lib31();
    var expmulti = require_expmulti();
    var LN2_HI = 0.6931471803691238;
    var LN2_LO = 19082149292705877e-26;
    var LOG2_E = 1.4426950408889634;
    var OVERFLOW = 709.782712893384;
    var UNDERFLOW = -745.1332191019411;
    var NEARZERO = 1 / (1 << 28);
    var NEG_NEARZERO = -NEARZERO;
    function exp(x) {
      var hi;
      var lo;
      var k;
      if (isnan(x) || x === PINF) {
        return x;
      }
      if (x === NINF) {
        return 0;
      }
      if (x > OVERFLOW) {
        return PINF;
      }
      if (x < UNDERFLOW) {
        return 0;
      }
      if (x > NEG_NEARZERO && x < NEARZERO) {
        return 1 + x;
      }
      if (x < 0) {
        k = trunc(LOG2_E * x - 0.5);
      } else {
        k = trunc(LOG2_E * x + 0.5);
      }
      hi = x - k * LN2_HI;
      lo = k * LN2_LO;
      return expmulti(hi, lo, k);
    }
    module.exports = exp;
  }
});

// @stdlib/math-base-special-exp/lib/index.js
var require_lib58 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-exp@0.2.5/node_modules/@stdlib/math-base-special-exp/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main42();
    module.exports = main;
  }
});

// @stdlib/math-base-assert-is-integer/lib/main.js
var require_main43 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-integer@0.2.7/node_modules/@stdlib/math-base-assert-is-integer/lib/main.js"(exports, module) {
    "use strict";
    var floor = require_lib37();
    function isInteger(x) {
      return floor(x) === x;
    }
    module.exports = isInteger;
  }
});

// @stdlib/math-base-assert-is-integer/lib/index.js
var require_lib59 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-integer@0.2.7/node_modules/@stdlib/math-base-assert-is-integer/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main43();
    module.exports = main;
  }
});

// @stdlib/math-base-assert-is-even/lib/main.js
var require_main44 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-even@0.2.5/node_modules/@stdlib/math-base-assert-is-even/lib/main.js"(exports, module) {
    "use strict";
    var isInteger = require_lib59();
    function isEven(x) {
      return isInteger(x / 2);
    }
    module.exports = isEven;
  }
});

// @stdlib/math-base-assert-is-even/lib/index.js
var require_lib60 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-even@0.2.5/node_modules/@stdlib/math-base-assert-is-even/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main44();
    module.exports = main;
  }
});

// @stdlib/math-base-assert-is-odd/lib/main.js
var require_main45 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-odd@0.3.2/node_modules/@stdlib/math-base-assert-is-odd/lib/main.js"(exports, module) {
    "use strict";
    var isEven = require_lib60();
    function isOdd(x) {
      if (x > 0) {
        return isEven(x - 1);
      }
      return isEven(x + 1);
    }
    module.exports = isOdd;
  }
});

// @stdlib/math-base-assert-is-odd/lib/index.js
var require_lib61 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-odd@0.3.2/node_modules/@stdlib/math-base-assert-is-odd/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main45();
    module.exports = main;
  }
});

// @stdlib/number-float64-base-set-low-word/lib/low.js
var require_low = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-set-low-word@0.2.3/node_modules/@stdlib/number-float64-base-set-low-word/lib/low.js"(exports, module) {
    "use strict";
    var isLittleEndian = require_lib27();
    var LOW;
    if (isLittleEndian === true) {
      LOW = 0;
    } else {
      LOW = 1;
    }
    module.exports = LOW;
  }
});

// @stdlib/number-float64-base-set-low-word/lib/main.js
var require_main46 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-set-low-word@0.2.3/node_modules/@stdlib/number-float64-base-set-low-word/lib/main.js"(exports, module) {
    "use strict";
    var Uint32Array2 = require_lib15();
    var Float64Array2 = require_lib18();
    var LOW = require_low();
    var FLOAT64_VIEW = new Float64Array2(1);
    var UINT32_VIEW = new Uint32Array2(FLOAT64_VIEW.buffer);
    function setLowWord(x, low) {
      FLOAT64_VIEW[0] = x;
      UINT32_VIEW[LOW] = low >>> 0;
      return FLOAT64_VIEW[0];
    }
    module.exports = setLowWord;
  }
});

// @stdlib/number-float64-base-set-low-word/lib/index.js
var require_lib62 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-set-low-word@0.2.3/node_modules/@stdlib/number-float64-base-set-low-word/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main46();
    module.exports = main;
  }
});

// @stdlib/number-uint32-base-to-int32/lib/main.js
var require_main47 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-uint32-base-to-int32@0.2.3/node_modules/@stdlib/number-uint32-base-to-int32/lib/main.js"(exports, module) {
    "use strict";
    function uint32ToInt32(x) {
      return x | 0;
    }
    module.exports = uint32ToInt32;
  }
});

// @stdlib/number-uint32-base-to-int32/lib/index.js
var require_lib63 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-uint32-base-to-int32@0.2.3/node_modules/@stdlib/number-uint32-base-to-int32/lib/index.js"(exports, module) {
    "use strict";
    var uint32ToInt32 = require_main47();
    module.exports = uint32ToInt32;
  }
});

// @stdlib/math-base-special-pow/lib/x_is_zero.js
var require_x_is_zero = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/x_is_zero.js"(exports, module) {
    "use strict";
    var isOdd = require_lib61();
    var copysign = require_lib52();
    var NINF = require_lib33();
    var PINF = require_lib31();
    function pow(x, y) {
      if (y === NINF) {
        return PINF;
      }
      if (y === PINF) {
        return 0;
      }
      if (y > 0) {
        if (isOdd(y)) {
          return x;
        }
        return 0;
      }
      if (isOdd(y)) {
        return copysign(PINF, x);
      }
      return PINF;
    }
    module.exports = pow;
  }
});

// @stdlib/math-base-special-pow/lib/y_is_huge.js
var require_y_is_huge = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/y_is_huge.js"(exports, module) {
    "use strict";
    var ABS_MASK = require_lib50();
    var getHighWord = require_lib28();
    var HIGH_MAX_NEAR_UNITY = 1072693247 | 0;
    var HUGE = 1e300;
    var TINY = 1e-300;
    function pow(x, y) {
      var ahx;
      var hx;
      hx = getHighWord(x);
      ahx = hx & ABS_MASK;
      if (ahx <= HIGH_MAX_NEAR_UNITY) {
        if (y < 0) {
          return HUGE * HUGE;
        }
        return TINY * TINY;
      }
      if (y > 0) {
        return HUGE * HUGE;
      }
      return TINY * TINY;
    }
    module.exports = pow;
  }
});

// @stdlib/math-base-special-pow/lib/y_is_infinite.js
var require_y_is_infinite = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/y_is_infinite.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var PINF = require_lib31();
    function pow(x, y) {
      if (x === -1) {
        return (x - x) / (x - x);
      }
      if (x === 1) {
        return 1;
      }
      if (abs(x) < 1 === (y === PINF)) {
        return 0;
      }
      return PINF;
    }
    module.exports = pow;
  }
});

// @stdlib/constants-float64-num-high-word-significand-bits/lib/index.js
var require_lib64 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-num-high-word-significand-bits@0.1.1/node_modules/@stdlib/constants-float64-num-high-word-significand-bits/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_NUM_HIGH_WORD_SIGNIFICAND_BITS = 20 | 0;
    module.exports = FLOAT64_NUM_HIGH_WORD_SIGNIFICAND_BITS;
  }
});

// @stdlib/math-base-special-pow/lib/polyval_l.js
var require_polyval_l = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/polyval_l.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.5999999999999946;
      }
      return 0.5999999999999946 + x * (0.4285714285785502 + x * (0.33333332981837743 + x * (0.272728123808534 + x * (0.23066074577556175 + x * 0.20697501780033842))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-pow/lib/log2ax.js
var require_log2ax = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/log2ax.js"(exports, module) {
    "use strict";
    var getHighWord = require_lib28();
    var setLowWord = require_lib62();
    var setHighWord = require_lib29();
    var BIAS = require_lib34();
    var HIGH_NUM_SIGNIFICAND_BITS = require_lib64();
    var polyvalL = require_polyval_l();
    var HIGH_SIGNIFICAND_MASK = 1048575 | 0;
    var HIGH_MIN_NORMAL_EXP = 1048576 | 0;
    var HIGH_BIASED_EXP_0 = 1072693248 | 0;
    var HIGH_BIASED_EXP_NEG_512 = 536870912 | 0;
    var HIGH_SIGNIFICAND_HALF = 524288 | 0;
    var TWO53 = 9007199254740992;
    var CP = 0.9617966939259756;
    var CP_HI = 0.9617967009544373;
    var CP_LO = -7028461650952758e-24;
    var BP = [
      1,
      1.5
    ];
    var DP_HI = [
      0,
      0.5849624872207642
      // 0x3FE2B803, 0x40000000
    ];
    var DP_LO = [
      0,
      1350039202129749e-23
      // 0x3E4CFDEB, 0x43CFD006
    ];
    function log2ax(out, ax, ahx) {
      var tmp;
      var ss;
      var s2;
      var hs;
      var ls;
      var ht;
      var lt;
      var bp;
      var dp;
      var hp;
      var lp;
      var hz;
      var lz;
      var t1;
      var t2;
      var t;
      var r;
      var u;
      var v;
      var n;
      var j;
      var k;
      n = 0 | 0;
      if (ahx < HIGH_MIN_NORMAL_EXP) {
        ax *= TWO53;
        n -= 53 | 0;
        ahx = getHighWord(ax);
      }
      n += (ahx >> HIGH_NUM_SIGNIFICAND_BITS) - BIAS | 0;
      j = ahx & HIGH_SIGNIFICAND_MASK | 0;
      ahx = j | HIGH_BIASED_EXP_0 | 0;
      if (j <= 235662) {
        k = 0;
      } else if (j < 767610) {
        k = 1;
      } else {
        k = 0;
        n += 1 | 0;
        ahx -= HIGH_MIN_NORMAL_EXP;
      }
      ax = setHighWord(ax, ahx);
      bp = BP[k];
      u = ax - bp;
      v = 1 / (ax + bp);
      ss = u * v;
      hs = setLowWord(ss, 0);
      tmp = (ahx >> 1 | HIGH_BIASED_EXP_NEG_512) + HIGH_SIGNIFICAND_HALF;
      tmp += k << 18;
      ht = setHighWord(0, tmp);
      lt = ax - (ht - bp);
      ls = v * (u - hs * ht - hs * lt);
      s2 = ss * ss;
      r = s2 * s2 * polyvalL(s2);
      r += ls * (hs + ss);
      s2 = hs * hs;
      ht = 3 + s2 + r;
      ht = setLowWord(ht, 0);
      lt = r - (ht - 3 - s2);
      u = hs * ht;
      v = ls * ht + lt * ss;
      hp = u + v;
      hp = setLowWord(hp, 0);
      lp = v - (hp - u);
      hz = CP_HI * hp;
      lz = CP_LO * hp + lp * CP + DP_LO[k];
      dp = DP_HI[k];
      t = n;
      t1 = hz + lz + dp + t;
      t1 = setLowWord(t1, 0);
      t2 = lz - (t1 - t - dp - hz);
      out[0] = t1;
      out[1] = t2;
      return out;
    }
    module.exports = log2ax;
  }
});

// @stdlib/math-base-special-pow/lib/polyval_w.js
var require_polyval_w = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/polyval_w.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.5;
      }
      return 0.5 + x * (-0.3333333333333333 + x * 0.25);
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-pow/lib/logx.js
var require_logx = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/logx.js"(exports, module) {
    "use strict";
    var setLowWord = require_lib62();
    var polyvalW = require_polyval_w();
    var INV_LN2 = 1.4426950408889634;
    var INV_LN2_HI = 1.4426950216293335;
    var INV_LN2_LO = 19259629911266175e-24;
    function logx(out, ax) {
      var t2;
      var t1;
      var t;
      var w;
      var u;
      var v;
      t = ax - 1;
      w = t * t * polyvalW(t);
      u = INV_LN2_HI * t;
      v = t * INV_LN2_LO - w * INV_LN2;
      t1 = u + v;
      t1 = setLowWord(t1, 0);
      t2 = v - (t1 - u);
      out[0] = t1;
      out[1] = t2;
      return out;
    }
    module.exports = logx;
  }
});

// @stdlib/constants-float64-ln-two/lib/index.js
var require_lib65 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-ln-two@0.2.3/node_modules/@stdlib/constants-float64-ln-two/lib/index.js"(exports, module) {
    "use strict";
    var LN2 = 0.6931471805599453;
    module.exports = LN2;
  }
});

// @stdlib/constants-float64-high-word-significand-mask/lib/index.js
var require_lib66 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-high-word-significand-mask@0.2.3/node_modules/@stdlib/constants-float64-high-word-significand-mask/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_HIGH_WORD_SIGNIFICAND_MASK = 1048575;
    module.exports = FLOAT64_HIGH_WORD_SIGNIFICAND_MASK;
  }
});

// @stdlib/math-base-special-pow/lib/polyval_p.js
var require_polyval_p2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/polyval_p.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.16666666666666602;
      }
      return 0.16666666666666602 + x * (-0.0027777777777015593 + x * (6613756321437934e-20 + x * (-16533902205465252e-22 + x * 41381367970572385e-24)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-pow/lib/pow2.js
var require_pow2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/pow2.js"(exports, module) {
    "use strict";
    var getHighWord = require_lib28();
    var setHighWord = require_lib29();
    var setLowWord = require_lib62();
    var uint32ToInt32 = require_lib63();
    var ldexp = require_lib57();
    var LN2 = require_lib65();
    var BIAS = require_lib34();
    var ABS_MASK = require_lib50();
    var HIGH_SIGNIFICAND_MASK = require_lib66();
    var HIGH_NUM_SIGNIFICAND_BITS = require_lib64();
    var polyvalP = require_polyval_p2();
    var HIGH_MIN_NORMAL_EXP = 1048576 | 0;
    var HIGH_BIASED_EXP_NEG_1 = 1071644672 | 0;
    var LN2_HI = 0.6931471824645996;
    var LN2_LO = -1904654299957768e-24;
    function pow2(j, hp, lp) {
      var tmp;
      var t1;
      var t;
      var r;
      var u;
      var v;
      var w;
      var z;
      var n;
      var i;
      var k;
      i = j & ABS_MASK | 0;
      k = (i >> HIGH_NUM_SIGNIFICAND_BITS) - BIAS | 0;
      n = 0;
      if (i > HIGH_BIASED_EXP_NEG_1) {
        n = j + (HIGH_MIN_NORMAL_EXP >> k + 1) >>> 0;
        k = ((n & ABS_MASK) >> HIGH_NUM_SIGNIFICAND_BITS) - BIAS | 0;
        tmp = (n & ~(HIGH_SIGNIFICAND_MASK >> k)) >>> 0;
        t = setHighWord(0, tmp);
        n = (n & HIGH_SIGNIFICAND_MASK | HIGH_MIN_NORMAL_EXP) >> HIGH_NUM_SIGNIFICAND_BITS - k >>> 0;
        if (j < 0) {
          n = -n;
        }
        hp -= t;
      }
      t = lp + hp;
      t = setLowWord(t, 0);
      u = t * LN2_HI;
      v = (lp - (t - hp)) * LN2 + t * LN2_LO;
      z = u + v;
      w = v - (z - u);
      t = z * z;
      t1 = z - t * polyvalP(t);
      r = z * t1 / (t1 - 2) - (w + z * w);
      z = 1 - (r - z);
      j = getHighWord(z);
      j = uint32ToInt32(j);
      j += n << HIGH_NUM_SIGNIFICAND_BITS >>> 0;
      if (j >> HIGH_NUM_SIGNIFICAND_BITS <= 0) {
        z = ldexp(z, n);
      } else {
        z = setHighWord(z, j);
      }
      return z;
    }
    module.exports = pow2;
  }
});

// @stdlib/math-base-special-pow/lib/main.js
var require_main48 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var isOdd = require_lib61();
    var isInfinite = require_lib48();
    var isInteger = require_lib59();
    var sqrt = require_lib39();
    var abs = require_lib42();
    var toWords = require_lib51();
    var setLowWord = require_lib62();
    var uint32ToInt32 = require_lib63();
    var NINF = require_lib33();
    var PINF = require_lib31();
    var ABS_MASK = require_lib50();
    var xIsZero = require_x_is_zero();
    var yIsHuge = require_y_is_huge();
    var yIsInfinite = require_y_is_infinite();
    var log2ax = require_log2ax();
    var logx = require_logx();
    var pow2 = require_pow2();
    var HIGH_MAX_NEAR_UNITY = 1072693247 | 0;
    var HIGH_BIASED_EXP_31 = 1105199104 | 0;
    var HIGH_BIASED_EXP_64 = 1139802112 | 0;
    var HIGH_BIASED_EXP_10 = 1083179008 | 0;
    var HIGH_BIASED_EXP_0 = 1072693248 | 0;
    var HIGH_1075 = 1083231232 | 0;
    var HIGH_NEG_1075 = 3230714880 >>> 0;
    var HIGH_NUM_NONSIGN_BITS = 31 | 0;
    var HUGE = 1e300;
    var TINY = 1e-300;
    var OVT = 8008566259537294e-32;
    var WORDS = [0 | 0, 0 | 0];
    var LOG_WORKSPACE = [0, 0];
    function pow(x, y) {
      var ahx;
      var ahy;
      var ax;
      var hx;
      var lx;
      var hy;
      var ly;
      var sx;
      var sy;
      var y1;
      var hp;
      var lp;
      var t;
      var z;
      var j;
      var i;
      if (isnan(x) || isnan(y)) {
        return NaN;
      }
      toWords.assign(y, WORDS, 1, 0);
      hy = WORDS[0];
      ly = WORDS[1];
      if (ly === 0) {
        if (y === 0) {
          return 1;
        }
        if (y === 1) {
          return x;
        }
        if (y === -1) {
          return 1 / x;
        }
        if (y === 0.5) {
          return sqrt(x);
        }
        if (y === -0.5) {
          return 1 / sqrt(x);
        }
        if (y === 2) {
          return x * x;
        }
        if (y === 3) {
          return x * x * x;
        }
        if (y === 4) {
          x *= x;
          return x * x;
        }
        if (isInfinite(y)) {
          return yIsInfinite(x, y);
        }
      }
      toWords.assign(x, WORDS, 1, 0);
      hx = WORDS[0];
      lx = WORDS[1];
      if (lx === 0) {
        if (hx === 0) {
          return xIsZero(x, y);
        }
        if (x === 1) {
          return 1;
        }
        if (x === -1 && isOdd(y)) {
          return -1;
        }
        if (isInfinite(x)) {
          if (x === NINF) {
            return pow(-0, -y);
          }
          if (y < 0) {
            return 0;
          }
          return PINF;
        }
      }
      if (x < 0 && isInteger(y) === false) {
        return (x - x) / (x - x);
      }
      ax = abs(x);
      ahx = hx & ABS_MASK | 0;
      ahy = hy & ABS_MASK | 0;
      sx = hx >>> HIGH_NUM_NONSIGN_BITS | 0;
      sy = hy >>> HIGH_NUM_NONSIGN_BITS | 0;
      if (sx && isOdd(y)) {
        sx = -1;
      } else {
        sx = 1;
      }
      if (ahy > HIGH_BIASED_EXP_31) {
        if (ahy > HIGH_BIASED_EXP_64) {
          return yIsHuge(x, y);
        }
        if (ahx < HIGH_MAX_NEAR_UNITY) {
          if (sy === 1) {
            return sx * HUGE * HUGE;
          }
          return sx * TINY * TINY;
        }
        if (ahx > HIGH_BIASED_EXP_0) {
          if (sy === 0) {
            return sx * HUGE * HUGE;
          }
          return sx * TINY * TINY;
        }
        t = logx(LOG_WORKSPACE, ax);
      } else {
        t = log2ax(LOG_WORKSPACE, ax, ahx);
      }
      y1 = setLowWord(y, 0);
      lp = (y - y1) * t[0] + y * t[1];
      hp = y1 * t[0];
      z = lp + hp;
      toWords.assign(z, WORDS, 1, 0);
      j = uint32ToInt32(WORDS[0]);
      i = uint32ToInt32(WORDS[1]);
      if (j >= HIGH_BIASED_EXP_10) {
        if ((j - HIGH_BIASED_EXP_10 | i) !== 0) {
          return sx * HUGE * HUGE;
        }
        if (lp + OVT > z - hp) {
          return sx * HUGE * HUGE;
        }
      } else if ((j & ABS_MASK) >= HIGH_1075) {
        if ((j - HIGH_NEG_1075 | i) !== 0) {
          return sx * TINY * TINY;
        }
        if (lp <= z - hp) {
          return sx * TINY * TINY;
        }
      }
      z = pow2(j, hp, lp);
      return sx * z;
    }
    module.exports = pow;
  }
});

// @stdlib/math-base-special-pow/lib/index.js
var require_lib67 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-pow@0.3.1/node_modules/@stdlib/math-base-special-pow/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main48();
    module.exports = main;
  }
});

// @stdlib/constants-float64-e/lib/index.js
var require_lib68 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-e@0.2.3/node_modules/@stdlib/constants-float64-e/lib/index.js"(exports, module) {
    "use strict";
    var E = 2.718281828459045;
    module.exports = E;
  }
});

// @stdlib/constants-float64-eps/lib/index.js
var require_lib69 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-eps@0.2.3/node_modules/@stdlib/constants-float64-eps/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_EPSILON = 2220446049250313e-31;
    module.exports = FLOAT64_EPSILON;
  }
});

// @stdlib/math-base-special-beta/lib/lanczos_sum_expg_scaled.js
var require_lanczos_sum_expg_scaled = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-beta@0.3.1/node_modules/@stdlib/math-base-special-beta/lib/lanczos_sum_expg_scaled.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return Infinity;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = 709811.662581658 + x * (679979.8474157227 + x * (293136.7857211597 + x * (74887.54032914672 + x * (12555.290582413863 + x * (1443.4299244417066 + x * (115.24194596137347 + x * (6.309239205732627 + x * (0.22668404630224365 + x * (0.004826466289237662 + x * 4624429436045379e-20)))))))));
        s2 = 0 + x * (362880 + x * (1026576 + x * (1172700 + x * (723680 + x * (269325 + x * (63273 + x * (9450 + x * (870 + x * (45 + x * 1)))))))));
      } else {
        x = 1 / x;
        s1 = 4624429436045379e-20 + x * (0.004826466289237662 + x * (0.22668404630224365 + x * (6.309239205732627 + x * (115.24194596137347 + x * (1443.4299244417066 + x * (12555.290582413863 + x * (74887.54032914672 + x * (293136.7857211597 + x * (679979.8474157227 + x * 709811.662581658)))))))));
        s2 = 1 + x * (45 + x * (870 + x * (9450 + x * (63273 + x * (269325 + x * (723680 + x * (1172700 + x * (1026576 + x * (362880 + x * 0)))))))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-beta/lib/main.js
var require_main49 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-beta@0.3.1/node_modules/@stdlib/math-base-special-beta/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var log1p = require_lib38();
    var sqrt = require_lib39();
    var abs = require_lib42();
    var exp = require_lib58();
    var pow = require_lib67();
    var E = require_lib68();
    var EPSILON = require_lib69();
    var lanczosSumExpGScaled = require_lanczos_sum_expg_scaled();
    var G = 10.900511;
    function beta(a, b) {
      var ambh;
      var agh;
      var bgh;
      var cgh;
      var res;
      var tmp;
      var c;
      if (isnan(a) || isnan(b)) {
        return NaN;
      }
      if (a < 0 || b < 0) {
        return NaN;
      }
      if (b === 1) {
        return 1 / a;
      }
      if (a === 1) {
        return 1 / b;
      }
      c = a + b;
      if (c < EPSILON) {
        res = c / a;
        res /= b;
        return res;
      }
      if (c === a && b < EPSILON) {
        return 1 / b;
      }
      if (c === b && a < EPSILON) {
        return 1 / a;
      }
      if (a < b) {
        tmp = b;
        b = a;
        a = tmp;
      }
      agh = a + G - 0.5;
      bgh = b + G - 0.5;
      cgh = c + G - 0.5;
      res = lanczosSumExpGScaled(a) * (lanczosSumExpGScaled(b) / lanczosSumExpGScaled(c));
      ambh = a - 0.5 - b;
      if (abs(b * ambh) < cgh * 100 && a > 100) {
        res *= exp(ambh * log1p(-b / cgh));
      } else {
        res *= pow(agh / cgh, ambh);
      }
      if (cgh > 1e10) {
        res *= pow(agh / cgh * (bgh / cgh), b);
      } else {
        res *= pow(agh * bgh / (cgh * cgh), b);
      }
      res *= sqrt(E / bgh);
      return res;
    }
    module.exports = beta;
  }
});

// @stdlib/math-base-special-beta/lib/index.js
var require_lib70 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-beta@0.3.1/node_modules/@stdlib/math-base-special-beta/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main49();
    module.exports = main;
  }
});

// @stdlib/math-base-assert-is-positive-zero/lib/main.js
var require_main50 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-positive-zero@0.2.3/node_modules/@stdlib/math-base-assert-is-positive-zero/lib/main.js"(exports, module) {
    "use strict";
    var PINF = require_lib31();
    function isPositiveZero(x) {
      return x === 0 && 1 / x === PINF;
    }
    module.exports = isPositiveZero;
  }
});

// @stdlib/math-base-assert-is-positive-zero/lib/index.js
var require_lib71 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-positive-zero@0.2.3/node_modules/@stdlib/math-base-assert-is-positive-zero/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main50();
    module.exports = main;
  }
});

// @stdlib/math-base-special-max/lib/main.js
var require_main51 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-max@0.3.1/node_modules/@stdlib/math-base-special-max/lib/main.js"(exports, module) {
    "use strict";
    var isPositiveZero = require_lib71();
    var isnan = require_lib6();
    var PINF = require_lib31();
    function max(x, y) {
      if (isnan(x) || isnan(y)) {
        return NaN;
      }
      if (x === PINF || y === PINF) {
        return PINF;
      }
      if (x === y && x === 0) {
        if (isPositiveZero(x)) {
          return x;
        }
        return y;
      }
      if (x > y) {
        return x;
      }
      return y;
    }
    module.exports = max;
  }
});

// @stdlib/math-base-special-max/lib/index.js
var require_lib72 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-max@0.3.1/node_modules/@stdlib/math-base-special-max/lib/index.js"(exports, module) {
    "use strict";
    var max = require_main51();
    module.exports = max;
  }
});

// @stdlib/math-base-assert-is-negative-zero/lib/main.js
var require_main52 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-negative-zero@0.2.3/node_modules/@stdlib/math-base-assert-is-negative-zero/lib/main.js"(exports, module) {
    "use strict";
    var NINF = require_lib33();
    function isNegativeZero(x) {
      return x === 0 && 1 / x === NINF;
    }
    module.exports = isNegativeZero;
  }
});

// @stdlib/math-base-assert-is-negative-zero/lib/index.js
var require_lib73 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-assert-is-negative-zero@0.2.3/node_modules/@stdlib/math-base-assert-is-negative-zero/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main52();
    module.exports = main;
  }
});

// @stdlib/math-base-special-min/lib/main.js
var require_main53 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-min@0.2.4/node_modules/@stdlib/math-base-special-min/lib/main.js"(exports, module) {
    "use strict";
    var isNegativeZero = require_lib73();
    var isnan = require_lib6();
    var NINF = require_lib33();
    function min(x, y) {
      if (isnan(x) || isnan(y)) {
        return NaN;
      }
      if (x === NINF || y === NINF) {
        return NINF;
      }
      if (x === y && x === 0) {
        if (isNegativeZero(x)) {
          return x;
        }
        return y;
      }
      if (x < y) {
        return x;
      }
      return y;
    }
    module.exports = min;
  }
});

// @stdlib/math-base-special-min/lib/index.js
var require_lib74 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-min@0.2.4/node_modules/@stdlib/math-base-special-min/lib/index.js"(exports, module) {
    "use strict";
    var min = require_main53();
    module.exports = min;
  }
});

// @stdlib/constants-float64-max/lib/index.js
var require_lib75 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-max@0.2.3/node_modules/@stdlib/constants-float64-max/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MAX = 17976931348623157e292;
    module.exports = FLOAT64_MAX;
  }
});

// @stdlib/constants-int32-max/lib/index.js
var require_lib76 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-int32-max@0.3.1/node_modules/@stdlib/constants-int32-max/lib/index.js"(exports, module) {
    "use strict";
    var INT32_MAX = 2147483647 | 0;
    module.exports = INT32_MAX;
  }
});

// @stdlib/constants-float64-half-pi/lib/index.js
var require_lib77 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-half-pi@0.2.3/node_modules/@stdlib/constants-float64-half-pi/lib/index.js"(exports, module) {
    "use strict";
    var HALF_PI = 1.5707963267948966;
    module.exports = HALF_PI;
  }
});

// @stdlib/constants-float64-pi/lib/index.js
var require_lib78 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-pi@0.2.3/node_modules/@stdlib/constants-float64-pi/lib/index.js"(exports, module) {
    "use strict";
    var PI = 3.141592653589793;
    module.exports = PI;
  }
});

// @stdlib/math-base-special-kernel-cos/lib/polyval_c13.js
var require_polyval_c13 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-cos@0.2.4/node_modules/@stdlib/math-base-special-kernel-cos/lib/polyval_c13.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.0416666666666666;
      }
      return 0.0416666666666666 + x * (-0.001388888888887411 + x * 2480158728947673e-20);
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-kernel-cos/lib/polyval_c46.js
var require_polyval_c46 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-cos@0.2.4/node_modules/@stdlib/math-base-special-kernel-cos/lib/polyval_c46.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -27557314351390663e-23;
      }
      return -27557314351390663e-23 + x * (2087572321298175e-24 + x * -11359647557788195e-27);
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-kernel-cos/lib/main.js
var require_main54 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-cos@0.2.4/node_modules/@stdlib/math-base-special-kernel-cos/lib/main.js"(exports, module) {
    "use strict";
    var polyval13 = require_polyval_c13();
    var polyval46 = require_polyval_c46();
    function kernelCos(x, y) {
      var hz;
      var r;
      var w;
      var z;
      z = x * x;
      w = z * z;
      r = z * polyval13(z);
      r += w * w * polyval46(z);
      hz = 0.5 * z;
      w = 1 - hz;
      return w + (1 - w - hz + (z * r - x * y));
    }
    module.exports = kernelCos;
  }
});

// @stdlib/math-base-special-kernel-cos/lib/index.js
var require_lib79 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-cos@0.2.4/node_modules/@stdlib/math-base-special-kernel-cos/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main54();
    module.exports = main;
  }
});

// @stdlib/math-base-special-kernel-sin/lib/main.js
var require_main55 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-sin@0.2.4/node_modules/@stdlib/math-base-special-kernel-sin/lib/main.js"(exports, module) {
    "use strict";
    var S1 = -0.16666666666666632;
    var S2 = 0.00833333333332249;
    var S3 = -1984126982985795e-19;
    var S4 = 27557313707070068e-22;
    var S5 = -25050760253406863e-24;
    var S6 = 158969099521155e-24;
    function kernelSin(x, y) {
      var r;
      var v;
      var w;
      var z;
      z = x * x;
      w = z * z;
      r = S2 + z * (S3 + z * S4) + z * w * (S5 + z * S6);
      v = z * x;
      if (y === 0) {
        return x + v * (S1 + z * r);
      }
      return x - (z * (0.5 * y - v * r) - y - v * S1);
    }
    module.exports = kernelSin;
  }
});

// @stdlib/math-base-special-kernel-sin/lib/index.js
var require_lib80 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-sin@0.2.4/node_modules/@stdlib/math-base-special-kernel-sin/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main55();
    module.exports = main;
  }
});

// @stdlib/number-float64-base-get-low-word/lib/low.js
var require_low2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-get-low-word@0.2.3/node_modules/@stdlib/number-float64-base-get-low-word/lib/low.js"(exports, module) {
    "use strict";
    var isLittleEndian = require_lib27();
    var LOW;
    if (isLittleEndian === true) {
      LOW = 0;
    } else {
      LOW = 1;
    }
    module.exports = LOW;
  }
});

// @stdlib/number-float64-base-get-low-word/lib/main.js
var require_main56 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-get-low-word@0.2.3/node_modules/@stdlib/number-float64-base-get-low-word/lib/main.js"(exports, module) {
    "use strict";
    var Uint32Array2 = require_lib15();
    var Float64Array2 = require_lib18();
    var LOW = require_low2();
    var FLOAT64_VIEW = new Float64Array2(1);
    var UINT32_VIEW = new Uint32Array2(FLOAT64_VIEW.buffer);
    function getLowWord(x) {
      FLOAT64_VIEW[0] = x;
      return UINT32_VIEW[LOW];
    }
    module.exports = getLowWord;
  }
});

// @stdlib/number-float64-base-get-low-word/lib/index.js
var require_lib81 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+number-float64-base-get-low-word@0.2.3/node_modules/@stdlib/number-float64-base-get-low-word/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main56();
    module.exports = main;
  }
});

// @stdlib/array-base-filled/lib/main.js
var require_main57 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-base-filled@0.2.3/node_modules/@stdlib/array-base-filled/lib/main.js"(exports, module) {
    "use strict";
    function filled(value, len) {
      var arr;
      var i;
      arr = [];
      for (i = 0; i < len; i++) {
        arr.push(value);
      }
      return arr;
    }
    module.exports = filled;
  }
});

// @stdlib/array-base-filled/lib/index.js
var require_lib82 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-base-filled@0.2.3/node_modules/@stdlib/array-base-filled/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main57();
    module.exports = main;
  }
});

// @stdlib/array-base-zeros/lib/main.js
var require_main58 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-base-zeros@0.2.3/node_modules/@stdlib/array-base-zeros/lib/main.js"(exports, module) {
    "use strict";
    var filled = require_lib82();
    function zeros(len) {
      return filled(0, len);
    }
    module.exports = zeros;
  }
});

// @stdlib/array-base-zeros/lib/index.js
var require_lib83 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+array-base-zeros@0.2.3/node_modules/@stdlib/array-base-zeros/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main58();
    module.exports = main;
  }
});

// @stdlib/math-base-special-rempio2/lib/kernel_rempio2.js
var require_kernel_rempio2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-rempio2@0.3.1/node_modules/@stdlib/math-base-special-rempio2/lib/kernel_rempio2.js"(exports, module) {
    "use strict";
    var floor = require_lib37();
    var ldexp = require_lib57();
    var zeros = require_lib83();
    var IPIO2 = [
      10680707,
      7228996,
      1387004,
      2578385,
      16069853,
      12639074,
      9804092,
      4427841,
      16666979,
      11263675,
      12935607,
      2387514,
      4345298,
      14681673,
      3074569,
      13734428,
      16653803,
      1880361,
      10960616,
      8533493,
      3062596,
      8710556,
      7349940,
      6258241,
      3772886,
      3769171,
      3798172,
      8675211,
      12450088,
      3874808,
      9961438,
      366607,
      15675153,
      9132554,
      7151469,
      3571407,
      2607881,
      12013382,
      4155038,
      6285869,
      7677882,
      13102053,
      15825725,
      473591,
      9065106,
      15363067,
      6271263,
      9264392,
      5636912,
      4652155,
      7056368,
      13614112,
      10155062,
      1944035,
      9527646,
      15080200,
      6658437,
      6231200,
      6832269,
      16767104,
      5075751,
      3212806,
      1398474,
      7579849,
      6349435,
      12618859
    ];
    var PIO2 = [
      1.570796251296997,
      // 0x3FF921FB, 0x40000000
      7549789415861596e-23,
      // 0x3E74442D, 0x00000000
      5390302529957765e-30,
      // 0x3CF84698, 0x80000000
      3282003415807913e-37,
      // 0x3B78CC51, 0x60000000
      1270655753080676e-44,
      // 0x39F01B83, 0x80000000
      12293330898111133e-52,
      // 0x387A2520, 0x40000000
      27337005381646456e-60,
      // 0x36E38222, 0x80000000
      21674168387780482e-67
      // 0x3569F31D, 0x00000000
    ];
    var TWO24 = 16777216;
    var TWON24 = 5960464477539063e-23;
    var F = zeros(20);
    var Q = zeros(20);
    var FQ = zeros(20);
    var IQ = zeros(20);
    function compute(x, y, jz, q, q0, jk, jv, jx, f) {
      var carry;
      var fw;
      var ih;
      var jp;
      var i;
      var k;
      var n;
      var j;
      var z;
      jp = jk;
      z = q[jz];
      j = jz;
      for (i = 0; j > 0; i++) {
        fw = TWON24 * z | 0;
        IQ[i] = z - TWO24 * fw | 0;
        z = q[j - 1] + fw;
        j -= 1;
      }
      z = ldexp(z, q0);
      z -= 8 * floor(z * 0.125);
      n = z | 0;
      z -= n;
      ih = 0;
      if (q0 > 0) {
        i = IQ[jz - 1] >> 24 - q0;
        n += i;
        IQ[jz - 1] -= i << 24 - q0;
        ih = IQ[jz - 1] >> 23 - q0;
      } else if (q0 === 0) {
        ih = IQ[jz - 1] >> 23;
      } else if (z >= 0.5) {
        ih = 2;
      }
      if (ih > 0) {
        n += 1;
        carry = 0;
        for (i = 0; i < jz; i++) {
          j = IQ[i];
          if (carry === 0) {
            if (j !== 0) {
              carry = 1;
              IQ[i] = 16777216 - j;
            }
          } else {
            IQ[i] = 16777215 - j;
          }
        }
        if (q0 > 0) {
          switch (q0) {
            // eslint-disable-line default-case
            case 1:
              IQ[jz - 1] &= 8388607;
              break;
            case 2:
              IQ[jz - 1] &= 4194303;
              break;
          }
        }
        if (ih === 2) {
          z = 1 - z;
          if (carry !== 0) {
            z -= ldexp(1, q0);
          }
        }
      }
      if (z === 0) {
        j = 0;
        for (i = jz - 1; i >= jk; i--) {
          j |= IQ[i];
        }
        if (j === 0) {
          for (k = 1; IQ[jk - k] === 0; k++) {
          }
          for (i = jz + 1; i <= jz + k; i++) {
            f[jx + i] = IPIO2[jv + i];
            fw = 0;
            for (j = 0; j <= jx; j++) {
              fw += x[j] * f[jx + (i - j)];
            }
            q[i] = fw;
          }
          jz += k;
          return compute(x, y, jz, q, q0, jk, jv, jx, f);
        }
        jz -= 1;
        q0 -= 24;
        while (IQ[jz] === 0) {
          jz -= 1;
          q0 -= 24;
        }
      } else {
        z = ldexp(z, -q0);
        if (z >= TWO24) {
          fw = TWON24 * z | 0;
          IQ[jz] = z - TWO24 * fw | 0;
          jz += 1;
          q0 += 24;
          IQ[jz] = fw;
        } else {
          IQ[jz] = z | 0;
        }
      }
      fw = ldexp(1, q0);
      for (i = jz; i >= 0; i--) {
        q[i] = fw * IQ[i];
        fw *= TWON24;
      }
      for (i = jz; i >= 0; i--) {
        fw = 0;
        for (k = 0; k <= jp && k <= jz - i; k++) {
          fw += PIO2[k] * q[i + k];
        }
        FQ[jz - i] = fw;
      }
      fw = 0;
      for (i = jz; i >= 0; i--) {
        fw += FQ[i];
      }
      if (ih === 0) {
        y[0] = fw;
      } else {
        y[0] = -fw;
      }
      fw = FQ[0] - fw;
      for (i = 1; i <= jz; i++) {
        fw += FQ[i];
      }
      if (ih === 0) {
        y[1] = fw;
      } else {
        y[1] = -fw;
      }
      return n & 7;
    }
    function kernelRempio2(x, y, e0, nx) {
      var fw;
      var jk;
      var jv;
      var jx;
      var jz;
      var q0;
      var i;
      var j;
      var m;
      jk = 4;
      jx = nx - 1;
      jv = (e0 - 3) / 24 | 0;
      if (jv < 0) {
        jv = 0;
      }
      q0 = e0 - 24 * (jv + 1);
      j = jv - jx;
      m = jx + jk;
      for (i = 0; i <= m; i++) {
        if (j < 0) {
          F[i] = 0;
        } else {
          F[i] = IPIO2[j];
        }
        j += 1;
      }
      for (i = 0; i <= jk; i++) {
        fw = 0;
        for (j = 0; j <= jx; j++) {
          fw += x[j] * F[jx + (i - j)];
        }
        Q[i] = fw;
      }
      jz = jk;
      return compute(x, y, jz, Q, q0, jk, jv, jx, F);
    }
    module.exports = kernelRempio2;
  }
});

// @stdlib/math-base-special-round/lib/main.js
var require_main59 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-round@0.3.1/node_modules/@stdlib/math-base-special-round/lib/main.js"(exports, module) {
    "use strict";
    var round = Math.round;
    module.exports = round;
  }
});

// @stdlib/math-base-special-round/lib/index.js
var require_lib84 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-round@0.3.1/node_modules/@stdlib/math-base-special-round/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main59();
    module.exports = main;
  }
});

// @stdlib/math-base-special-rempio2/lib/rempio2_medium.js
var require_rempio2_medium = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-rempio2@0.3.1/node_modules/@stdlib/math-base-special-rempio2/lib/rempio2_medium.js"(exports, module) {
    "use strict";
    var round = require_lib84();
    var getHighWord = require_lib28();
    var INVPIO2 = 0.6366197723675814;
    var PIO2_1 = 1.5707963267341256;
    var PIO2_1T = 6077100506506192e-26;
    var PIO2_2 = 6077100506303966e-26;
    var PIO2_2T = 20222662487959506e-37;
    var PIO2_3 = 20222662487111665e-37;
    var PIO2_3T = 84784276603689e-45;
    var EXPONENT_MASK = 2047 | 0;
    function rempio2Medium(x, ix, y) {
      var high;
      var n;
      var t;
      var r;
      var w;
      var i;
      var j;
      n = round(x * INVPIO2);
      r = x - n * PIO2_1;
      w = n * PIO2_1T;
      j = ix >> 20 | 0;
      y[0] = r - w;
      high = getHighWord(y[0]);
      i = j - (high >> 20 & EXPONENT_MASK);
      if (i > 16) {
        t = r;
        w = n * PIO2_2;
        r = t - w;
        w = n * PIO2_2T - (t - r - w);
        y[0] = r - w;
        high = getHighWord(y[0]);
        i = j - (high >> 20 & EXPONENT_MASK);
        if (i > 49) {
          t = r;
          w = n * PIO2_3;
          r = t - w;
          w = n * PIO2_3T - (t - r - w);
          y[0] = r - w;
        }
      }
      y[1] = r - y[0] - w;
      return n;
    }
    module.exports = rempio2Medium;
  }
});

// @stdlib/math-base-special-rempio2/lib/main.js
var require_main60 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-rempio2@0.3.1/node_modules/@stdlib/math-base-special-rempio2/lib/main.js"(exports, module) {
    "use strict";
    var ABS_MASK = require_lib50();
    var EXPONENT_MASK = require_lib55();
    var SIGNIFICAND_MASK = require_lib66();
    var getHighWord = require_lib28();
    var getLowWord = require_lib81();
    var fromWords = require_lib30();
    var rempio2Kernel = require_kernel_rempio2();
    var rempio2Medium = require_rempio2_medium();
    var ZERO = 0;
    var TWO24 = 16777216;
    var PIO2_1 = 1.5707963267341256;
    var PIO2_1T = 6077100506506192e-26;
    var TWO_PIO2_1T = 2 * PIO2_1T;
    var THREE_PIO2_1T = 3 * PIO2_1T;
    var FOUR_PIO2_1T = 4 * PIO2_1T;
    var PI_HIGH_WORD_SIGNIFICAND = 598523 | 0;
    var PIO4_HIGH_WORD = 1072243195 | 0;
    var THREE_PIO4_HIGH_WORD = 1073928572 | 0;
    var FIVE_PIO4_HIGH_WORD = 1074752122 | 0;
    var THREE_PIO2_HIGH_WORD = 1074977148 | 0;
    var SEVEN_PIO4_HIGH_WORD = 1075183036 | 0;
    var TWO_PI_HIGH_WORD = 1075388923 | 0;
    var NINE_PIO4_HIGH_WORD = 1075594811 | 0;
    var MEDIUM = 1094263291 | 0;
    var TX = [0, 0, 0];
    var TY = [0, 0];
    function rempio2(x, y) {
      var low;
      var e0;
      var hx;
      var ix;
      var nx;
      var i;
      var n;
      var z;
      hx = getHighWord(x) | 0;
      ix = hx & ABS_MASK | 0;
      if (ix <= PIO4_HIGH_WORD) {
        y[0] = x;
        y[1] = 0;
        return 0;
      }
      if (ix <= FIVE_PIO4_HIGH_WORD) {
        if ((ix & SIGNIFICAND_MASK) === PI_HIGH_WORD_SIGNIFICAND) {
          return rempio2Medium(x, ix, y);
        }
        if (ix <= THREE_PIO4_HIGH_WORD) {
          if (hx > 0) {
            z = x - PIO2_1;
            y[0] = z - PIO2_1T;
            y[1] = z - y[0] - PIO2_1T;
            return 1;
          }
          z = x + PIO2_1;
          y[0] = z + PIO2_1T;
          y[1] = z - y[0] + PIO2_1T;
          return -1;
        }
        if (hx > 0) {
          z = x - 2 * PIO2_1;
          y[0] = z - TWO_PIO2_1T;
          y[1] = z - y[0] - TWO_PIO2_1T;
          return 2;
        }
        z = x + 2 * PIO2_1;
        y[0] = z + TWO_PIO2_1T;
        y[1] = z - y[0] + TWO_PIO2_1T;
        return -2;
      }
      if (ix <= NINE_PIO4_HIGH_WORD) {
        if (ix <= SEVEN_PIO4_HIGH_WORD) {
          if (ix === THREE_PIO2_HIGH_WORD) {
            return rempio2Medium(x, ix, y);
          }
          if (hx > 0) {
            z = x - 3 * PIO2_1;
            y[0] = z - THREE_PIO2_1T;
            y[1] = z - y[0] - THREE_PIO2_1T;
            return 3;
          }
          z = x + 3 * PIO2_1;
          y[0] = z + THREE_PIO2_1T;
          y[1] = z - y[0] + THREE_PIO2_1T;
          return -3;
        }
        if (ix === TWO_PI_HIGH_WORD) {
          return rempio2Medium(x, ix, y);
        }
        if (hx > 0) {
          z = x - 4 * PIO2_1;
          y[0] = z - FOUR_PIO2_1T;
          y[1] = z - y[0] - FOUR_PIO2_1T;
          return 4;
        }
        z = x + 4 * PIO2_1;
        y[0] = z + FOUR_PIO2_1T;
        y[1] = z - y[0] + FOUR_PIO2_1T;
        return -4;
      }
      if (ix < MEDIUM) {
        return rempio2Medium(x, ix, y);
      }
      if (ix >= EXPONENT_MASK) {
        y[0] = NaN;
        y[1] = NaN;
        return 0;
      }
      low = getLowWord(x);
      e0 = (ix >> 20) - 1046;
      z = fromWords(ix - (e0 << 20 | 0), low);
      for (i = 0; i < 2; i++) {
        TX[i] = z | 0;
        z = (z - TX[i]) * TWO24;
      }
      TX[2] = z;
      nx = 3;
      while (TX[nx - 1] === ZERO) {
        nx -= 1;
      }
      n = rempio2Kernel(TX, TY, e0, nx, 1);
      if (hx < 0) {
        y[0] = -TY[0];
        y[1] = -TY[1];
        return -n;
      }
      y[0] = TY[0];
      y[1] = TY[1];
      return n;
    }
    module.exports = rempio2;
  }
});

// @stdlib/math-base-special-rempio2/lib/index.js
var require_lib85 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-rempio2@0.3.1/node_modules/@stdlib/math-base-special-rempio2/lib/index.js"(exports, module) {
    "use strict";
    var rempio2 = require_main60();
    module.exports = rempio2;
  }
});

// @stdlib/math-base-special-sin/lib/main.js
var require_main61 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-sin@0.3.1/node_modules/@stdlib/math-base-special-sin/lib/main.js"(exports, module) {
    "use strict";
    var HIGH_WORD_ABS_MASK = require_lib50();
    var HIGH_WORD_EXPONENT_MASK = require_lib55();
    var getHighWord = require_lib28();
    var kernelCos = require_lib79();
    var kernelSin = require_lib80();
    var rempio2 = require_lib85();
    var PIO4_HIGH_WORD = 1072243195 | 0;
    var SMALL_HIGH_WORD = 1045430272 | 0;
    var Y = [0, 0];
    function sin(x) {
      var ix;
      var n;
      ix = getHighWord(x);
      ix &= HIGH_WORD_ABS_MASK;
      if (ix <= PIO4_HIGH_WORD) {
        if (ix < SMALL_HIGH_WORD) {
          return x;
        }
        return kernelSin(x, 0);
      }
      if (ix >= HIGH_WORD_EXPONENT_MASK) {
        return NaN;
      }
      n = rempio2(x, Y);
      switch (n & 3) {
        case 0:
          return kernelSin(Y[0], Y[1]);
        case 1:
          return kernelCos(Y[0], Y[1]);
        case 2:
          return -kernelSin(Y[0], Y[1]);
        default:
          return -kernelCos(Y[0], Y[1]);
      }
    }
    module.exports = sin;
  }
});

// @stdlib/math-base-special-sin/lib/index.js
var require_lib86 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-sin@0.3.1/node_modules/@stdlib/math-base-special-sin/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main61();
    module.exports = main;
  }
});

// @stdlib/constants-float64-sqrt-two-pi/lib/index.js
var require_lib87 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-sqrt-two-pi@0.2.3/node_modules/@stdlib/constants-float64-sqrt-two-pi/lib/index.js"(exports, module) {
    "use strict";
    var SQRT_TWO_PI = 2.5066282746310007;
    module.exports = SQRT_TWO_PI;
  }
});

// @stdlib/math-base-special-gamma/lib/polyval_s.js
var require_polyval_s = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma@0.3.1/node_modules/@stdlib/math-base-special-gamma/lib/polyval_s.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.08333333333334822;
      }
      return 0.08333333333334822 + x * (0.0034722222160545866 + x * (-0.0026813261780578124 + x * (-22954996161337813e-20 + x * 7873113957930937e-19)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gamma/lib/stirling_approximation.js
var require_stirling_approximation = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma@0.3.1/node_modules/@stdlib/math-base-special-gamma/lib/stirling_approximation.js"(exports, module) {
    "use strict";
    var SQRT_TWO_PI = require_lib87();
    var pow = require_lib67();
    var exp = require_lib58();
    var polyval = require_polyval_s();
    var MAX_STIRLING = 143.01608;
    function gamma(x) {
      var w;
      var y;
      var v;
      w = 1 / x;
      w = 1 + w * polyval(w);
      y = exp(x);
      if (x > MAX_STIRLING) {
        v = pow(x, 0.5 * x - 0.25);
        y = v * (v / y);
      } else {
        y = pow(x, x - 0.5) / y;
      }
      return SQRT_TWO_PI * y * w;
    }
    module.exports = gamma;
  }
});

// @stdlib/constants-float64-eulergamma/lib/index.js
var require_lib88 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-eulergamma@0.2.3/node_modules/@stdlib/constants-float64-eulergamma/lib/index.js"(exports, module) {
    "use strict";
    var EULERGAMMA = 0.5772156649015329;
    module.exports = EULERGAMMA;
  }
});

// @stdlib/math-base-special-gamma/lib/small_approximation.js
var require_small_approximation = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma@0.3.1/node_modules/@stdlib/math-base-special-gamma/lib/small_approximation.js"(exports, module) {
    "use strict";
    var EULER = require_lib88();
    function gamma(x, z) {
      return z / ((1 + EULER * x) * x);
    }
    module.exports = gamma;
  }
});

// @stdlib/math-base-special-gamma/lib/rational_pq.js
var require_rational_pq2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma@0.3.1/node_modules/@stdlib/math-base-special-gamma/lib/rational_pq.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return 1;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = 1 + x * (0.4942148268014971 + x * (0.20744822764843598 + x * (0.04763678004571372 + x * (0.010421379756176158 + x * (0.0011913514700658638 + x * (16011952247675185e-20 + x * 0))))));
        s2 = 1 + x * (0.0714304917030273 + x * (-0.23459179571824335 + x * (0.035823639860549865 + x * (0.011813978522206043 + x * (-0.004456419138517973 + x * (5396055804933034e-19 + x * -23158187332412014e-21))))));
      } else {
        x = 1 / x;
        s1 = 0 + x * (16011952247675185e-20 + x * (0.0011913514700658638 + x * (0.010421379756176158 + x * (0.04763678004571372 + x * (0.20744822764843598 + x * (0.4942148268014971 + x * 1))))));
        s2 = -23158187332412014e-21 + x * (5396055804933034e-19 + x * (-0.004456419138517973 + x * (0.011813978522206043 + x * (0.035823639860549865 + x * (-0.23459179571824335 + x * (0.0714304917030273 + x * 1))))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-gamma/lib/main.js
var require_main62 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma@0.3.1/node_modules/@stdlib/math-base-special-gamma/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var isInteger = require_lib59();
    var isNegativeZero = require_lib73();
    var abs = require_lib42();
    var floor = require_lib37();
    var sin = require_lib86();
    var PINF = require_lib31();
    var NINF = require_lib33();
    var PI = require_lib78();
    var stirlingApprox = require_stirling_approximation();
    var smallApprox = require_small_approximation();
    var rateval = require_rational_pq2();
    function gamma(x) {
      var sign;
      var q;
      var p;
      var z;
      if (isInteger(x) && x < 0 || x === NINF || isnan(x)) {
        return NaN;
      }
      if (x === 0) {
        if (isNegativeZero(x)) {
          return NINF;
        }
        return PINF;
      }
      if (x > 171.61447887182297) {
        return PINF;
      }
      if (x < -170.5674972726612) {
        return 0;
      }
      q = abs(x);
      if (q > 33) {
        if (x >= 0) {
          return stirlingApprox(x);
        }
        p = floor(q);
        if ((p & 1) === 0) {
          sign = -1;
        } else {
          sign = 1;
        }
        z = q - p;
        if (z > 0.5) {
          p += 1;
          z = q - p;
        }
        z = q * sin(PI * z);
        return sign * PI / (abs(z) * stirlingApprox(q));
      }
      z = 1;
      while (x >= 3) {
        x -= 1;
        z *= x;
      }
      while (x < 0) {
        if (x > -1e-9) {
          return smallApprox(x, z);
        }
        z /= x;
        x += 1;
      }
      while (x < 2) {
        if (x < 1e-9) {
          return smallApprox(x, z);
        }
        z /= x;
        x += 1;
      }
      if (x === 2) {
        return z;
      }
      x -= 2;
      return z * rateval(x);
    }
    module.exports = gamma;
  }
});

// @stdlib/math-base-special-gamma/lib/index.js
var require_lib89 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma@0.3.1/node_modules/@stdlib/math-base-special-gamma/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main62();
    module.exports = main;
  }
});

// @stdlib/constants-float64-max-nth-factorial/lib/index.js
var require_lib90 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-max-nth-factorial@0.1.1/node_modules/@stdlib/constants-float64-max-nth-factorial/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MAX_NTH_FACTORIAL = 170 | 0;
    module.exports = FLOAT64_MAX_NTH_FACTORIAL;
  }
});

// @stdlib/math-base-special-factorial/lib/factorials.json
var require_factorials = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-factorial@0.3.2/node_modules/@stdlib/math-base-special-factorial/lib/factorials.json"(exports, module) {
    module.exports = [
      1,
      1,
      2,
      6,
      24,
      120,
      720,
      5040,
      40320,
      362880,
      3628800,
      39916800,
      479001600,
      6227020800,
      87178291200,
      1307674368e3,
      20922789888e3,
      355687428096e3,
      6402373705728e3,
      121645100408832e3,
      243290200817664e4,
      5109094217170944e4,
      11240007277776077e5,
      2585201673888498e7,
      6204484017332394e8,
      15511210043330986e9,
      40329146112660565e10,
      10888869450418352e12,
      30488834461171387e13,
      8841761993739702e15,
      26525285981219107e16,
      8222838654177922e18,
      2631308369336935e20,
      8683317618811886e21,
      29523279903960416e22,
      10333147966386145e24,
      37199332678990125e25,
      13763753091226346e27,
      5230226174666011e29,
      20397882081197444e30,
      8159152832478977e32,
      3345252661316381e34,
      140500611775288e37,
      6041526306337383e37,
      2658271574788449e39,
      11962222086548019e40,
      5502622159812089e42,
      25862324151116818e43,
      12413915592536073e45,
      6082818640342675e47,
      30414093201713376e48,
      15511187532873822e50,
      8065817517094388e52,
      42748832840600255e53,
      2308436973392414e56,
      12696403353658276e57,
      7109985878048635e59,
      40526919504877214e60,
      23505613312828785e62,
      13868311854568984e64,
      832098711274139e67,
      5075802138772248e68,
      3146997326038794e70,
      198260831540444e73,
      12688693218588417e73,
      8247650592082472e75,
      5443449390774431e77,
      3647111091818868e79,
      24800355424368305e80,
      1711224524281413e83,
      11978571669969892e84,
      8504785885678623e86,
      61234458376886085e87,
      44701154615126844e89,
      3307885441519386e92,
      248091408113954e95,
      18854947016660504e95,
      14518309202828587e97,
      11324281178206297e99,
      8946182130782976e101,
      7156945704626381e103,
      5797126020747368e105,
      4753643337012842e107,
      3945523969720659e109,
      3314240134565353e111,
      281710411438055e114,
      24227095383672734e114,
      2107757298379528e117,
      18548264225739844e118,
      1650795516090846e121,
      14857159644817615e122,
      1352001527678403e125,
      12438414054641308e126,
      11567725070816416e128,
      1087366156656743e131,
      1032997848823906e133,
      9916779348709496e134,
      9619275968248212e136,
      9426890448883248e138,
      9332621544394415e140,
      9332621544394415e142,
      942594775983836e145,
      9614466715035127e146,
      990290071648618e149,
      10299016745145628e150,
      1081396758240291e153,
      11462805637347084e154,
      1226520203196138e157,
      1324641819451829e159,
      14438595832024937e160,
      1588245541522743e163,
      17629525510902446e164,
      1974506857221074e167,
      22311927486598138e168,
      25435597334721877e170,
      2925093693493016e173,
      3393108684451898e175,
      3969937160808721e177,
      4684525849754291e179,
      5574585761207606e181,
      6689502913449127e183,
      8094298525273444e185,
      9875044200833601e187,
      1214630436702533e190,
      1506141741511141e192,
      1882677176888926e194,
      2372173242880047e196,
      30126600184576594e197,
      3856204823625804e200,
      4974504222477287e202,
      6466855489220474e204,
      847158069087882e207,
      11182486511960043e208,
      14872707060906857e210,
      19929427461615188e212,
      26904727073180504e214,
      3659042881952549e217,
      5012888748274992e219,
      6917786472619489e221,
      9615723196941089e223,
      13462012475717526e225,
      1898143759076171e228,
      2695364137888163e230,
      3854370717180073e232,
      55502938327393044e233,
      8047926057471992e236,
      11749972043909107e238,
      1727245890454639e241,
      25563239178728654e242,
      380892263763057e246,
      5713383956445855e247,
      862720977423324e250,
      13113358856834524e251,
      20063439050956823e253,
      30897696138473508e255,
      4789142901463394e258,
      7471062926282894e260,
      11729568794264145e262,
      1853271869493735e265,
      29467022724950384e266,
      47147236359920616e268,
      7590705053947219e271,
      12296942187394494e273,
      20044015765453026e275,
      3287218585534296e278,
      5423910666131589e280,
      9003691705778438e282,
      1503616514864999e285,
      25260757449731984e286,
      4269068009004705e289,
      7257415615307999e291
    ];
  }
});

// @stdlib/math-base-special-factorial/lib/main.js
var require_main63 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-factorial@0.3.2/node_modules/@stdlib/math-base-special-factorial/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var isInteger = require_lib59();
    var gamma = require_lib89();
    var PINF = require_lib31();
    var FLOAT64_MAX_NTH_FACTORIAL = require_lib90();
    var FACTORIALS = require_factorials();
    function factorial(x) {
      if (isnan(x)) {
        return NaN;
      }
      if (isInteger(x)) {
        if (x < 0) {
          return NaN;
        }
        if (x <= FLOAT64_MAX_NTH_FACTORIAL) {
          return FACTORIALS[x];
        }
        return PINF;
      }
      return gamma(x + 1);
    }
    module.exports = factorial;
  }
});

// @stdlib/math-base-special-factorial/lib/index.js
var require_lib91 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-factorial@0.3.2/node_modules/@stdlib/math-base-special-factorial/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main63();
    module.exports = main;
  }
});

// @stdlib/math-base-special-gamma-lanczos-sum/lib/rational_pq.js
var require_rational_pq3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-lanczos-sum@0.3.2/node_modules/@stdlib/math-base-special-gamma-lanczos-sum/lib/rational_pq.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return Infinity;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = 3847467039331777e-5 + x * (3685766504351951e-5 + x * (1588920245372942e-5 + x * (4059208354298835e-6 + x * (6805476611834733e-7 + x * (7823975500312005e-8 + x * (6246580776401795e-9 + x * (341986.3488721347 + x * (12287.194511824551 + x * (261.61404416416684 + x * 2.5066282746310007)))))))));
        s2 = 0 + x * (362880 + x * (1026576 + x * (1172700 + x * (723680 + x * (269325 + x * (63273 + x * (9450 + x * (870 + x * (45 + x * 1)))))))));
      } else {
        x = 1 / x;
        s1 = 2.5066282746310007 + x * (261.61404416416684 + x * (12287.194511824551 + x * (341986.3488721347 + x * (6246580776401795e-9 + x * (7823975500312005e-8 + x * (6805476611834733e-7 + x * (4059208354298835e-6 + x * (1588920245372942e-5 + x * (3685766504351951e-5 + x * 3847467039331777e-5)))))))));
        s2 = 1 + x * (45 + x * (870 + x * (9450 + x * (63273 + x * (269325 + x * (723680 + x * (1172700 + x * (1026576 + x * (362880 + x * 0)))))))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-gamma-lanczos-sum/lib/main.js
var require_main64 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-lanczos-sum@0.3.2/node_modules/@stdlib/math-base-special-gamma-lanczos-sum/lib/main.js"(exports, module) {
    "use strict";
    var gammaLanczosSum = require_rational_pq3();
    module.exports = gammaLanczosSum;
  }
});

// @stdlib/math-base-special-gamma-lanczos-sum/lib/index.js
var require_lib92 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-lanczos-sum@0.3.2/node_modules/@stdlib/math-base-special-gamma-lanczos-sum/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main64();
    module.exports = main;
  }
});

// @stdlib/constants-float64-gamma-lanczos-g/lib/index.js
var require_lib93 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-gamma-lanczos-g@0.2.3/node_modules/@stdlib/constants-float64-gamma-lanczos-g/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_GAMMA_LANCZOS_G = 10.900511;
    module.exports = FLOAT64_GAMMA_LANCZOS_G;
  }
});

// @stdlib/math-base-special-gamma-delta-ratio/lib/gamma_delta_ratio_lanczos.js
var require_gamma_delta_ratio_lanczos = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-delta-ratio@0.3.1/node_modules/@stdlib/math-base-special-gamma-delta-ratio/lib/gamma_delta_ratio_lanczos.js"(exports, module) {
    "use strict";
    var lanczosSum = require_lib92();
    var gamma = require_lib89();
    var log1p = require_lib38();
    var abs = require_lib42();
    var exp = require_lib58();
    var pow = require_lib67();
    var EPSILON = require_lib69();
    var E = require_lib68();
    var G = require_lib93();
    var FLOAT64_MAX_NTH_FACTORIAL = require_lib90();
    var FACTORIAL_169 = 4269068009004705e289;
    function gammaDeltaRatioLanczos(z, delta) {
      var result;
      var ratio2;
      var zgh;
      if (z < EPSILON) {
        if (delta >= FLOAT64_MAX_NTH_FACTORIAL) {
          ratio2 = gammaDeltaRatioLanczos(delta, FLOAT64_MAX_NTH_FACTORIAL - delta);
          ratio2 *= z;
          ratio2 *= FACTORIAL_169;
          return 1 / ratio2;
        }
        return 1 / (z * gamma(z + delta));
      }
      zgh = z + G - 0.5;
      if (z + delta === z) {
        if (abs(delta / zgh) < EPSILON) {
          result = exp(-delta);
        } else {
          result = 1;
        }
      } else {
        if (abs(delta) < 10) {
          result = exp((0.5 - z) * log1p(delta / zgh));
        } else {
          result = pow(zgh / (zgh + delta), z - 0.5);
        }
        result *= lanczosSum(z) / lanczosSum(z + delta);
      }
      result *= pow(E / (zgh + delta), delta);
      return result;
    }
    module.exports = gammaDeltaRatioLanczos;
  }
});

// @stdlib/math-base-special-gamma-delta-ratio/lib/main.js
var require_main65 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-delta-ratio@0.3.1/node_modules/@stdlib/math-base-special-gamma-delta-ratio/lib/main.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var floor = require_lib37();
    var gamma = require_lib89();
    var factorial = require_lib91();
    var FLOAT64_MAX_NTH_FACTORIAL = require_lib90();
    var gammaDeltaRatioLanczos = require_gamma_delta_ratio_lanczos();
    function gammaDeltaRatio(z, delta) {
      var result;
      var idelta;
      var iz;
      if (z <= 0 || z + delta <= 0) {
        return gamma(z) / gamma(z + delta);
      }
      idelta = floor(delta);
      if (idelta === delta) {
        iz = floor(z);
        if (iz === z) {
          if (z <= FLOAT64_MAX_NTH_FACTORIAL && z + delta <= FLOAT64_MAX_NTH_FACTORIAL) {
            return factorial(iz - 1) / factorial(idelta + iz - 1);
          }
        }
        if (abs(delta) < 20) {
          if (delta === 0) {
            return 1;
          }
          if (delta < 0) {
            z -= 1;
            result = z;
            delta += 1;
            while (delta !== 0) {
              z -= 1;
              result *= z;
              delta += 1;
            }
            return result;
          }
          result = 1 / z;
          delta -= 1;
          while (delta !== 0) {
            z += 1;
            result /= z;
            delta -= 1;
          }
          return result;
        }
      }
      return gammaDeltaRatioLanczos(z, delta);
    }
    module.exports = gammaDeltaRatio;
  }
});

// @stdlib/math-base-special-gamma-delta-ratio/lib/index.js
var require_lib94 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-delta-ratio@0.3.1/node_modules/@stdlib/math-base-special-gamma-delta-ratio/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main65();
    module.exports = main;
  }
});

// @stdlib/math-base-special-ln/lib/polyval_p.js
var require_polyval_p3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ln@0.2.5/node_modules/@stdlib/math-base-special-ln/lib/polyval_p.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.3999999999940942;
      }
      return 0.3999999999940942 + x * (0.22222198432149784 + x * 0.15313837699209373);
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-ln/lib/polyval_q.js
var require_polyval_q2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ln@0.2.5/node_modules/@stdlib/math-base-special-ln/lib/polyval_q.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.6666666666666735;
      }
      return 0.6666666666666735 + x * (0.2857142874366239 + x * (0.1818357216161805 + x * 0.14798198605116586));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-ln/lib/main.js
var require_main66 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ln@0.2.5/node_modules/@stdlib/math-base-special-ln/lib/main.js"(exports, module) {
    "use strict";
    var getHighWord = require_lib28();
    var setHighWord = require_lib29();
    var isnan = require_lib6();
    var BIAS = require_lib34();
    var NINF = require_lib33();
    var polyvalP = require_polyval_p3();
    var polyvalQ = require_polyval_q2();
    var LN2_HI = 0.6931471803691238;
    var LN2_LO = 19082149292705877e-26;
    var TWO54 = 18014398509481984;
    var ONE_THIRD = 0.3333333333333333;
    var HIGH_SIGNIFICAND_MASK = 1048575 | 0;
    var HIGH_MAX_NORMAL_EXP = 2146435072 | 0;
    var HIGH_MIN_NORMAL_EXP = 1048576 | 0;
    var HIGH_BIASED_EXP_0 = 1072693248 | 0;
    function ln(x) {
      var hfsq;
      var hx;
      var t2;
      var t1;
      var k;
      var R;
      var f;
      var i;
      var j;
      var s;
      var w;
      var z;
      if (x === 0) {
        return NINF;
      }
      if (isnan(x) || x < 0) {
        return NaN;
      }
      hx = getHighWord(x);
      k = 0 | 0;
      if (hx < HIGH_MIN_NORMAL_EXP) {
        k -= 54 | 0;
        x *= TWO54;
        hx = getHighWord(x);
      }
      if (hx >= HIGH_MAX_NORMAL_EXP) {
        return x + x;
      }
      k += (hx >> 20) - BIAS | 0;
      hx &= HIGH_SIGNIFICAND_MASK;
      i = hx + 614244 & 1048576 | 0;
      x = setHighWord(x, hx | i ^ HIGH_BIASED_EXP_0);
      k += i >> 20 | 0;
      f = x - 1;
      if ((HIGH_SIGNIFICAND_MASK & 2 + hx) < 3) {
        if (f === 0) {
          if (k === 0) {
            return 0;
          }
          return k * LN2_HI + k * LN2_LO;
        }
        R = f * f * (0.5 - ONE_THIRD * f);
        if (k === 0) {
          return f - R;
        }
        return k * LN2_HI - (R - k * LN2_LO - f);
      }
      s = f / (2 + f);
      z = s * s;
      i = hx - 398458 | 0;
      w = z * z;
      j = 440401 - hx | 0;
      t1 = w * polyvalP(w);
      t2 = z * polyvalQ(w);
      i |= j;
      R = t2 + t1;
      if (i > 0) {
        hfsq = 0.5 * f * f;
        if (k === 0) {
          return f - (hfsq - s * (hfsq + R));
        }
        return k * LN2_HI - (hfsq - (s * (hfsq + R) + k * LN2_LO) - f);
      }
      if (k === 0) {
        return f - s * (f - R);
      }
      return k * LN2_HI - (s * (f - R) - k * LN2_LO - f);
    }
    module.exports = ln;
  }
});

// @stdlib/math-base-special-ln/lib/index.js
var require_lib95 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-ln@0.2.5/node_modules/@stdlib/math-base-special-ln/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main66();
    module.exports = main;
  }
});

// @stdlib/math-base-special-cos/lib/main.js
var require_main67 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-cos@0.3.1/node_modules/@stdlib/math-base-special-cos/lib/main.js"(exports, module) {
    "use strict";
    var getHighWord = require_lib28();
    var kernelCos = require_lib79();
    var kernelSin = require_lib80();
    var rempio2 = require_lib85();
    var ABS_MASK = require_lib50();
    var EXPONENT_MASK = require_lib55();
    var buffer = [0, 0];
    var HIGH_WORD_PIO4 = 1072243195 | 0;
    var HIGH_WORD_TWO_NEG_27 = 1044381696 | 0;
    function cos(x) {
      var ix;
      var n;
      ix = getHighWord(x);
      ix &= ABS_MASK;
      if (ix <= HIGH_WORD_PIO4) {
        if (ix < HIGH_WORD_TWO_NEG_27) {
          return 1;
        }
        return kernelCos(x, 0);
      }
      if (ix >= EXPONENT_MASK) {
        return NaN;
      }
      n = rempio2(x, buffer);
      switch (n & 3) {
        case 0:
          return kernelCos(buffer[0], buffer[1]);
        case 1:
          return -kernelSin(buffer[0], buffer[1]);
        case 2:
          return -kernelCos(buffer[0], buffer[1]);
        default:
          return kernelSin(buffer[0], buffer[1]);
      }
    }
    module.exports = cos;
  }
});

// @stdlib/math-base-special-cos/lib/index.js
var require_lib96 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-cos@0.3.1/node_modules/@stdlib/math-base-special-cos/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main67();
    module.exports = main;
  }
});

// @stdlib/math-base-special-sinpi/lib/main.js
var require_main68 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-sinpi@0.3.1/node_modules/@stdlib/math-base-special-sinpi/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var isInfinite = require_lib48();
    var cos = require_lib96();
    var sin = require_lib86();
    var abs = require_lib42();
    var copysign = require_lib52();
    var PI = require_lib78();
    function sinpi(x) {
      var ar;
      var r;
      if (isnan(x)) {
        return NaN;
      }
      if (isInfinite(x)) {
        return NaN;
      }
      r = x % 2;
      ar = abs(r);
      if (ar === 0 || ar === 1) {
        return copysign(0, r);
      }
      if (ar < 0.25) {
        return sin(PI * r);
      }
      if (ar < 0.75) {
        ar = 0.5 - ar;
        return copysign(cos(PI * ar), r);
      }
      if (ar < 1.25) {
        r = copysign(1, r) - r;
        return sin(PI * r);
      }
      if (ar < 1.75) {
        ar -= 1.5;
        return -copysign(cos(PI * ar), r);
      }
      r -= copysign(2, r);
      return sin(PI * r);
    }
    module.exports = sinpi;
  }
});

// @stdlib/math-base-special-sinpi/lib/index.js
var require_lib97 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-sinpi@0.3.1/node_modules/@stdlib/math-base-special-sinpi/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main68();
    module.exports = main;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_a1.js
var require_polyval_a1 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_a1.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.06735230105312927;
      }
      return 0.06735230105312927 + x * (0.007385550860814029 + x * (0.0011927076318336207 + x * (22086279071390839e-20 + x * 25214456545125733e-21)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_a2.js
var require_polyval_a2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_a2.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.020580808432516733;
      }
      return 0.020580808432516733 + x * (0.0028905138367341563 + x * (5100697921535113e-19 + x * (10801156724758394e-20 + x * 44864094961891516e-21)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_r.js
var require_polyval_r = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_r.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 1.3920053346762105;
      }
      return 1.3920053346762105 + x * (0.7219355475671381 + x * (0.17193386563280308 + x * (0.01864591917156529 + x * (7779424963818936e-19 + x * 7326684307446256e-21))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_s.js
var require_polyval_s2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_s.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.21498241596060885;
      }
      return 0.21498241596060885 + x * (0.325778796408931 + x * (0.14635047265246445 + x * (0.02664227030336386 + x * (0.0018402845140733772 + x * 3194753265841009e-20))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_t1.js
var require_polyval_t1 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_t1.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.032788541075985965;
      }
      return -0.032788541075985965 + x * (0.006100538702462913 + x * (-0.0014034646998923284 + x * 31563207090362595e-20));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_t2.js
var require_polyval_t2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_t2.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.01797067508118204;
      }
      return 0.01797067508118204 + x * (-0.0036845201678113826 + x * (881081882437654e-18 + x * -31275416837512086e-20));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_t3.js
var require_polyval_t3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_t3.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.010314224129834144;
      }
      return -0.010314224129834144 + x * (0.0022596478090061247 + x * (-5385953053567405e-19 + x * 3355291926355191e-19));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_u.js
var require_polyval_u = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_u.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.6328270640250934;
      }
      return 0.6328270640250934 + x * (1.4549225013723477 + x * (0.9777175279633727 + x * (0.22896372806469245 + x * 0.013381091853678766)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_v.js
var require_polyval_v = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_v.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 2.4559779371304113;
      }
      return 2.4559779371304113 + x * (2.128489763798934 + x * (0.7692851504566728 + x * (0.10422264559336913 + x * 0.003217092422824239)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/polyval_w.js
var require_polyval_w2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/polyval_w.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.08333333333333297;
      }
      return 0.08333333333333297 + x * (-0.0027777777772877554 + x * (7936505586430196e-19 + x * (-59518755745034e-17 + x * (8363399189962821e-19 + x * -0.0016309293409657527))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammaln/lib/main.js
var require_main69 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var isInfinite = require_lib48();
    var abs = require_lib42();
    var ln = require_lib95();
    var trunc = require_lib44();
    var sinpi = require_lib97();
    var PI = require_lib78();
    var PINF = require_lib31();
    var polyvalA1 = require_polyval_a1();
    var polyvalA2 = require_polyval_a2();
    var polyvalR = require_polyval_r();
    var polyvalS = require_polyval_s2();
    var polyvalT1 = require_polyval_t1();
    var polyvalT2 = require_polyval_t2();
    var polyvalT3 = require_polyval_t3();
    var polyvalU = require_polyval_u();
    var polyvalV = require_polyval_v();
    var polyvalW = require_polyval_w2();
    var A1C = 0.07721566490153287;
    var A2C = 0.3224670334241136;
    var RC = 1;
    var SC = -0.07721566490153287;
    var T1C = 0.48383612272381005;
    var T2C = -0.1475877229945939;
    var T3C = 0.06462494023913339;
    var UC = -0.07721566490153287;
    var VC = 1;
    var WC = 0.4189385332046727;
    var YMIN = 1.4616321449683622;
    var TWO52 = 4503599627370496;
    var TWO56 = 72057594037927940;
    var TINY = 13877787807814457e-33;
    var TC = 1.4616321449683622;
    var TF = -0.12148629053584961;
    var TT = -3638676997039505e-33;
    function gammaln(x) {
      var isNegative;
      var nadj;
      var flg;
      var p3;
      var p2;
      var p1;
      var p;
      var q;
      var t;
      var w;
      var y;
      var z;
      var r;
      if (isnan(x) || isInfinite(x)) {
        return x;
      }
      if (x === 0) {
        return PINF;
      }
      if (x < 0) {
        isNegative = true;
        x = -x;
      } else {
        isNegative = false;
      }
      if (x < TINY) {
        return -ln(x);
      }
      if (isNegative) {
        if (x >= TWO52) {
          return PINF;
        }
        t = sinpi(x);
        if (t === 0) {
          return PINF;
        }
        nadj = ln(PI / abs(t * x));
      }
      if (x === 1 || x === 2) {
        return 0;
      }
      if (x < 2) {
        if (x <= 0.9) {
          r = -ln(x);
          if (x >= YMIN - 1 + 0.27) {
            y = 1 - x;
            flg = 0;
          } else if (x >= YMIN - 1 - 0.27) {
            y = x - (TC - 1);
            flg = 1;
          } else {
            y = x;
            flg = 2;
          }
        } else {
          r = 0;
          if (x >= YMIN + 0.27) {
            y = 2 - x;
            flg = 0;
          } else if (x >= YMIN - 0.27) {
            y = x - TC;
            flg = 1;
          } else {
            y = x - 1;
            flg = 2;
          }
        }
        switch (flg) {
          // eslint-disable-line default-case
          case 0:
            z = y * y;
            p1 = A1C + z * polyvalA1(z);
            p2 = z * (A2C + z * polyvalA2(z));
            p = y * p1 + p2;
            r += p - 0.5 * y;
            break;
          case 1:
            z = y * y;
            w = z * y;
            p1 = T1C + w * polyvalT1(w);
            p2 = T2C + w * polyvalT2(w);
            p3 = T3C + w * polyvalT3(w);
            p = z * p1 - (TT - w * (p2 + y * p3));
            r += TF + p;
            break;
          case 2:
            p1 = y * (UC + y * polyvalU(y));
            p2 = VC + y * polyvalV(y);
            r += -0.5 * y + p1 / p2;
            break;
        }
      } else if (x < 8) {
        flg = trunc(x);
        y = x - flg;
        p = y * (SC + y * polyvalS(y));
        q = RC + y * polyvalR(y);
        r = 0.5 * y + p / q;
        z = 1;
        switch (flg) {
          // eslint-disable-line default-case
          case 7:
            z *= y + 6;
          /* Falls through */
          case 6:
            z *= y + 5;
          /* Falls through */
          case 5:
            z *= y + 4;
          /* Falls through */
          case 4:
            z *= y + 3;
          /* Falls through */
          case 3:
            z *= y + 2;
            r += ln(z);
        }
      } else if (x < TWO56) {
        t = ln(x);
        z = 1 / x;
        y = z * z;
        w = WC + z * polyvalW(y);
        r = (x - 0.5) * (t - 1) + w;
      } else {
        r = x * (ln(x) - 1);
      }
      if (isNegative) {
        r = nadj - r;
      }
      return r;
    }
    module.exports = gammaln;
  }
});

// @stdlib/math-base-special-gammaln/lib/index.js
var require_lib98 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammaln@0.3.1/node_modules/@stdlib/math-base-special-gammaln/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main69();
    module.exports = main;
  }
});

// @stdlib/constants-float64-max-ln/lib/index.js
var require_lib99 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-max-ln@0.2.3/node_modules/@stdlib/constants-float64-max-ln/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MAX_LN = 709.782712893384;
    module.exports = FLOAT64_MAX_LN;
  }
});

// @stdlib/constants-float64-sqrt-eps/lib/index.js
var require_lib100 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-sqrt-eps@0.2.3/node_modules/@stdlib/constants-float64-sqrt-eps/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_SQRT_EPSILON = 14901161193847656e-24;
    module.exports = FLOAT64_SQRT_EPSILON;
  }
});

// @stdlib/utils-eval/lib/index.js
var require_lib101 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-eval@0.2.3/node_modules/@stdlib/utils-eval/lib/index.js"(exports, module) {
    "use strict";
    var evil = eval;
    module.exports = evil;
  }
});

// @stdlib/assert-has-generator-support/lib/main.js
var require_main70 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-generator-support@0.2.3/node_modules/@stdlib/assert-has-generator-support/lib/main.js"(exports, module) {
    "use strict";
    var evil = require_lib101();
    function hasGeneratorSupport() {
      var bool;
      try {
        evil('"use strict"; (function* () {})');
        bool = true;
      } catch (err) {
        bool = false;
      }
      return bool;
    }
    module.exports = hasGeneratorSupport;
  }
});

// @stdlib/assert-has-generator-support/lib/index.js
var require_lib102 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+assert-has-generator-support@0.2.3/node_modules/@stdlib/assert-has-generator-support/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main70();
    module.exports = main;
  }
});

// @stdlib/math-base-tools-sum-series/lib/generators.js
var require_generators = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-sum-series@0.2.3/node_modules/@stdlib/math-base-tools-sum-series/lib/generators.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var EPS = require_lib69();
    var MAX_TERMS = 1e6;
    function sumSeries(generator, options) {
      var isgenerator;
      var tolerance;
      var nextTerm;
      var counter;
      var result;
      var opts;
      opts = {};
      if (arguments.length > 1) {
        opts = options;
      }
      tolerance = opts.tolerance || EPS;
      counter = opts.maxTerms || MAX_TERMS;
      result = opts.initialValue || 0;
      isgenerator = typeof generator.next === "function";
      if (isgenerator === true) {
        for (nextTerm of generator) {
          result += nextTerm;
          if (abs(tolerance * result) >= abs(nextTerm) || --counter === 0) {
            break;
          }
        }
      } else {
        do {
          nextTerm = generator();
          result += nextTerm;
        } while (abs(tolerance * result) < abs(nextTerm) && --counter);
      }
      return result;
    }
    module.exports = sumSeries;
  }
});

// @stdlib/math-base-tools-sum-series/lib/basic.js
var require_basic = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-sum-series@0.2.3/node_modules/@stdlib/math-base-tools-sum-series/lib/basic.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var EPS = require_lib69();
    var MAX_TERMS = 1e6;
    function sumSeries(generator, options) {
      var tolerance;
      var nextTerm;
      var counter;
      var result;
      var opts;
      opts = {};
      if (arguments.length > 1) {
        opts = options;
      }
      tolerance = opts.tolerance || EPS;
      counter = opts.maxTerms || MAX_TERMS;
      result = opts.initialValue || 0;
      do {
        nextTerm = generator();
        result += nextTerm;
      } while (abs(tolerance * result) < abs(nextTerm) && --counter);
      return result;
    }
    module.exports = sumSeries;
  }
});

// @stdlib/math-base-tools-sum-series/lib/index.js
var require_lib103 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-sum-series@0.2.3/node_modules/@stdlib/math-base-tools-sum-series/lib/index.js"(exports, module) {
    "use strict";
    var hasGeneratorSupport = require_lib102();
    var generator = require_generators();
    var basic = require_basic();
    var sumSeries;
    if (hasGeneratorSupport()) {
      sumSeries = generator;
    } else {
      sumSeries = basic;
    }
    module.exports = sumSeries;
  }
});

// @stdlib/math-base-special-gammainc/lib/tgamma_i_large_x_series.js
var require_tgamma_i_large_x_series = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/tgamma_i_large_x_series.js"(exports, module) {
    "use strict";
    function tgammaILargeXSeries(a1, x1) {
      var result = 1;
      var a = a1;
      var x = x1;
      return next;
      function next() {
        var r = result;
        result *= a / x;
        a -= 1;
        return r;
      }
    }
    module.exports = tgammaILargeXSeries;
  }
});

// @stdlib/math-base-special-gammainc/lib/tgamma_i_large_x.js
var require_tgamma_i_large_x = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/tgamma_i_large_x.js"(exports, module) {
    "use strict";
    var sumSeries = require_lib103();
    var tgammaILargeXSeries = require_tgamma_i_large_x_series();
    function tgammaILargeX(a, x) {
      var result;
      var s;
      s = tgammaILargeXSeries(a, x);
      result = sumSeries(s);
      return result;
    }
    module.exports = tgammaILargeX;
  }
});

// @stdlib/math-base-special-gammainc/lib/finite_gamma_q.js
var require_finite_gamma_q = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/finite_gamma_q.js"(exports, module) {
    "use strict";
    var exp = require_lib58();
    function finiteGammaQ(a, x) {
      var term;
      var sum;
      var e;
      var n;
      e = exp(-x);
      sum = e;
      if (sum !== 0) {
        term = sum;
        for (n = 1; n < a; ++n) {
          term /= n;
          term *= x;
          sum += term;
        }
      }
      return sum;
    }
    module.exports = finiteGammaQ;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_pp.js
var require_polyval_pp = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_pp.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.3250421072470015;
      }
      return -0.3250421072470015 + x * (-0.02848174957559851 + x * (-0.005770270296489442 + x * -23763016656650163e-21));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_qq.js
var require_polyval_qq = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_qq.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.39791722395915535;
      }
      return 0.39791722395915535 + x * (0.0650222499887673 + x * (0.005081306281875766 + x * (13249473800432164e-20 + x * -3960228278775368e-21)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_pa.js
var require_polyval_pa = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_pa.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.41485611868374833;
      }
      return 0.41485611868374833 + x * (-0.3722078760357013 + x * (0.31834661990116175 + x * (-0.11089469428239668 + x * (0.035478304325618236 + x * -0.002166375594868791))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_qa.js
var require_polyval_qa = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_qa.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.10642088040084423;
      }
      return 0.10642088040084423 + x * (0.540397917702171 + x * (0.07182865441419627 + x * (0.12617121980876164 + x * (0.01363708391202905 + x * 0.011984499846799107))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_ra.js
var require_polyval_ra = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_ra.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.6938585727071818;
      }
      return -0.6938585727071818 + x * (-10.558626225323291 + x * (-62.375332450326006 + x * (-162.39666946257347 + x * (-184.60509290671104 + x * (-81.2874355063066 + x * -9.814329344169145)))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_sa.js
var require_polyval_sa = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_sa.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 19.651271667439257;
      }
      return 19.651271667439257 + x * (137.65775414351904 + x * (434.56587747522923 + x * (645.3872717332679 + x * (429.00814002756783 + x * (108.63500554177944 + x * (6.570249770319282 + x * -0.0604244152148581))))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_rb.js
var require_polyval_rb = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_rb.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.799283237680523;
      }
      return -0.799283237680523 + x * (-17.757954917754752 + x * (-160.63638485582192 + x * (-637.5664433683896 + x * (-1025.0951316110772 + x * -483.5191916086514))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/polyval_sb.js
var require_polyval_sb = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/polyval_sb.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 30.33806074348246;
      }
      return 30.33806074348246 + x * (325.7925129965739 + x * (1536.729586084437 + x * (3199.8582195085955 + x * (2553.0504064331644 + x * (474.52854120695537 + x * -22.44095244658582)))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-erfc/lib/main.js
var require_main71 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var exp = require_lib58();
    var setLowWord = require_lib62();
    var PINF = require_lib31();
    var NINF = require_lib33();
    var polyvalPP = require_polyval_pp();
    var polyvalQQ = require_polyval_qq();
    var polyvalPA = require_polyval_pa();
    var polyvalQA = require_polyval_qa();
    var polyvalRA = require_polyval_ra();
    var polyvalSA = require_polyval_sa();
    var polyvalRB = require_polyval_rb();
    var polyvalSB = require_polyval_sb();
    var TINY = 1e-300;
    var SMALL = 13877787807814457e-33;
    var ERX = 0.8450629115104675;
    var PPC = 0.12837916709551256;
    var QQC = 1;
    var PAC = -0.0023621185607526594;
    var QAC = 1;
    var RAC = -0.009864944034847148;
    var SAC = 1;
    var RBC = -0.0098649429247001;
    var SBC = 1;
    function erfc(x) {
      var sign;
      var ax;
      var z;
      var r;
      var s;
      var y;
      var p;
      var q;
      if (isnan(x)) {
        return NaN;
      }
      if (x === PINF) {
        return 0;
      }
      if (x === NINF) {
        return 2;
      }
      if (x === 0) {
        return 1;
      }
      if (x < 0) {
        sign = true;
        ax = -x;
      } else {
        sign = false;
        ax = x;
      }
      if (ax < 0.84375) {
        if (ax < SMALL) {
          return 1 - x;
        }
        z = x * x;
        r = PPC + z * polyvalPP(z);
        s = QQC + z * polyvalQQ(z);
        y = r / s;
        if (x < 0.25) {
          return 1 - (x + x * y);
        }
        r = x * y;
        r += x - 0.5;
        return 0.5 - r;
      }
      if (ax < 1.25) {
        s = ax - 1;
        p = PAC + s * polyvalPA(s);
        q = QAC + s * polyvalQA(s);
        if (sign) {
          return 1 + ERX + p / q;
        }
        return 1 - ERX - p / q;
      }
      if (ax < 28) {
        s = 1 / (ax * ax);
        if (ax < 2.857142857142857) {
          r = RAC + s * polyvalRA(s);
          s = SAC + s * polyvalSA(s);
        } else {
          if (x < -6) {
            return 2 - TINY;
          }
          r = RBC + s * polyvalRB(s);
          s = SBC + s * polyvalSB(s);
        }
        z = setLowWord(ax, 0);
        r = exp(-(z * z) - 0.5625) * exp((z - ax) * (z + ax) + r / s);
        if (sign) {
          return 2 - r / ax;
        }
        return r / ax;
      }
      if (sign) {
        return 2 - TINY;
      }
      return TINY * TINY;
    }
    module.exports = erfc;
  }
});

// @stdlib/math-base-special-erfc/lib/index.js
var require_lib104 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-erfc@0.2.5/node_modules/@stdlib/math-base-special-erfc/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main71();
    module.exports = main;
  }
});

// @stdlib/math-base-special-gammainc/lib/finite_half_gamma_q.js
var require_finite_half_gamma_q = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/finite_half_gamma_q.js"(exports, module) {
    "use strict";
    var erfc = require_lib104();
    var sqrt = require_lib39();
    var exp = require_lib58();
    var PI = require_lib78();
    function finiteHalfGammaQ(a, x) {
      var half;
      var term;
      var sum;
      var e;
      var n;
      e = erfc(sqrt(x));
      if (e !== 0 && a > 1) {
        term = exp(-x) / sqrt(PI * x);
        term *= x;
        half = 0.5;
        term /= half;
        sum = term;
        for (n = 2; n < a; ++n) {
          term /= n - half;
          term *= x;
          sum += term;
        }
        e += sum;
      }
      return e;
    }
    module.exports = finiteHalfGammaQ;
  }
});

// @stdlib/constants-float64-min-ln/lib/index.js
var require_lib105 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-min-ln@0.2.3/node_modules/@stdlib/constants-float64-min-ln/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MIN_LN = -708.3964185322641;
    module.exports = FLOAT64_MIN_LN;
  }
});

// @stdlib/math-base-special-gammainc/lib/full_igamma_prefix.js
var require_full_igamma_prefix = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/full_igamma_prefix.js"(exports, module) {
    "use strict";
    var exp = require_lib58();
    var pow = require_lib67();
    var ln = require_lib95();
    var MAX_LN = require_lib99();
    var MIN_LN = require_lib105();
    function fullIGammaPrefix(a, z) {
      var prefix;
      var alz;
      alz = a * ln(z);
      if (z >= 1) {
        if (alz < MAX_LN && -z > MIN_LN) {
          prefix = pow(z, a) * exp(-z);
        } else if (a >= 1) {
          prefix = pow(z / exp(z / a), a);
        } else {
          prefix = exp(alz - z);
        }
      } else {
        if (alz > MIN_LN) {
          prefix = pow(z, a) * exp(-z);
        } else if (z / a < MAX_LN) {
          prefix = pow(z / exp(z / a), a);
        } else {
          prefix = exp(alz - z);
        }
      }
      return prefix;
    }
    module.exports = fullIGammaPrefix;
  }
});

// @stdlib/math-base-tools-evalpoly/lib/main.js
var require_main72 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-evalpoly@0.2.3/node_modules/@stdlib/math-base-tools-evalpoly/lib/main.js"(exports, module) {
    "use strict";
    function evalpoly(c, x) {
      var p;
      var i;
      i = c.length;
      if (i < 2 || x === 0) {
        if (i === 0) {
          return 0;
        }
        return c[0];
      }
      i -= 1;
      p = c[i] * x + c[i - 1];
      i -= 2;
      while (i >= 0) {
        p = p * x + c[i];
        i -= 1;
      }
      return p;
    }
    module.exports = evalpoly;
  }
});

// @stdlib/function-ctor/lib/main.js
var require_main73 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+function-ctor@0.2.3/node_modules/@stdlib/function-ctor/lib/main.js"(exports, module) {
    "use strict";
    var Fcn = Function;
    module.exports = Fcn;
  }
});

// @stdlib/function-ctor/lib/index.js
var require_lib106 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+function-ctor@0.2.3/node_modules/@stdlib/function-ctor/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main73();
    module.exports = main;
  }
});

// @stdlib/math-base-tools-evalpoly/lib/factory.js
var require_factory = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-evalpoly@0.2.3/node_modules/@stdlib/math-base-tools-evalpoly/lib/factory.js"(exports, module) {
    "use strict";
    var Fcn = require_lib106();
    var evalpoly = require_main72();
    function factory(c) {
      var f;
      var n;
      var m;
      var i;
      if (c.length > 500) {
        return polyval;
      }
      f = "return function evalpoly(x){";
      n = c.length;
      if (n === 0) {
        f += "return 0.0;";
      } else if (n === 1) {
        f += "return " + c[0] + ";";
      } else {
        f += "if(x===0.0){return " + c[0] + ";}";
        f += "return " + c[0];
        m = n - 1;
        for (i = 1; i < n; i++) {
          f += "+x*";
          if (i < m) {
            f += "(";
          }
          f += c[i];
        }
        for (i = 0; i < m - 1; i++) {
          f += ")";
        }
        f += ";";
      }
      f += "}";
      f += "//# sourceURL=evalpoly.factory.js";
      return new Fcn(f)();
      function polyval(x) {
        return evalpoly(c, x);
      }
    }
    module.exports = factory;
  }
});

// @stdlib/math-base-tools-evalpoly/lib/index.js
var require_lib107 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-evalpoly@0.2.3/node_modules/@stdlib/math-base-tools-evalpoly/lib/index.js"(exports, module) {
    "use strict";
    var setReadOnly = require_lib5();
    var main = require_main72();
    var factory = require_factory();
    setReadOnly(main, "factory", factory);
    module.exports = main;
  }
});

// @stdlib/math-base-special-log1pmx/lib/log1p_series.js
var require_log1p_series = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-log1pmx@0.2.4/node_modules/@stdlib/math-base-special-log1pmx/lib/log1p_series.js"(exports, module) {
    "use strict";
    function log1pSeries(x) {
      var mMult = -x;
      var mProd = -1;
      var k = 0;
      return next;
      function next() {
        mProd *= mMult;
        k += 1;
        return mProd / k;
      }
    }
    module.exports = log1pSeries;
  }
});

// @stdlib/math-base-special-log1pmx/lib/main.js
var require_main74 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-log1pmx@0.2.4/node_modules/@stdlib/math-base-special-log1pmx/lib/main.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var ln = require_lib95();
    var FLOAT_EPS = require_lib69();
    var sumSeries = require_lib103();
    var log1pSeries = require_log1p_series();
    function log1pmx(x) {
      var opts;
      var ax;
      if (x <= -1) {
        return NaN;
      }
      ax = abs(x);
      if (ax > 0.95) {
        return ln(1 + x) - x;
      }
      if (ax < FLOAT_EPS) {
        return -x * x / 2;
      }
      opts = {
        "initialValue": -x
      };
      return sumSeries(log1pSeries(x), opts);
    }
    module.exports = log1pmx;
  }
});

// @stdlib/math-base-special-log1pmx/lib/index.js
var require_lib108 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-log1pmx@0.2.4/node_modules/@stdlib/math-base-special-log1pmx/lib/index.js"(exports, module) {
    "use strict";
    var log1pmx = require_main74();
    module.exports = log1pmx;
  }
});

// @stdlib/constants-float64-two-pi/lib/index.js
var require_lib109 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-two-pi@0.2.3/node_modules/@stdlib/constants-float64-two-pi/lib/index.js"(exports, module) {
    "use strict";
    var TWO_PI = 6.283185307179586;
    module.exports = TWO_PI;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c0.js
var require_polyval_c0 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c0.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.3333333333333333;
      }
      return -0.3333333333333333 + x * (0.08333333333333333 + x * (-0.014814814814814815 + x * (0.0011574074074074073 + x * (3527336860670194e-19 + x * (-1787551440329218e-19 + x * (3919263178522438e-20 + x * (-21854485106799924e-22 + x * (-185406221071516e-20 + x * (8296711340953087e-22 + x * (-17665952736826078e-23 + x * (6707853543401498e-24 + x * (10261809784240309e-24 + x * (-4382036018453353e-24 + x * 914769958223679e-24)))))))))))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c1.js
var require_polyval_c1 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c1.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -0.001851851851851852;
      }
      return -0.001851851851851852 + x * (-0.003472222222222222 + x * (0.0026455026455026454 + x * (-9902263374485596e-19 + x * (20576131687242798e-20 + x * (-4018775720164609e-22 + x * (-18098550334489977e-21 + x * (764916091608111e-20 + x * (-16120900894563446e-22 + x * (4647127802807434e-24 + x * (1378633446915721e-22 + x * (-5752545603517705e-23 + x * 11951628599778148e-24)))))))))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c2.js
var require_polyval_c2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c2.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 0.004133597883597883;
      }
      return 0.004133597883597883 + x * (-0.0026813271604938273 + x * (7716049382716049e-19 + x * (20093878600823047e-22 + x * (-10736653226365161e-20 + x * (52923448829120125e-21 + x * (-12760635188618728e-21 + x * (3423578734096138e-23 + x * (13721957309062932e-22 + x * (-6298992138380055e-22 + x * 14280614206064242e-23)))))))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c3.js
var require_polyval_c3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c3.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 6494341563786008e-19;
      }
      return 6494341563786008e-19 + x * (22947209362139917e-20 + x * (-4691894943952557e-19 + x * (26772063206283885e-20 + x * (-7561801671883977e-20 + x * (-2396505113867297e-22 + x * (11082654115347302e-21 + x * (-56749528269915965e-22 + x * 14230900732435883e-22)))))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c4.js
var require_polyval_c4 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c4.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -8618882909167117e-19;
      }
      return -8618882909167117e-19 + x * (7840392217200666e-19 + x * (-2990724803031902e-19 + x * (-14638452578843418e-22 + x * (6641498215465122e-20 + x * (-3968365047179435e-20 + x * 11375726970678419e-21)))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c5.js
var require_polyval_c5 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c5.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -33679855336635813e-20;
      }
      return -33679855336635813e-20 + x * (-6972813758365858e-20 + x * (2772753244959392e-19 + x * (-19932570516188847e-20 + x * (6797780477937208e-20 + x * (1419062920643967e-22 + x * (-13594048189768693e-21 + x * (8018470256334202e-21 + x * -2291481176508095e-21)))))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c6.js
var require_polyval_c6 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c6.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 5313079364639922e-19;
      }
      return 5313079364639922e-19 + x * (-5921664373536939e-19 + x * (2708782096718045e-19 + x * (7902353232660328e-22 + x * (-8153969367561969e-20 + x * (561168275310625e-19 + x * -18329116582843375e-21)))));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c7.js
var require_polyval_c7 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c7.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return 34436760689237765e-20;
      }
      return 34436760689237765e-20 + x * (5171790908260592e-20 + x * (-33493161081142234e-20 + x * (2812695154763237e-19 + x * -10976582244684731e-20)));
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/polyval_c8.js
var require_polyval_c8 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/polyval_c8.js"(exports, module) {
    "use strict";
    function evalpoly(x) {
      if (x === 0) {
        return -6526239185953094e-19;
      }
      return -6526239185953094e-19 + x * (8394987206720873e-19 + x * -438297098541721e-18);
    }
    module.exports = evalpoly;
  }
});

// @stdlib/math-base-special-gammainc/lib/igamma_temme_large.js
var require_igamma_temme_large = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/igamma_temme_large.js"(exports, module) {
    "use strict";
    var evalpoly = require_lib107();
    var log1pmx = require_lib108();
    var erfc = require_lib104();
    var sqrt = require_lib39();
    var exp = require_lib58();
    var TWO_PI = require_lib109();
    var polyvalC0 = require_polyval_c0();
    var polyvalC1 = require_polyval_c1();
    var polyvalC2 = require_polyval_c2();
    var polyvalC3 = require_polyval_c3();
    var polyvalC4 = require_polyval_c4();
    var polyvalC5 = require_polyval_c5();
    var polyvalC6 = require_polyval_c6();
    var polyvalC7 = require_polyval_c7();
    var polyvalC8 = require_polyval_c8();
    var workspace = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    function igammaTemmeLarge(a, x) {
      var result;
      var sigma;
      var phi;
      var y;
      var z;
      sigma = (x - a) / a;
      phi = -log1pmx(sigma);
      y = a * phi;
      z = sqrt(2 * phi);
      if (x < a) {
        z = -z;
      }
      workspace[0] = polyvalC0(z);
      workspace[1] = polyvalC1(z);
      workspace[2] = polyvalC2(z);
      workspace[3] = polyvalC3(z);
      workspace[4] = polyvalC4(z);
      workspace[5] = polyvalC5(z);
      workspace[6] = polyvalC6(z);
      workspace[7] = polyvalC7(z);
      workspace[8] = polyvalC8(z);
      workspace[9] = -5967612901927463e-19;
      result = evalpoly(workspace, 1 / a);
      result *= exp(-y) / sqrt(TWO_PI * a);
      if (x < a) {
        result = -result;
      }
      result += erfc(sqrt(y)) / 2;
      return result;
    }
    module.exports = igammaTemmeLarge;
  }
});

// @stdlib/math-base-special-gammainc/lib/lower_incomplete_gamma_series.js
var require_lower_incomplete_gamma_series = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/lower_incomplete_gamma_series.js"(exports, module) {
    "use strict";
    function lowerIncompleteGammaSeries(a1, z1) {
      var result = 1;
      var a = a1;
      var z = z1;
      return next;
      function next() {
        var r = result;
        a += 1;
        result *= z / a;
        return r;
      }
    }
    module.exports = lowerIncompleteGammaSeries;
  }
});

// @stdlib/math-base-special-gammainc/lib/lower_gamma_series.js
var require_lower_gamma_series = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/lower_gamma_series.js"(exports, module) {
    "use strict";
    var sumSeries = require_lib103();
    var lowerIncompleteGammaSeries = require_lower_incomplete_gamma_series();
    function lowerGammaSeries(a, z, initialValue) {
      var result;
      var s;
      initialValue = initialValue || 0;
      s = lowerIncompleteGammaSeries(a, z);
      result = sumSeries(s, {
        "initialValue": initialValue
      });
      return result;
    }
    module.exports = lowerGammaSeries;
  }
});

// @stdlib/math-base-special-gamma-lanczos-sum-expg-scaled/lib/rational_pq.js
var require_rational_pq4 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-lanczos-sum-expg-scaled@0.2.2/node_modules/@stdlib/math-base-special-gamma-lanczos-sum-expg-scaled/lib/rational_pq.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return Infinity;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = 709811.662581658 + x * (679979.8474157227 + x * (293136.7857211597 + x * (74887.54032914672 + x * (12555.290582413863 + x * (1443.4299244417066 + x * (115.24194596137347 + x * (6.309239205732627 + x * (0.22668404630224365 + x * (0.004826466289237662 + x * 4624429436045379e-20)))))))));
        s2 = 0 + x * (362880 + x * (1026576 + x * (1172700 + x * (723680 + x * (269325 + x * (63273 + x * (9450 + x * (870 + x * (45 + x * 1)))))))));
      } else {
        x = 1 / x;
        s1 = 4624429436045379e-20 + x * (0.004826466289237662 + x * (0.22668404630224365 + x * (6.309239205732627 + x * (115.24194596137347 + x * (1443.4299244417066 + x * (12555.290582413863 + x * (74887.54032914672 + x * (293136.7857211597 + x * (679979.8474157227 + x * 709811.662581658)))))))));
        s2 = 1 + x * (45 + x * (870 + x * (9450 + x * (63273 + x * (269325 + x * (723680 + x * (1172700 + x * (1026576 + x * (362880 + x * 0)))))))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-gamma-lanczos-sum-expg-scaled/lib/main.js
var require_main75 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-lanczos-sum-expg-scaled@0.2.2/node_modules/@stdlib/math-base-special-gamma-lanczos-sum-expg-scaled/lib/main.js"(exports, module) {
    "use strict";
    var gammaLanczosSumExpGScaled = require_rational_pq4();
    module.exports = gammaLanczosSumExpGScaled;
  }
});

// @stdlib/math-base-special-gamma-lanczos-sum-expg-scaled/lib/index.js
var require_lib110 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma-lanczos-sum-expg-scaled@0.2.2/node_modules/@stdlib/math-base-special-gamma-lanczos-sum-expg-scaled/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main75();
    module.exports = main;
  }
});

// @stdlib/math-base-special-gammainc/lib/regularised_gamma_prefix.js
var require_regularised_gamma_prefix = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/regularised_gamma_prefix.js"(exports, module) {
    "use strict";
    var lanczosSumExpGScaled = require_lib110();
    var gammaln = require_lib98();
    var gamma = require_lib89();
    var log1pmx = require_lib108();
    var sqrt = require_lib39();
    var abs = require_lib42();
    var exp = require_lib58();
    var pow = require_lib67();
    var max = require_lib72();
    var min = require_lib74();
    var ln = require_lib95();
    var FLOAT64_MAX = require_lib75();
    var MAX_LN = require_lib99();
    var MIN_LN = require_lib105();
    var G = require_lib93();
    var E = require_lib68();
    function regularisedGammaPrefix(a, z) {
      var prefix;
      var amza;
      var agh;
      var alz;
      var amz;
      var sq;
      var d;
      agh = a + G - 0.5;
      d = (z - a - G + 0.5) / agh;
      if (a < 1) {
        if (z <= MIN_LN || a < 1 / FLOAT64_MAX) {
          return exp(a * ln(z) - z - gammaln(a));
        }
        return pow(z, a) * exp(-z) / gamma(a);
      }
      if (abs(d * d * a) <= 100 && a > 150) {
        prefix = a * log1pmx(d) + z * (0.5 - G) / agh;
        prefix = exp(prefix);
      } else {
        alz = a * ln(z / agh);
        amz = a - z;
        if (min(alz, amz) <= MIN_LN || max(alz, amz) >= MAX_LN) {
          amza = amz / a;
          if (min(alz, amz) / 2 > MIN_LN && max(alz, amz) / 2 < MAX_LN) {
            sq = pow(z / agh, a / 2) * exp(amz / 2);
            prefix = sq * sq;
          } else if (min(alz, amz) / 4 > MIN_LN && max(alz, amz) / 4 < MAX_LN && z > a) {
            sq = pow(z / agh, a / 4) * exp(amz / 4);
            prefix = sq * sq;
            prefix *= prefix;
          } else if (amza > MIN_LN && amza < MAX_LN) {
            prefix = pow(z * exp(amza) / agh, a);
          } else {
            prefix = exp(alz + amz);
          }
        } else {
          prefix = pow(z / agh, a) * exp(amz);
        }
      }
      prefix *= sqrt(agh / E) / lanczosSumExpGScaled(a);
      return prefix;
    }
    module.exports = regularisedGammaPrefix;
  }
});

// @stdlib/math-base-special-powm1/lib/main.js
var require_main76 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-powm1@0.3.2/node_modules/@stdlib/math-base-special-powm1/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var isinfinite = require_lib48();
    var abs = require_lib42();
    var expm1 = require_lib36();
    var ln = require_lib95();
    var pow = require_lib67();
    var trunc = require_lib44();
    function powm1(b, x) {
      var result;
      var y;
      if (isnan(b) || isnan(x)) {
        return NaN;
      }
      if (x === 0) {
        return 0;
      }
      if (b === 0) {
        return -1;
      }
      if (b < 0 && x % 2 === 0) {
        b = -b;
      }
      if (b > 0) {
        if (abs(x * (b - 1)) < 0.5 || abs(x) < 0.2) {
          y = ln(b) * x;
          if (y < 0.5) {
            return expm1(y);
          }
        }
      } else if (trunc(x) !== x) {
        return NaN;
      }
      result = pow(b, x) - 1;
      if (isinfinite(result) || isnan(result)) {
        return NaN;
      }
      return result;
    }
    module.exports = powm1;
  }
});

// @stdlib/math-base-special-powm1/lib/index.js
var require_lib111 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-powm1@0.3.2/node_modules/@stdlib/math-base-special-powm1/lib/index.js"(exports, module) {
    "use strict";
    var powm1 = require_main76();
    module.exports = powm1;
  }
});

// @stdlib/math-base-special-gamma1pm1/lib/rational_p1q1.js
var require_rational_p1q1 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma1pm1@0.3.1/node_modules/@stdlib/math-base-special-gamma1pm1/lib/rational_p1q1.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return -0.01803556856784494;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = -0.01803556856784494 + x * (0.02512664961998968 + x * (0.049410315156753225 + x * (0.0172491608709614 + x * (-2594535632054381e-19 + x * (-5410098692152044e-19 + x * (-3245886498259485e-20 + x * 0))))));
        s2 = 1 + x * (1.962029871977952 + x * (1.4801966942423133 + x * (0.5413914320717209 + x * (0.09885042511280101 + x * (0.008213096746488934 + x * (22493629192211576e-20 + x * -22335276320861708e-23))))));
      } else {
        x = 1 / x;
        s1 = 0 + x * (-3245886498259485e-20 + x * (-5410098692152044e-19 + x * (-2594535632054381e-19 + x * (0.0172491608709614 + x * (0.049410315156753225 + x * (0.02512664961998968 + x * -0.01803556856784494))))));
        s2 = -22335276320861708e-23 + x * (22493629192211576e-20 + x * (0.008213096746488934 + x * (0.09885042511280101 + x * (0.5413914320717209 + x * (1.4801966942423133 + x * (1.962029871977952 + x * 1))))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-gamma1pm1/lib/rational_p2q2.js
var require_rational_p2q2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma1pm1@0.3.1/node_modules/@stdlib/math-base-special-gamma1pm1/lib/rational_p2q2.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return 0.04906224540690395;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = 0.04906224540690395 + x * (-0.09691175301595212 + x * (-0.4149833583594954 + x * (-0.4065671242119384 + x * (-0.1584135863906922 + x * (-0.024014982064857155 + x * -0.0010034668769627955)))));
        s2 = 1 + x * (3.0234982984646304 + x * (3.4873958536072385 + x * (1.9141558827442668 + x * (0.5071377386143635 + x * (0.05770397226904519 + x * 0.001957681026011072)))));
      } else {
        x = 1 / x;
        s1 = -0.0010034668769627955 + x * (-0.024014982064857155 + x * (-0.1584135863906922 + x * (-0.4065671242119384 + x * (-0.4149833583594954 + x * (-0.09691175301595212 + x * 0.04906224540690395)))));
        s2 = 0.001957681026011072 + x * (0.05770397226904519 + x * (0.5071377386143635 + x * (1.9141558827442668 + x * (3.4873958536072385 + x * (3.0234982984646304 + x * 1)))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-gamma1pm1/lib/rational_p3q3.js
var require_rational_p3q3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma1pm1@0.3.1/node_modules/@stdlib/math-base-special-gamma1pm1/lib/rational_p3q3.js"(exports, module) {
    "use strict";
    function evalrational(x) {
      var ax;
      var s1;
      var s2;
      if (x === 0) {
        return -0.029232972183027003;
      }
      if (x < 0) {
        ax = -x;
      } else {
        ax = x;
      }
      if (ax <= 1) {
        s1 = -0.029232972183027003 + x * (0.14421626775719232 + x * (-0.14244039073863127 + x * (0.05428096940550536 + x * (-0.008505359768683364 + x * (4311713426792973e-19 + x * 0)))));
        s2 = 1 + x * (-1.5016935605448505 + x * (0.846973248876495 + x * (-0.22009515181499575 + x * (0.02558279715597587 + x * (-0.0010066679553914337 + x * -8271935218912905e-22)))));
      } else {
        x = 1 / x;
        s1 = 0 + x * (4311713426792973e-19 + x * (-0.008505359768683364 + x * (0.05428096940550536 + x * (-0.14244039073863127 + x * (0.14421626775719232 + x * -0.029232972183027003)))));
        s2 = -8271935218912905e-22 + x * (-0.0010066679553914337 + x * (0.02558279715597587 + x * (-0.22009515181499575 + x * (0.846973248876495 + x * (-1.5016935605448505 + x * 1)))));
      }
      return s1 / s2;
    }
    module.exports = evalrational;
  }
});

// @stdlib/math-base-special-gamma1pm1/lib/lgamma_small_imp.js
var require_lgamma_small_imp = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma1pm1@0.3.1/node_modules/@stdlib/math-base-special-gamma1pm1/lib/lgamma_small_imp.js"(exports, module) {
    "use strict";
    var ln = require_lib95();
    var EPS = require_lib69();
    var rateval1 = require_rational_p1q1();
    var rateval2 = require_rational_p2q2();
    var rateval3 = require_rational_p3q3();
    var Y1 = 0.15896368026733398;
    var Y2 = 0.5281534194946289;
    var Y3 = 0.45201730728149414;
    function lgammaSmallImp(z, zm1, zm2) {
      var prefix;
      var result;
      var r;
      var R;
      if (z < EPS) {
        return -ln(z);
      }
      if (zm1 === 0 || zm2 === 0) {
        return 0;
      }
      result = 0;
      if (z > 2) {
        if (z >= 3) {
          do {
            z -= 1;
            zm2 -= 1;
            result += ln(z);
          } while (z >= 3);
          zm2 = z - 2;
        }
        r = zm2 * (z + 1);
        R = rateval1(zm2);
        result += r * Y1 + r * R;
        return result;
      }
      if (z < 1) {
        result += -ln(z);
        zm2 = zm1;
        zm1 = z;
        z += 1;
      }
      if (z <= 1.5) {
        r = rateval2(zm1);
        prefix = zm1 * zm2;
        result += prefix * Y2 + prefix * r;
        return result;
      }
      r = zm2 * zm1;
      R = rateval3(-zm2);
      result += r * Y3 + r * R;
      return result;
    }
    module.exports = lgammaSmallImp;
  }
});

// @stdlib/math-base-special-gamma1pm1/lib/main.js
var require_main77 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma1pm1@0.3.1/node_modules/@stdlib/math-base-special-gamma1pm1/lib/main.js"(exports, module) {
    "use strict";
    var gamma = require_lib89();
    var expm1 = require_lib36();
    var log1p = require_lib38();
    var isnan = require_lib6();
    var lgammaSmallImp = require_lgamma_small_imp();
    function gamma1pm1(x) {
      if (isnan(x)) {
        return NaN;
      }
      if (x < 0) {
        if (x < -0.5) {
          return gamma(1 + x) - 1;
        }
        return expm1(-log1p(x) + lgammaSmallImp(x + 2, x + 1, x));
      }
      if (x < 2) {
        return expm1(lgammaSmallImp(x + 1, x, x - 1));
      }
      return gamma(1 + x) - 1;
    }
    module.exports = gamma1pm1;
  }
});

// @stdlib/math-base-special-gamma1pm1/lib/index.js
var require_lib112 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gamma1pm1@0.3.1/node_modules/@stdlib/math-base-special-gamma1pm1/lib/index.js"(exports, module) {
    "use strict";
    var gamma1pm1 = require_main77();
    module.exports = gamma1pm1;
  }
});

// @stdlib/math-base-special-gammainc/lib/small_gamma2_series.js
var require_small_gamma2_series = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/small_gamma2_series.js"(exports, module) {
    "use strict";
    function smallGamma2Series(a, x) {
      var result;
      var apn;
      var n;
      var r;
      result = -x;
      x = -x;
      apn = a + 1;
      n = 1;
      return next;
      function next() {
        r = result / apn;
        result *= x;
        n += 1;
        result /= n;
        apn += 1;
        return r;
      }
    }
    module.exports = smallGamma2Series;
  }
});

// @stdlib/math-base-special-gammainc/lib/tgamma_small_upper_part.js
var require_tgamma_small_upper_part = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/tgamma_small_upper_part.js"(exports, module) {
    "use strict";
    var powm1 = require_lib111();
    var sumSeries = require_lib103();
    var gamma1pm1 = require_lib112();
    var smallGamma2Series = require_small_gamma2_series();
    function tgammaSmallUpperPart(a, x, invert) {
      var initialValue;
      var result;
      var pgam;
      var p;
      var s;
      result = gamma1pm1(a);
      pgam = (result + 1) / a;
      p = powm1(x, a);
      result -= p;
      result /= a;
      s = smallGamma2Series(a, x);
      p += 1;
      initialValue = invert ? pgam : 0;
      result = -p * sumSeries(s, {
        "initialValue": (initialValue - result) / p
      });
      if (invert) {
        result = -result;
      }
      return [result, pgam];
    }
    module.exports = tgammaSmallUpperPart;
  }
});

// @stdlib/constants-float32-smallest-normal/lib/index.js
var require_lib113 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float32-smallest-normal@0.2.3/node_modules/@stdlib/constants-float32-smallest-normal/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT32_SMALLEST_NORMAL = 11754943508222875e-54;
    module.exports = FLOAT32_SMALLEST_NORMAL;
  }
});

// @stdlib/math-base-tools-continued-fraction/lib/generators.js
var require_generators2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-continued-fraction@0.2.3/node_modules/@stdlib/math-base-tools-continued-fraction/lib/generators.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var FLOAT32_SMALLEST_NORMAL = require_lib113();
    var EPS = require_lib69();
    var MAX_ITER = 1e6;
    function continuedFractionA(gen, factor, maxIter) {
      var isgenerator;
      var delta;
      var a0;
      var f;
      var C;
      var D;
      var v;
      isgenerator = typeof gen.next === "function";
      v = isgenerator ? gen.next().value : gen();
      f = v[1];
      a0 = v[0];
      if (f === 0) {
        f = FLOAT32_SMALLEST_NORMAL;
      }
      C = f;
      D = 0;
      if (isgenerator === true) {
        do {
          v = gen.next().value;
          if (v) {
            D = v[1] + v[0] * D;
            if (D === 0) {
              D = FLOAT32_SMALLEST_NORMAL;
            }
            C = v[1] + v[0] / C;
            if (C === 0) {
              C = FLOAT32_SMALLEST_NORMAL;
            }
            D = 1 / D;
            delta = C * D;
            f *= delta;
          }
        } while (abs(delta - 1) > factor && --maxIter);
      } else {
        do {
          v = gen();
          if (v) {
            D = v[1] + v[0] * D;
            if (D === 0) {
              D = FLOAT32_SMALLEST_NORMAL;
            }
            C = v[1] + v[0] / C;
            if (C === 0) {
              C = FLOAT32_SMALLEST_NORMAL;
            }
            D = 1 / D;
            delta = C * D;
            f *= delta;
          }
        } while (v && abs(delta - 1) > factor && --maxIter);
      }
      return a0 / f;
    }
    function continuedFractionB(gen, factor, maxIter) {
      var isgenerator;
      var delta;
      var f;
      var C;
      var D;
      var v;
      isgenerator = typeof gen.next === "function";
      v = isgenerator ? gen.next().value : gen();
      f = v[1];
      if (f === 0) {
        f = FLOAT32_SMALLEST_NORMAL;
      }
      C = f;
      D = 0;
      if (isgenerator === true) {
        do {
          v = gen.next().value;
          if (v) {
            D = v[1] + v[0] * D;
            if (D === 0) {
              D = FLOAT32_SMALLEST_NORMAL;
            }
            C = v[1] + v[0] / C;
            if (C === 0) {
              C = FLOAT32_SMALLEST_NORMAL;
            }
            D = 1 / D;
            delta = C * D;
            f *= delta;
          }
        } while (v && abs(delta - 1) > factor && --maxIter);
      } else {
        do {
          v = gen();
          if (v) {
            D = v[1] + v[0] * D;
            if (D === 0) {
              D = FLOAT32_SMALLEST_NORMAL;
            }
            C = v[1] + v[0] / C;
            if (C === 0) {
              C = FLOAT32_SMALLEST_NORMAL;
            }
            D = 1 / D;
            delta = C * D;
            f *= delta;
          }
        } while (v && abs(delta - 1) > factor && --maxIter);
      }
      return f;
    }
    function continuedFraction(generator, options) {
      var maxIter;
      var opts;
      var eps;
      opts = {};
      if (arguments.length > 1) {
        opts = options;
      }
      maxIter = opts.maxIter || MAX_ITER;
      eps = opts.tolerance || EPS;
      if (opts.keep) {
        return continuedFractionB(generator, eps, maxIter);
      }
      return continuedFractionA(generator, eps, maxIter);
    }
    module.exports = continuedFraction;
  }
});

// @stdlib/math-base-tools-continued-fraction/lib/basic.js
var require_basic2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-continued-fraction@0.2.3/node_modules/@stdlib/math-base-tools-continued-fraction/lib/basic.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var EPS = require_lib69();
    var FLOAT32_SMALLEST_NORMAL = require_lib113();
    var MAX_ITER = 1e6;
    function continuedFractionA(gen, factor, maxIter) {
      var delta;
      var a0;
      var C;
      var D;
      var f;
      var v;
      v = gen();
      f = v[1];
      a0 = v[0];
      if (f === 0) {
        f = FLOAT32_SMALLEST_NORMAL;
      }
      C = f;
      D = 0;
      do {
        v = gen();
        if (v) {
          D = v[1] + v[0] * D;
          if (D === 0) {
            D = FLOAT32_SMALLEST_NORMAL;
          }
          C = v[1] + v[0] / C;
          if (C === 0) {
            C = FLOAT32_SMALLEST_NORMAL;
          }
          D = 1 / D;
          delta = C * D;
          f *= delta;
        }
      } while (v && abs(delta - 1) > factor && --maxIter);
      return a0 / f;
    }
    function continuedFractionB(gen, factor, maxIter) {
      var delta;
      var C;
      var D;
      var f;
      var v;
      v = gen();
      f = v[1];
      if (f === 0) {
        f = FLOAT32_SMALLEST_NORMAL;
      }
      C = f;
      D = 0;
      do {
        v = gen();
        if (v) {
          D = v[1] + v[0] * D;
          if (D === 0) {
            D = FLOAT32_SMALLEST_NORMAL;
          }
          C = v[1] + v[0] / C;
          if (C === 0) {
            C = FLOAT32_SMALLEST_NORMAL;
          }
          D = 1 / D;
          delta = C * D;
          f *= delta;
        }
      } while (v && abs(delta - 1) > factor && --maxIter);
      return f;
    }
    function continuedFraction(generator, options) {
      var maxIter;
      var opts;
      var eps;
      opts = {};
      if (arguments.length > 1) {
        opts = options;
      }
      eps = opts.tolerance || EPS;
      maxIter = opts.maxIter || MAX_ITER;
      if (opts.keep) {
        return continuedFractionB(generator, eps, maxIter);
      }
      return continuedFractionA(generator, eps, maxIter);
    }
    module.exports = continuedFraction;
  }
});

// @stdlib/math-base-tools-continued-fraction/lib/index.js
var require_lib114 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-tools-continued-fraction@0.2.3/node_modules/@stdlib/math-base-tools-continued-fraction/lib/index.js"(exports, module) {
    "use strict";
    var hasGeneratorSupport = require_lib102();
    var generator = require_generators2();
    var basic = require_basic2();
    var continuedFraction;
    if (hasGeneratorSupport()) {
      continuedFraction = generator;
    } else {
      continuedFraction = basic;
    }
    module.exports = continuedFraction;
  }
});

// @stdlib/math-base-special-gammainc/lib/upper_incomplete_gamma_fract.js
var require_upper_incomplete_gamma_fract = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/upper_incomplete_gamma_fract.js"(exports, module) {
    "use strict";
    function upperIncompleteGammaFract(a1, z1) {
      var z = z1 - a1 + 1;
      var a = a1;
      var k = 0;
      return next;
      function next() {
        k += 1;
        z += 2;
        return [
          k * (a - k),
          z
        ];
      }
    }
    module.exports = upperIncompleteGammaFract;
  }
});

// @stdlib/math-base-special-gammainc/lib/upper_gamma_fraction.js
var require_upper_gamma_fraction = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/upper_gamma_fraction.js"(exports, module) {
    "use strict";
    var continuedFraction = require_lib114();
    var upperIncompleteGammaFract = require_upper_incomplete_gamma_fract();
    function upperGammaFraction(a, z) {
      var f = upperIncompleteGammaFract(a, z);
      return 1 / (z - a + 1 + continuedFraction(f));
    }
    module.exports = upperGammaFraction;
  }
});

// @stdlib/math-base-special-gammainc/lib/igamma_final.js
var require_igamma_final = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/igamma_final.js"(exports, module) {
    "use strict";
    var floor = require_lib37();
    var gamma = require_lib89();
    var abs = require_lib42();
    var pow = require_lib67();
    var ln = require_lib95();
    var SQRT_EPSILON = require_lib100();
    var FLOAT64_MAX = require_lib75();
    var MAX_LN = require_lib99();
    var tgammaILargeX = require_tgamma_i_large_x();
    var finiteGammaQ = require_finite_gamma_q();
    var finiteHalfGammaQ = require_finite_half_gamma_q();
    var fullIGammaPrefix = require_full_igamma_prefix();
    var igammaTemmeLarge = require_igamma_temme_large();
    var lowerGammaSeries = require_lower_gamma_series();
    var regularisedGammaPrefix = require_regularised_gamma_prefix();
    var tgammaSmallUpperPart = require_tgamma_small_upper_part();
    var upperGammaFraction = require_upper_gamma_fraction();
    function igammaFinal(x, a, regularized, upper) {
      var optimisedInvert;
      var evalMethod;
      var isHalfInt;
      var initValue;
      var useTemme;
      var isSmallA;
      var result;
      var invert;
      var isInt;
      var sigma;
      var res;
      var gam;
      var fa;
      var g;
      result = 0;
      invert = upper;
      isSmallA = a < 30 && a <= x + 1 && x < MAX_LN;
      if (isSmallA) {
        fa = floor(a);
        isInt = fa === a;
        isHalfInt = isInt ? false : abs(fa - a) === 0.5;
      } else {
        isInt = false;
        isHalfInt = false;
      }
      if (isInt && x > 0.6) {
        invert = !invert;
        evalMethod = 0;
      } else if (isHalfInt && x > 0.2) {
        invert = !invert;
        evalMethod = 1;
      } else if (x < SQRT_EPSILON && a > 1) {
        evalMethod = 6;
      } else if (x > 1e3 && (a < x || abs(a - 50) / x < 1)) {
        invert = !invert;
        evalMethod = 7;
      } else if (x < 0.5) {
        if (-0.4 / ln(x) < a) {
          evalMethod = 2;
        } else {
          evalMethod = 3;
        }
      } else if (x < 1.1) {
        if (x * 0.75 < a) {
          evalMethod = 2;
        } else {
          evalMethod = 3;
        }
      } else {
        useTemme = false;
        if (regularized && a > 20) {
          sigma = abs((x - a) / a);
          if (a > 200) {
            if (20 / a > sigma * sigma) {
              useTemme = true;
            }
          } else if (sigma < 0.4) {
            useTemme = true;
          }
        }
        if (useTemme) {
          evalMethod = 5;
        } else if (x - 1 / (3 * x) < a) {
          evalMethod = 2;
        } else {
          evalMethod = 4;
          invert = !invert;
        }
      }
      switch (evalMethod) {
        case 0:
          result = finiteGammaQ(a, x);
          if (regularized === false) {
            result *= gamma(a);
          }
          break;
        case 1:
          result = finiteHalfGammaQ(a, x);
          if (regularized === false) {
            result *= gamma(a);
          }
          break;
        case 2:
          result = regularized ? regularisedGammaPrefix(a, x) : fullIGammaPrefix(a, x);
          if (result !== 0) {
            initValue = 0;
            optimisedInvert = false;
            if (invert) {
              initValue = regularized ? 1 : gamma(a);
              if (regularized || result >= 1 || FLOAT64_MAX * result > initValue) {
                initValue /= result;
                if (regularized || a < 1 || FLOAT64_MAX / a > initValue) {
                  initValue *= -a;
                  optimisedInvert = true;
                } else {
                  initValue = 0;
                }
              } else {
                initValue = 0;
              }
            }
            result *= lowerGammaSeries(a, x, initValue) / a;
            if (optimisedInvert) {
              invert = false;
              result = -result;
            }
          }
          break;
        case 3:
          invert = !invert;
          res = tgammaSmallUpperPart(a, x, invert);
          result = res[0];
          g = res[1];
          invert = false;
          if (regularized) {
            result /= g;
          }
          break;
        case 4:
          result = regularized ? regularisedGammaPrefix(a, x) : fullIGammaPrefix(a, x);
          if (result !== 0) {
            result *= upperGammaFraction(a, x);
          }
          break;
        case 5:
          result = igammaTemmeLarge(a, x);
          if (x >= a) {
            invert = !invert;
          }
          break;
        case 6:
          result = regularized ? pow(x, a) / gamma(a + 1) : pow(x, a) / a;
          result *= 1 - a * x / (a + 1);
          break;
        case 7:
          result = regularized ? regularisedGammaPrefix(a, x) : fullIGammaPrefix(a, x);
          result /= x;
          if (result !== 0) {
            result *= tgammaILargeX(a, x);
          }
          break;
      }
      if (regularized && result > 1) {
        result = 1;
      }
      if (invert) {
        gam = regularized ? 1 : gamma(a);
        result = gam - result;
      }
      return result;
    }
    module.exports = igammaFinal;
  }
});

// @stdlib/math-base-special-gammainc/lib/main.js
var require_main78 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/main.js"(exports, module) {
    "use strict";
    var gammaln = require_lib98();
    var exp = require_lib58();
    var ln = require_lib95();
    var SQRT_TWO_PI = require_lib87();
    var MAX_LN = require_lib99();
    var PINF = require_lib31();
    var FLOAT64_MAX_NTH_FACTORIAL = require_lib90();
    var igammaFinal = require_igamma_final();
    var lowerGammaSeries = require_lower_gamma_series();
    var upperGammaFraction = require_upper_gamma_fraction();
    function gammainc(x, a, regularized, upper) {
      var normalized;
      var initValue;
      var invert;
      var result;
      if (x < 0 || a <= 0) {
        return NaN;
      }
      normalized = regularized === void 0 ? true : regularized;
      invert = upper;
      if (a >= FLOAT64_MAX_NTH_FACTORIAL && !normalized) {
        if (invert && a * 4 < x) {
          result = a * ln(x) - x;
          result += ln(upperGammaFraction(a, x));
        } else if (!invert && a > 4 * x) {
          result = a * ln(x) - x;
          initValue = 0;
          result += ln(lowerGammaSeries(a, x, initValue) / a);
        } else {
          result = igammaFinal(x, a, true, invert);
          if (result === 0) {
            if (invert) {
              result = 1 + 1 / (12 * a) + 1 / (288 * a * a);
              result = ln(result) - a + (a - 0.5) * ln(a);
              result += ln(SQRT_TWO_PI);
            } else {
              result = a * ln(x) - x;
              initValue = 0;
              result += ln(lowerGammaSeries(a, x, initValue) / a);
            }
          } else {
            result = ln(result) + gammaln(a);
          }
        }
        if (result > MAX_LN) {
          return PINF;
        }
        return exp(result);
      }
      return igammaFinal(x, a, normalized, invert);
    }
    module.exports = gammainc;
  }
});

// @stdlib/math-base-special-gammainc/lib/index.js
var require_lib115 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gammainc@0.3.1/node_modules/@stdlib/math-base-special-gammainc/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main78();
    module.exports = main;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/full_igamma_prefix.js
var require_full_igamma_prefix2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/full_igamma_prefix.js"(exports, module) {
    "use strict";
    var exp = require_lib58();
    var pow = require_lib67();
    var ln = require_lib95();
    var MAX_LN = require_lib99();
    var MIN_LN = require_lib105();
    function fullIGammaPrefix(a, z) {
      var prefix;
      var alz;
      alz = a * ln(z);
      if (z >= 1) {
        if (alz < MAX_LN && -z > MIN_LN) {
          prefix = pow(z, a) * exp(-z);
        } else if (a >= 1) {
          prefix = pow(z / exp(z / a), a);
        } else {
          prefix = exp(alz - z);
        }
      } else if (alz > MIN_LN) {
        prefix = pow(z, a) * exp(-z);
      } else if (z / a < MAX_LN) {
        prefix = pow(z / exp(z / a), a);
      } else {
        prefix = exp(alz - z);
      }
      return prefix;
    }
    module.exports = fullIGammaPrefix;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/regularized_gamma_prefix.js
var require_regularized_gamma_prefix = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/regularized_gamma_prefix.js"(exports, module) {
    "use strict";
    var lanczosSumExpGScaled = require_lib110();
    var gammaln = require_lib98();
    var gamma = require_lib89();
    var log1p = require_lib38();
    var sqrt = require_lib39();
    var abs = require_lib42();
    var exp = require_lib58();
    var pow = require_lib67();
    var max = require_lib72();
    var min = require_lib74();
    var ln = require_lib95();
    var MAX_LN = require_lib99();
    var MIN_LN = require_lib105();
    var G = require_lib93();
    var E = require_lib68();
    function regularizedGammaPrefix(a, z) {
      var prefix;
      var amza;
      var agh;
      var alz;
      var amz;
      var sq;
      var d;
      agh = a + G - 0.5;
      d = (z - a - G + 0.5) / agh;
      if (a < 1) {
        if (z <= MIN_LN) {
          return exp(a * ln(z) - z - gammaln(a));
        }
        return pow(z, a) * exp(-z) / gamma(a);
      }
      if (abs(d * d * a) <= 100 && a > 150) {
        prefix = a * (log1p(d) - d) + z * (0.5 - G) / agh;
        prefix = exp(prefix);
      } else {
        alz = a * ln(z / agh);
        amz = a - z;
        if (min(alz, amz) <= MIN_LN || max(alz, amz) >= MAX_LN) {
          amza = amz / a;
          if (min(alz, amz) / 2 > MIN_LN && max(alz, amz) / 2 < MAX_LN) {
            sq = pow(z / agh, a / 2) * exp(amz / 2);
            prefix = sq * sq;
          } else if (min(alz, amz) / 4 > MIN_LN && max(alz, amz) / 4 < MAX_LN && z > a) {
            sq = pow(z / agh, a / 4) * exp(amz / 4);
            prefix = sq * sq;
            prefix *= prefix;
          } else if (amza > MIN_LN && amza < MAX_LN) {
            prefix = pow(z * exp(amza) / agh, a);
          } else {
            prefix = exp(alz + amz);
          }
        } else {
          prefix = pow(z / agh, a) * exp(amz);
        }
      }
      prefix *= sqrt(agh / E) / lanczosSumExpGScaled(a);
      return prefix;
    }
    module.exports = regularizedGammaPrefix;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/beta_small_b_large_a_series.js
var require_beta_small_b_large_a_series = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/beta_small_b_large_a_series.js"(exports, module) {
    "use strict";
    var gammaDeltaRatio = require_lib94();
    var factorial = require_lib91();
    var gammainc = require_lib115();
    var log1p = require_lib38();
    var abs = require_lib42();
    var pow = require_lib67();
    var ln = require_lib95();
    var MIN_VALUE = require_lib53();
    var EPSILON = require_lib69();
    var fullIGammaPrefix = require_full_igamma_prefix2();
    var regularizedGammaPrefix = require_regularized_gamma_prefix();
    var p = new Array(30);
    function betaSmallBLargeASeries(a, b, x, y, s0, mult, normalized) {
      var prefix;
      var tmp1;
      var tnp1;
      var sum;
      var b2n;
      var bm1;
      var lx2;
      var lxp;
      var mbn;
      var lx;
      var t4;
      var h;
      var j;
      var m;
      var n;
      var r;
      var t;
      var u;
      bm1 = b - 1;
      t = a + bm1 / 2;
      if (y < 0.35) {
        lx = log1p(-y);
      } else {
        lx = ln(x);
      }
      u = -t * lx;
      h = regularizedGammaPrefix(b, u);
      if (h <= MIN_VALUE) {
        return s0;
      }
      if (normalized) {
        prefix = h / gammaDeltaRatio(a, b);
        prefix /= pow(t, b);
      } else {
        prefix = fullIGammaPrefix(b, u) / pow(t, b);
      }
      prefix *= mult;
      p[0] = 1;
      j = gammainc(u, b, true, true);
      j /= h;
      sum = s0 + prefix * j;
      tnp1 = 1;
      lx2 = lx / 2;
      lx2 *= lx2;
      lxp = 1;
      t4 = 4 * t * t;
      b2n = b;
      for (n = 1; n < p.length; ++n) {
        tnp1 += 2;
        p[n] = 0;
        mbn = b - n;
        tmp1 = 3;
        for (m = 1; m < n; ++m) {
          mbn = m * b - n;
          p[n] += mbn * p[n - m] / factorial(tmp1);
          tmp1 += 2;
        }
        p[n] /= n;
        p[n] += bm1 / factorial(tnp1);
        j = (b2n * (b2n + 1) * j + (u + b2n + 1) * lxp) / t4;
        lxp *= lx2;
        b2n += 2;
        r = prefix * p[n] * j;
        sum += r;
        if (r > 1) {
          if (abs(r) < abs(EPSILON * sum)) {
            break;
          }
        } else if (abs(r / EPSILON) < abs(sum)) {
          break;
        }
      }
      return sum;
    }
    module.exports = betaSmallBLargeASeries;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/rising_factorial_ratio.js
var require_rising_factorial_ratio = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/rising_factorial_ratio.js"(exports, module) {
    "use strict";
    function risingFactorialRatio(a, b, k) {
      var result;
      var i;
      if (k === 0) {
        return 1;
      }
      result = 1;
      for (i = 0; i < k; i++) {
        result *= (a + i) / (b + i);
      }
      return result;
    }
    module.exports = risingFactorialRatio;
  }
});

// @stdlib/math-base-special-maxabs/lib/main.js
var require_main79 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-maxabs@0.3.1/node_modules/@stdlib/math-base-special-maxabs/lib/main.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var max = require_lib72();
    function maxabs(x, y) {
      return max(abs(x), abs(y));
    }
    module.exports = maxabs;
  }
});

// @stdlib/math-base-special-maxabs/lib/index.js
var require_lib116 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-maxabs@0.3.1/node_modules/@stdlib/math-base-special-maxabs/lib/index.js"(exports, module) {
    "use strict";
    var maxabs = require_main79();
    module.exports = maxabs;
  }
});

// @stdlib/math-base-special-minabs/lib/main.js
var require_main80 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-minabs@0.2.4/node_modules/@stdlib/math-base-special-minabs/lib/main.js"(exports, module) {
    "use strict";
    var abs = require_lib42();
    var min = require_lib74();
    function minabs(x, y) {
      return min(abs(x), abs(y));
    }
    module.exports = minabs;
  }
});

// @stdlib/math-base-special-minabs/lib/index.js
var require_lib117 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-minabs@0.2.4/node_modules/@stdlib/math-base-special-minabs/lib/index.js"(exports, module) {
    "use strict";
    var minabs = require_main80();
    module.exports = minabs;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/ibeta_power_terms.js
var require_ibeta_power_terms = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/ibeta_power_terms.js"(exports, module) {
    "use strict";
    var lanczosSumExpGScaled = require_lib110();
    var maxabs = require_lib116();
    var minabs = require_lib117();
    var expm1 = require_lib36();
    var log1p = require_lib38();
    var sqrt = require_lib39();
    var abs = require_lib42();
    var exp = require_lib58();
    var pow = require_lib67();
    var min = require_lib74();
    var ln = require_lib95();
    var MAX_LN = require_lib99();
    var MIN_LN = require_lib105();
    var G = require_lib93();
    var E = require_lib68();
    function ibetaPowerTerms(a, b, x, y, normalized) {
      var result;
      var smallA;
      var ratio2;
      var agh;
      var bgh;
      var cgh;
      var l1;
      var l2;
      var l3;
      var p1;
      var b1;
      var b2;
      var c;
      var l;
      if (!normalized) {
        return pow(x, a) * pow(y, b);
      }
      c = a + b;
      agh = a + G - 0.5;
      bgh = b + G - 0.5;
      cgh = c + G - 0.5;
      result = lanczosSumExpGScaled(c);
      result /= lanczosSumExpGScaled(a) * lanczosSumExpGScaled(b);
      result *= sqrt(bgh / E);
      result *= sqrt(agh / cgh);
      l1 = (x * b - y * agh) / agh;
      l2 = (y * a - x * bgh) / bgh;
      if (minabs(l1, l2) < 0.2) {
        if (l1 * l2 > 0 || min(a, b) < 1) {
          if (abs(l1) < 0.1) {
            result *= exp(a * log1p(l1));
          } else {
            result *= pow(x * cgh / agh, a);
          }
          if (abs(l2) < 0.1) {
            result *= exp(b * log1p(l2));
          } else {
            result *= pow(y * cgh / bgh, b);
          }
        } else if (maxabs(l1, l2) < 0.5) {
          smallA = a < b;
          ratio2 = b / a;
          if (smallA && ratio2 * l2 < 0.1 || !smallA && l1 / ratio2 > 0.1) {
            l3 = expm1(ratio2 * log1p(l2));
            l3 = l1 + l3 + l3 * l1;
            l3 = a * log1p(l3);
            result *= exp(l3);
          } else {
            l3 = expm1(log1p(l1) / ratio2);
            l3 = l2 + l3 + l3 * l2;
            l3 = b * log1p(l3);
            result *= exp(l3);
          }
        } else if (abs(l1) < abs(l2)) {
          l = a * log1p(l1) + b * ln(y * cgh / bgh);
          if (l <= MIN_LN || l >= MAX_LN) {
            l += ln(result);
            if (l >= MAX_LN) {
              return NaN;
            }
            result = exp(l);
          } else {
            result *= exp(l);
          }
        } else {
          l = b * log1p(l2) + a * ln(x * cgh / agh);
          if (l <= MIN_LN || l >= MAX_LN) {
            l += ln(result);
            if (l >= MAX_LN) {
              return NaN;
            }
            result = exp(l);
          } else {
            result *= exp(l);
          }
        }
      } else {
        b1 = x * cgh / agh;
        b2 = y * cgh / bgh;
        l1 = a * ln(b1);
        l2 = b * ln(b2);
        if (l1 >= MAX_LN || l1 <= MIN_LN || l2 >= MAX_LN || l2 <= MIN_LN) {
          if (a < b) {
            p1 = pow(b2, b / a);
            l3 = a * (ln(b1) + ln(p1));
            if (l3 < MAX_LN && l3 > MIN_LN) {
              result *= pow(p1 * b1, a);
            } else {
              l2 += l1 + ln(result);
              if (l2 >= MAX_LN) {
                return NaN;
              }
              result = exp(l2);
            }
          } else {
            p1 = pow(b1, a / b);
            l3 = (ln(p1) + ln(b2)) * b;
            if (l3 < MAX_LN && l3 > MIN_LN) {
              result *= pow(p1 * b2, b);
            } else {
              l2 += l1 + ln(result);
              if (l2 >= MAX_LN) {
                return NaN;
              }
              result = exp(l2);
            }
          }
        } else {
          result *= pow(b1, a) * pow(b2, b);
        }
      }
      return result;
    }
    module.exports = ibetaPowerTerms;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/ibeta_fraction2.js
var require_ibeta_fraction2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/ibeta_fraction2.js"(exports, module) {
    "use strict";
    var continuedFraction = require_lib114();
    var ibetaPowerTerms = require_ibeta_power_terms();
    var OPTS = {
      "keep": true,
      "maxIter": 1e3
    };
    function ibetaFraction2t(a, b, x, y) {
      var m = 0;
      return next;
      function next() {
        var denom;
        var aN;
        var bN;
        aN = (a + m - 1) * (a + b + m - 1) * m * (b - m) * x * x;
        denom = a + 2 * m - 1;
        aN /= denom * denom;
        bN = m;
        bN += m * (b - m) * x / (a + 2 * m - 1);
        bN += (a + m) * (a * y - b * x + 1 + m * (2 - x)) / (a + 2 * m + 1);
        m += 1;
        return [aN, bN];
      }
    }
    function ibetaFraction2(a, b, x, y, normalized, out) {
      var result;
      var fract;
      var f;
      result = ibetaPowerTerms(a, b, x, y, normalized);
      if (out) {
        out[1] = result;
      }
      if (result === 0) {
        return result;
      }
      f = ibetaFraction2t(a, b, x, y);
      fract = continuedFraction(f, OPTS);
      return result / fract;
    }
    module.exports = ibetaFraction2;
  }
});

// @stdlib/constants-float64-max-safe-integer/lib/index.js
var require_lib118 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+constants-float64-max-safe-integer@0.2.3/node_modules/@stdlib/constants-float64-max-safe-integer/lib/index.js"(exports, module) {
    "use strict";
    var FLOAT64_MAX_SAFE_INTEGER = 9007199254740991;
    module.exports = FLOAT64_MAX_SAFE_INTEGER;
  }
});

// @stdlib/math-base-special-gcd/lib/bitwise_binary_gcd.js
var require_bitwise_binary_gcd = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gcd@0.3.2/node_modules/@stdlib/math-base-special-gcd/lib/bitwise_binary_gcd.js"(exports, module) {
    "use strict";
    function gcd(a, b) {
      var k = 0;
      var t;
      if (a === 0) {
        return b;
      }
      if (b === 0) {
        return a;
      }
      while ((a & 1) === 0 && (b & 1) === 0) {
        a >>>= 1;
        b >>>= 1;
        k += 1;
      }
      while ((a & 1) === 0) {
        a >>>= 1;
      }
      while (b) {
        while ((b & 1) === 0) {
          b >>>= 1;
        }
        if (a > b) {
          t = b;
          b = a;
          a = t;
        }
        b -= a;
      }
      return a << k;
    }
    module.exports = gcd;
  }
});

// @stdlib/math-base-special-gcd/lib/binary_gcd.js
var require_binary_gcd = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gcd@0.3.2/node_modules/@stdlib/math-base-special-gcd/lib/binary_gcd.js"(exports, module) {
    "use strict";
    function gcd(a, b) {
      var k = 1;
      var t;
      if (a === 0) {
        return b;
      }
      if (b === 0) {
        return a;
      }
      while (a % 2 === 0 && b % 2 === 0) {
        a /= 2;
        b /= 2;
        k *= 2;
      }
      while (a % 2 === 0) {
        a /= 2;
      }
      while (b) {
        while (b % 2 === 0) {
          b /= 2;
        }
        if (a > b) {
          t = b;
          b = a;
          a = t;
        }
        b -= a;
      }
      return k * a;
    }
    module.exports = gcd;
  }
});

// @stdlib/math-base-special-gcd/lib/main.js
var require_main81 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gcd@0.3.2/node_modules/@stdlib/math-base-special-gcd/lib/main.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var isInteger = require_lib59();
    var PINF = require_lib31();
    var NINF = require_lib33();
    var INT32_MAX = require_lib76();
    var bitwise = require_bitwise_binary_gcd();
    var largeIntegers = require_binary_gcd();
    function gcd(a, b) {
      if (isnan(a) || isnan(b)) {
        return NaN;
      }
      if (a === PINF || b === PINF || a === NINF || b === NINF) {
        return NaN;
      }
      if (!(isInteger(a) && isInteger(b))) {
        return NaN;
      }
      if (a < 0) {
        a = -a;
      }
      if (b < 0) {
        b = -b;
      }
      if (a <= INT32_MAX && b <= INT32_MAX) {
        return bitwise(a, b);
      }
      return largeIntegers(a, b);
    }
    module.exports = gcd;
  }
});

// @stdlib/math-base-special-gcd/lib/index.js
var require_lib119 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-gcd@0.3.2/node_modules/@stdlib/math-base-special-gcd/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main81();
    module.exports = main;
  }
});

// @stdlib/math-base-special-binomcoef/lib/main.js
var require_main82 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-binomcoef@0.3.1/node_modules/@stdlib/math-base-special-binomcoef/lib/main.js"(exports, module) {
    "use strict";
    var MAX_SAFE_INTEGER = require_lib118();
    var PINF = require_lib31();
    var isInteger = require_lib59();
    var isnan = require_lib6();
    var isOdd = require_lib61();
    var floor = require_lib37();
    var gcd = require_lib119();
    function binomcoef(n, k) {
      var res;
      var sgn;
      var b;
      var c;
      var d;
      var g;
      var s;
      if (isnan(n) || isnan(k)) {
        return NaN;
      }
      if (!isInteger(n) || !isInteger(k)) {
        return NaN;
      }
      if (k < 0) {
        return 0;
      }
      sgn = 1;
      if (n < 0) {
        n = -n + k - 1;
        if (isOdd(k)) {
          sgn *= -1;
        }
      }
      if (k > n) {
        return 0;
      }
      if (k === 0 || k === n) {
        return sgn;
      }
      if (k === 1 || k === n - 1) {
        return sgn * n;
      }
      if (n - k < k) {
        k = n - k;
      }
      s = floor(MAX_SAFE_INTEGER / n);
      res = 1;
      for (d = 1; d <= k; d++) {
        if (res > s) {
          break;
        }
        res *= n;
        res /= d;
        n -= 1;
      }
      if (d > k) {
        return sgn * res;
      }
      b = binomcoef(n, k - d + 1);
      if (b === PINF) {
        return sgn * b;
      }
      c = binomcoef(k, k - d + 1);
      g = gcd(b, c);
      b /= g;
      c /= g;
      res /= c;
      return sgn * res * b;
    }
    module.exports = binomcoef;
  }
});

// @stdlib/math-base-special-binomcoef/lib/index.js
var require_lib120 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-binomcoef@0.3.1/node_modules/@stdlib/math-base-special-binomcoef/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main82();
    module.exports = main;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/binomial_ccdf.js
var require_binomial_ccdf = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/binomial_ccdf.js"(exports, module) {
    "use strict";
    var binomcoef = require_lib120();
    var floor = require_lib37();
    var pow = require_lib67();
    var MIN_VALUE = require_lib53();
    function binomialCCDF(n, k, x, y) {
      var startTerm;
      var result;
      var start;
      var term;
      var i;
      result = pow(x, n);
      if (result > MIN_VALUE) {
        term = result;
        for (i = floor(n - 1); i > k; i--) {
          term *= (i + 1) * y / ((n - i) * x);
          result += term;
        }
      } else {
        start = floor(n * x);
        if (start <= k + 1) {
          start = floor(k + 2);
        }
        result = pow(x, start) * pow(y, n - start);
        result *= binomcoef(floor(n), floor(start));
        if (result === 0) {
          for (i = start - 1; i > k; i--) {
            result += pow(x, i) * pow(y, n - i);
            result *= binomcoef(floor(n), floor(i));
          }
        } else {
          term = result;
          startTerm = result;
          for (i = start - 1; i > k; i--) {
            term *= (i + 1) * y / ((n - i) * x);
            result += term;
          }
          term = startTerm;
          for (i = start + 1; i <= n; i++) {
            term *= (n - i + 1) * x / (i * y);
            result += term;
          }
        }
      }
      return result;
    }
    module.exports = binomialCCDF;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/ibeta_a_step.js
var require_ibeta_a_step = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/ibeta_a_step.js"(exports, module) {
    "use strict";
    var ibetaPowerTerms = require_ibeta_power_terms();
    function ibetaAStep(a, b, x, y, k, normalized, out) {
      var prefix;
      var term;
      var sum;
      var i;
      prefix = ibetaPowerTerms(a, b, x, y, normalized);
      if (out) {
        out[1] = prefix;
      }
      prefix /= a;
      if (prefix === 0) {
        return prefix;
      }
      sum = 1;
      term = 1;
      for (i = 0; i < k - 1; ++i) {
        term *= (a + b + i) * x / (a + i + 1);
        sum += term;
      }
      prefix *= sum;
      return prefix;
    }
    module.exports = ibetaAStep;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/ibeta_series.js
var require_ibeta_series = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/ibeta_series.js"(exports, module) {
    "use strict";
    var lanczosSumExpGScaled = require_lib110();
    var sumSeries = require_lib103();
    var log1p = require_lib38();
    var sqrt = require_lib39();
    var exp = require_lib58();
    var pow = require_lib67();
    var ln = require_lib95();
    var MIN_VALUE = require_lib53();
    var MAX_LN = require_lib99();
    var MIN_LN = require_lib105();
    var G = require_lib93();
    var E = require_lib68();
    var opts = {
      "maxTerms": 100
    };
    function ibetaSeriesT(a, b, x, result) {
      var poch = 1 - b;
      var n = 1;
      return next;
      function next() {
        var r = result / a;
        a += 1;
        result *= poch * x / n;
        n += 1;
        poch += 1;
        return r;
      }
    }
    function ibetaSeries(a, b, x, s0, normalized, out, y) {
      var result;
      var agh;
      var bgh;
      var cgh;
      var l1;
      var l2;
      var c;
      var s;
      if (normalized) {
        c = a + b;
        agh = a + G - 0.5;
        bgh = b + G - 0.5;
        cgh = c + G - 0.5;
        result = lanczosSumExpGScaled(c) / (lanczosSumExpGScaled(a) * lanczosSumExpGScaled(b));
        l1 = ln(cgh / bgh) * (b - 0.5);
        l2 = ln(x * cgh / agh) * a;
        if (l1 > MIN_LN && l1 < MAX_LN && l2 > MIN_LN && l2 < MAX_LN) {
          if (a * b < bgh * 10) {
            result *= exp((b - 0.5) * log1p(a / bgh));
          } else {
            result *= pow(cgh / bgh, b - 0.5);
          }
          result *= pow(x * cgh / agh, a);
          result *= sqrt(agh / E);
          if (out) {
            out[1] = result * pow(y, b);
          }
        } else {
          result = ln(result) + l1 + l2 + (ln(agh) - 1) / 2;
          if (out) {
            out[1] = exp(result + b * ln(y));
          }
          result = exp(result);
        }
      } else {
        result = pow(x, a);
      }
      if (result < MIN_VALUE) {
        return s0;
      }
      s = ibetaSeriesT(a, b, x, result);
      opts.initialValue = s0;
      return sumSeries(s, opts);
    }
    module.exports = ibetaSeries;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/assign.js
var require_assign3 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/assign.js"(exports, module) {
    "use strict";
    var isnan = require_lib6();
    var expm1 = require_lib36();
    var floor = require_lib37();
    var log1p = require_lib38();
    var asin = require_lib41();
    var beta = require_lib70();
    var sqrt = require_lib39();
    var exp = require_lib58();
    var pow = require_lib67();
    var max = require_lib72();
    var min = require_lib74();
    var MAX_FLOAT64 = require_lib75();
    var MIN_FLOAT64 = require_lib53();
    var MAX_INT32 = require_lib76();
    var HALF_PI = require_lib77();
    var PI = require_lib78();
    var betaSmallBLargeASeries = require_beta_small_b_large_a_series();
    var risingFactorialRatio = require_rising_factorial_ratio();
    var ibetaPowerTerms = require_ibeta_power_terms();
    var ibetaFraction2 = require_ibeta_fraction2();
    var binomialCCDF = require_binomial_ccdf();
    var ibetaAStep = require_ibeta_a_step();
    var ibetaSeries = require_ibeta_series();
    var ONE_OVER_PI = 1 / PI;
    function ibetaImp(x, a, b, regularized, upper, out, stride, offset) {
      var lambda;
      var prefix;
      var fract;
      var bbar;
      var div;
      var tmp;
      var i0;
      var i1;
      var k;
      var n;
      var p;
      var y;
      y = 1 - x;
      i0 = offset;
      i1 = offset + stride;
      out[i1] = -1;
      if (isnan(x) || x < 0 || x > 1) {
        out[i0] = NaN;
        out[i1] = NaN;
        return out;
      }
      if (regularized) {
        if (a < 0 || b < 0) {
          out[i0] = NaN;
          out[i1] = NaN;
          return out;
        }
        if (a === 0) {
          if (b === 0) {
            out[i0] = NaN;
            out[i1] = NaN;
            return out;
          }
          if (b > 0) {
            out[i0] = upper ? 0 : 1;
            return out;
          }
        } else if (b === 0) {
          if (a > 0) {
            out[i0] = upper ? 1 : 0;
            return out;
          }
        }
      } else if (a <= 0 || b <= 0) {
        out[i0] = NaN;
        out[i1] = NaN;
        return out;
      }
      if (x === 0) {
        if (a === 1) {
          out[i1] = 1;
        } else {
          out[i1] = a < 1 ? MAX_FLOAT64 / 2 : MIN_FLOAT64 * 2;
        }
        if (upper) {
          out[i0] = regularized ? 1 : beta(a, b);
          return out;
        }
        out[i0] = 0;
        return out;
      }
      if (x === 1) {
        if (b === 1) {
          out[i1] = 1;
        } else {
          out[i1] = b < 1 ? MAX_FLOAT64 / 2 : MIN_FLOAT64 * 2;
        }
        if (upper) {
          out[i0] = 0;
        } else {
          out[i0] = regularized ? 1 : beta(a, b);
        }
        return out;
      }
      if (a === 0.5 && b === 0.5) {
        out[i1] = ONE_OVER_PI * sqrt(y * x);
        p = upper ? asin(sqrt(y)) : asin(sqrt(x));
        p /= HALF_PI;
        if (!regularized) {
          p *= PI;
        }
        out[i0] = p;
        return out;
      }
      if (a === 1) {
        tmp = b;
        b = a;
        a = tmp;
        tmp = y;
        y = x;
        x = tmp;
        upper = !upper;
      }
      if (b === 1) {
        if (a === 1) {
          out[i0] = upper ? y : x;
          out[i1] = 1;
          return out;
        }
        out[i1] = a * pow(x, a - 1);
        if (y < 0.5) {
          p = upper ? -expm1(a * log1p(-y)) : exp(a * log1p(-y));
        } else {
          p = upper ? -(pow(x, a) - 1) : pow(x, a);
        }
        if (!regularized) {
          p /= a;
        }
        out[i0] = p;
        return out;
      }
      if (min(a, b) <= 1) {
        if (x > 0.5) {
          tmp = b;
          b = a;
          a = tmp;
          tmp = y;
          y = x;
          x = tmp;
          upper = !upper;
        }
        if (max(a, b) <= 1) {
          if (a >= min(0.2, b) || pow(x, a) <= 0.9) {
            if (upper) {
              fract = -(regularized ? 1 : beta(a, b));
              upper = false;
              fract = -ibetaSeries(a, b, x, fract, regularized, out, y);
            } else {
              fract = ibetaSeries(a, b, x, 0, regularized, out, y);
            }
          } else {
            tmp = b;
            b = a;
            a = tmp;
            tmp = y;
            y = x;
            x = tmp;
            upper = !upper;
            if (y >= 0.3) {
              if (upper) {
                fract = -(regularized ? 1 : beta(a, b));
                upper = false;
                fract = -ibetaSeries(a, b, x, fract, regularized, out, y);
              } else {
                fract = ibetaSeries(a, b, x, 0, regularized, out, y);
              }
            } else {
              if (regularized) {
                prefix = 1;
              } else {
                prefix = risingFactorialRatio(a + b, a, 20);
              }
              fract = ibetaAStep(a, b, x, y, 20, regularized, out);
              if (upper) {
                fract -= regularized ? 1 : beta(a, b);
                upper = false;
                fract = -betaSmallBLargeASeries(a + 20, b, x, y, fract, prefix, regularized);
              } else {
                fract = betaSmallBLargeASeries(a + 20, b, x, y, fract, prefix, regularized);
              }
            }
          }
        } else if (b <= 1 || x < 0.1 && pow(b * x, a) <= 0.7) {
          if (upper) {
            fract = -(regularized ? 1 : beta(a, b));
            upper = false;
            fract = -ibetaSeries(a, b, x, fract, regularized, out, y);
          } else {
            fract = ibetaSeries(a, b, x, 0, regularized, out, y);
          }
        } else {
          tmp = b;
          b = a;
          a = tmp;
          tmp = y;
          y = x;
          x = tmp;
          upper = !upper;
          if (y >= 0.3) {
            if (upper) {
              fract = -(regularized ? 1 : beta(a, b));
              upper = false;
              fract = -ibetaSeries(a, b, x, fract, regularized, out, y);
            } else {
              fract = ibetaSeries(a, b, x, 0, regularized, out, y);
            }
          } else if (a >= 15) {
            if (upper) {
              fract = -(regularized ? 1 : beta(a, b));
              upper = false;
              fract = -betaSmallBLargeASeries(a, b, x, y, fract, 1, regularized);
            } else {
              fract = betaSmallBLargeASeries(a, b, x, y, 0, 1, regularized);
            }
          } else {
            if (regularized) {
              prefix = 1;
            } else {
              prefix = risingFactorialRatio(a + b, a, 20);
            }
            fract = ibetaAStep(a, b, x, y, 20, regularized, out);
            if (upper) {
              fract -= regularized ? 1 : beta(a, b);
              upper = false;
              fract = -betaSmallBLargeASeries(a + 20, b, x, y, fract, prefix, regularized);
            } else {
              fract = betaSmallBLargeASeries(a + 20, b, x, y, fract, prefix, regularized);
            }
          }
        }
      } else {
        if (a < b) {
          lambda = a - (a + b) * x;
        } else {
          lambda = (a + b) * y - b;
        }
        if (lambda < 0) {
          tmp = b;
          b = a;
          a = tmp;
          tmp = y;
          y = x;
          x = tmp;
          upper = !upper;
        }
        if (b < 40) {
          if (floor(a) === a && floor(b) === b && a < MAX_INT32 - 100) {
            k = a - 1;
            n = b + k;
            fract = binomialCCDF(n, k, x, y);
            if (!regularized) {
              fract *= beta(a, b);
            }
          } else if (b * x <= 0.7) {
            if (upper) {
              fract = -(regularized ? 1 : beta(a, b));
              upper = false;
              fract = -ibetaSeries(a, b, x, fract, regularized, out, y);
            } else {
              fract = ibetaSeries(a, b, x, 0, regularized, out, y);
            }
          } else if (a > 15) {
            n = floor(b);
            if (n === b) {
              n -= 1;
            }
            bbar = b - n;
            if (regularized) {
              prefix = 1;
            } else {
              prefix = risingFactorialRatio(a + bbar, bbar, n);
            }
            fract = ibetaAStep(bbar, a, y, x, n, regularized);
            fract = betaSmallBLargeASeries(a, bbar, x, y, fract, 1, regularized);
            fract /= prefix;
          } else if (regularized) {
            n = floor(b);
            bbar = b - n;
            if (bbar <= 0) {
              n -= 1;
              bbar += 1;
            }
            fract = ibetaAStep(bbar, a, y, x, n, regularized);
            fract += ibetaAStep(a, bbar, x, y, 20, regularized);
            if (upper) {
              fract -= 1;
            }
            fract = betaSmallBLargeASeries(a + 20, bbar, x, y, fract, 1, regularized);
            if (upper) {
              fract = -fract;
              upper = false;
            }
          } else {
            fract = ibetaFraction2(a, b, x, y, regularized, out);
          }
        } else {
          fract = ibetaFraction2(a, b, x, y, regularized, out);
        }
      }
      if (out[i1] < 0) {
        out[i1] = ibetaPowerTerms(a, b, x, y, true);
      }
      div = y * x;
      if (out[i1] !== 0) {
        if (MAX_FLOAT64 * div < out[i1]) {
          out[i1] = MAX_FLOAT64 / 2;
        } else {
          out[i1] /= div;
        }
      }
      out[i0] = upper ? (regularized ? 1 : beta(a, b)) - fract : fract;
      return out;
    }
    module.exports = ibetaImp;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/main.js
var require_main83 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/main.js"(exports, module) {
    "use strict";
    var compute = require_assign3();
    function kernelBetainc(x, a, b, regularized, upper) {
      return compute(x, a, b, regularized, upper, [0, 0], 1, 0);
    }
    module.exports = kernelBetainc;
  }
});

// @stdlib/math-base-special-kernel-betainc/lib/index.js
var require_lib121 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-kernel-betainc@0.2.3/node_modules/@stdlib/math-base-special-kernel-betainc/lib/index.js"(exports, module) {
    "use strict";
    var setReadOnly = require_lib5();
    var main = require_main83();
    var assign = require_assign3();
    setReadOnly(main, "assign", assign);
    module.exports = main;
  }
});

// @stdlib/math-base-special-betainc/lib/main.js
var require_main84 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-betainc@0.2.3/node_modules/@stdlib/math-base-special-betainc/lib/main.js"(exports, module) {
    "use strict";
    var kernelBetainc = require_lib121().assign;
    function betainc(x, a, b, regularized, upper) {
      var out = [0, 0];
      regularized = regularized === false ? false : true;
      upper = upper === true ? true : false;
      kernelBetainc(x, a, b, regularized, upper, out, 1, 0);
      return out[0];
    }
    module.exports = betainc;
  }
});

// @stdlib/math-base-special-betainc/lib/index.js
var require_lib122 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+math-base-special-betainc@0.2.3/node_modules/@stdlib/math-base-special-betainc/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main84();
    module.exports = main;
  }
});

// @stdlib/stats-base-dists-t-cdf/lib/main.js
var require_main85 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+stats-base-dists-t-cdf@0.2.3/node_modules/@stdlib/stats-base-dists-t-cdf/lib/main.js"(exports, module) {
    "use strict";
    var betainc = require_lib122();
    var isnan = require_lib6();
    var pow = require_lib67();
    function cdf2(x, v) {
      var x2;
      var p;
      var z;
      if (isnan(x) || isnan(v) || v <= 0) {
        return NaN;
      }
      if (x === 0) {
        return 0.5;
      }
      x2 = pow(x, 2);
      if (v > 2 * x2) {
        z = x2 / (v + x2);
        p = betainc(z, 0.5, v / 2, true, true) / 2;
      } else {
        z = v / (v + x2);
        p = betainc(z, v / 2, 0.5, true, false) / 2;
      }
      return x > 0 ? 1 - p : p;
    }
    module.exports = cdf2;
  }
});

// @stdlib/utils-constant-function/lib/main.js
var require_main86 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-constant-function@0.2.3/node_modules/@stdlib/utils-constant-function/lib/main.js"(exports, module) {
    "use strict";
    function wrap(value) {
      return constantFunction;
      function constantFunction() {
        return value;
      }
    }
    module.exports = wrap;
  }
});

// @stdlib/utils-constant-function/lib/index.js
var require_lib123 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+utils-constant-function@0.2.3/node_modules/@stdlib/utils-constant-function/lib/index.js"(exports, module) {
    "use strict";
    var main = require_main86();
    module.exports = main;
  }
});

// @stdlib/stats-base-dists-t-cdf/lib/factory.js
var require_factory2 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+stats-base-dists-t-cdf@0.2.3/node_modules/@stdlib/stats-base-dists-t-cdf/lib/factory.js"(exports, module) {
    "use strict";
    var constantFunction = require_lib123();
    var betainc = require_lib122();
    var isnan = require_lib6();
    var pow = require_lib67();
    function factory(v) {
      if (isnan(v) || v <= 0) {
        return constantFunction(NaN);
      }
      return cdf2;
      function cdf2(x) {
        var x2;
        var p;
        var z;
        if (isnan(x)) {
          return NaN;
        }
        if (x === 0) {
          return 0.5;
        }
        x2 = pow(x, 2);
        if (v > 2 * x2) {
          z = x2 / (v + x2);
          p = betainc(z, 0.5, v / 2, true, true) / 2;
        } else {
          z = v / (v + x2);
          p = betainc(z, v / 2, 0.5, true, false) / 2;
        }
        return x > 0 ? 1 - p : p;
      }
    }
    module.exports = factory;
  }
});

// @stdlib/stats-base-dists-t-cdf/lib/index.js
var require_lib124 = __commonJS({
  "../../node_modules/.pnpm/@stdlib+stats-base-dists-t-cdf@0.2.3/node_modules/@stdlib/stats-base-dists-t-cdf/lib/index.js"(exports, module) {
    "use strict";
    var setReadOnly = require_lib5();
    var main = require_main85();
    var factory = require_factory2();
    setReadOnly(main, "factory", factory);
    module.exports = main;
  }
});

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

// ../stats/src/t-cdf.ts
var import_stats_base_dists_t_cdf = __toESM(require_lib124());
var tCdf = import_stats_base_dists_t_cdf.default;

// ../stats/src/student.ts
var AS_GOOD_AS_NORMAL = 1e15;
function studentCdf(t, df) {
  checkDf(df);
  if (Number.isNaN(t)) throw new RangeError("t is NaN: a number is needed");
  return tCdf(t, Math.min(df, AS_GOOD_AS_NORMAL));
}
function studentQuantile(p, df) {
  checkDf(df);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p is ${p}: it must lie between 0 and 1`);
  if (p === 0.5) return 0;
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  return p < 0.5 ? -knownUpperPoint(p, df) : knownUpperPoint(1 - p, df);
}
var known = /* @__PURE__ */ new Map();
var MOST_KNOWN = 100;
function knownUpperPoint(tail, df) {
  const key = `${tail} ${df}`;
  const found = known.get(key);
  if (found !== void 0) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const t = upperPoint(tail, df);
  known.set(key, t);
  return t;
}
function upperPoint(tail, df) {
  const excess = (t) => studentCdf(-t, df) / tail - 1;
  let lo = 0;
  let above = 0.5 / tail - 1;
  let hi = 1;
  let below = excess(hi);
  while (below > 0) {
    [lo, above, hi] = [hi, below, hi * 2];
    below = excess(hi);
  }
  let side = 0;
  for (let i = 0; i < 200 && hi - lo > 4 * Number.EPSILON * hi; i++) {
    const between = (lo * below - hi * above) / (below - above);
    const t = between > lo && between < hi ? between : lo + (hi - lo) / 2;
    const value = excess(t);
    if (Math.abs(value) < 4 * Number.EPSILON) return t;
    if (value > 0) {
      [lo, above] = [t, value];
      if (side === 1) below /= 2;
      side = 1;
    } else {
      [hi, below] = [t, value];
      if (side === -1) above /= 2;
      side = -1;
    }
  }
  return hi;
}
function checkDf(df) {
  if (!(df > 0)) throw new RangeError(`df is ${df}: degrees of freedom must be positive`);
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
  const known2 = error instanceof UsageError ? error : environmentErrorOf(error);
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  io.note(`deadheat: ${known2?.message ?? stack}`);
  if (known2 === null) return 1;
  return known2 instanceof UsageError ? 2 : 3;
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
  figures = [],
  growth
}) {
  if (growth !== void 0 && isGrowthOff(growth)) return true;
  const gated = figures.filter(({ gate }) => gate !== null);
  return (gated.length === 0 ? [{ lo, hi }] : gated).some((one) => one.lo > 1 || one.hi < 1);
}
function isGrowthOff({ difference: { lo, hi }, gate, margin }) {
  return gate !== null && (lo > margin || hi < -margin);
}

// ../judge/src/rules/stopping.ts
var LEAST_ROUNDS = 3;
function budgetWords(seconds2) {
  if (seconds2 <= 90) return `${Math.ceil(seconds2 / 5) * 5}s`;
  return seconds2 <= 5400 ? `${Math.ceil(seconds2 / 60)}m` : `${Math.ceil(seconds2 / 3600)}h`;
}

// ../judge/src/rules/precision.ts
var TOO_WIDE = 4;
function isTooLittle({ n, lo, hi, verdict }) {
  if (n === 0) return false;
  return n < LEAST_ROUNDS || verdict === "undecided" && hi / lo > TOO_WIDE;
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
var limitNames = [...figureNames, "memory-growth"];
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

// ../judge/src/documents/growth.ts
var bytes = pipe(
  number(),
  minValue(-Number.MAX_SAFE_INTEGER),
  maxValue(Number.MAX_SAFE_INTEGER)
);
var growthSideSchema = object({
  /** The bytes a response over the second half of the loads: the mean over the rounds, with its interval. */
  perResponse: bytes,
  lo: bytes,
  hi: bytes,
  /** The same over the first half. */
  early: bytes,
  /**
   * `grows` if the second half certainly still grows by more than the margin; `plateau` if only the first half did;
   * `steady` if neither did.
   */
  verdict: picklist(["grows", "plateau", "steady", "undecided"])
});
var growthSchema = object({
  /**
   * The memory that the figures are about: `live`, what the heaps still hold after a forced collection, or `resident`, if
   * resident memory certainly grows although the heaps do not.
   */
  of: picklist(["live", "resident"]),
  base: growthSideSchema,
  new: growthSideSchema,
  /** New minus base, paired by round. */
  difference: object({
    bytes,
    lo: bytes,
    hi: bytes,
    /** The p value of a difference beyond the margin, corrected for all figures of the command. */
    p: share,
    /** The p value of a difference within the margin, corrected likewise. */
    equivalenceP: share,
    verdict: picklist(["more", "less", "same", "undecided"])
  }),
  /** The bytes a response below which growth is none. Few responses have a larger one, since a heap is not known exactly. */
  margin: amount,
  /** The confidence of the intervals. */
  confidence: share,
  /** The number of rounds. */
  n: amount,
  /** The responses of each server in all rounds, both halves. */
  responses: object({ base: amount, new: amount }),
  /** The gate; null without one. */
  gate: nullable(
    object({
      /** The bytes a response that the new server may leave behind beyond those of the base. */
      limit: amount,
      outcome: picklist(["passed", "failed", "undecided"]),
      confidence: share,
      moreBlocks: nullable(amount)
    })
  )
});

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
  /** The seconds before the first block, in which each server was started once and its warm-up was found. */
  preparedSeconds: optional(amount),
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
  figures: array(figureSchema),
  /** The memory that responses leave behind; absent unless it was measured. */
  growth: optional(growthSchema)
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
  /** The load of every round. Missing in documents of fixed targets. */
  load: optional(
    object({
      /** The responses that warmed each server, and the CPU seconds that were enough too; null if none were. */
      warmupAnswers: amount,
      warmupCpuSeconds: nullable(amount),
      connections: amount,
      windowSeconds: amount
    })
  ),
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
    /** The limits of other figures, for `memory-growth` in bytes a response. Absent if there are none. */
    figures: optional(array(object({ figure: picklist(limitNames), limit: amount }))),
    /** The source of the limit: the command's options, one of the two configurations, or the default. */
    from: picklist(["options", "base", "new", "default"]),
    /** The limits that the new side's configuration would change. They count only after the merge. */
    changes: array(
      object({
        /** The name of the request; null for the limit of all requests without their own. */
        request: nullable(string()),
        /** The figure; absent for cpu. */
        figure: optional(picklist(limitNames)),
        /** The limit, for `memory-growth` in bytes a response; null if the configuration sets none. */
        base: nullable(amount),
        new: nullable(amount)
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
  const bytes2 = new TextEncoder().encode(text).length;
  if (bytes2 > MOST_BYTES) throw refused(`it has ${bytes2} bytes, and the limit is ${MOST_BYTES}`);
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

// ../report/src/content/growth.ts
var GROWTH_LABEL = "memory growth";
function growthRows({ growth }) {
  if (growth === void 0) return [];
  const { base, new: next, difference, gate } = growth;
  const unit = unitOf(base.perResponse, next.perResponse);
  const apart = unitOf(difference.bytes);
  return [
    {
      label: `${GROWTH_LABEL}/request`,
      values: `${inUnit(base.perResponse, unit)} -> ${inUnit(next.perResponse, unit)} ${unit.name}`,
      change: `${signed(difference.bytes, apart)} ${apart.name}`,
      interval: `[${signed(difference.lo, apart)}, ${signed(difference.hi, apart)}]`,
      word: difference.verdict,
      gate: gate === null ? "" : `gate ${bytesWords(gate.limit)}: ${gate.outcome}`
    }
  ];
}
function growthSentences({ growth }, { base, new: next }) {
  if (growth === void 0) return [];
  const both = [growth.base, growth.new];
  if (both.every(({ verdict }) => verdict === "steady")) {
    const most = Math.max(0, ...both.map(({ hi }) => hi));
    return [
      `Neither server keeps growing: a request leaves at most ${bytesWords(Math.ceil(most))} behind.`
    ];
  }
  return [
    sideSentence(base, growth.base, growth, growth.responses.base),
    sideSentence(next, growth.new, growth, growth.responses.new)
  ];
}
function sideSentence(name, { verdict, perResponse, lo, hi, early }, { of, margin, n }, responses) {
  const much = bytesWords(perResponse);
  const over = `${Math.round(responses / n).toLocaleString("en-US")} requests a round`;
  switch (verdict) {
    case "grows": {
      const slowed = perResponse < SLOWED * early;
      const pace = slowed ? `and slowed down from ${bytesWords(early)}, but did not stop` : "and did not slow down";
      const outside = of === "resident" ? " Its heap does not grow: the memory is native, outside of the heap." : "";
      return `${name} keeps growing: ${much} per request over ${over}, ${pace}.${outside}`;
    }
    case "plateau":
      return `${name} grew by ${bytesWords(early)} per request in the first half of ${over} and then no more: a plateau, not a leak.`;
    case "steady":
      return `${name} does not keep growing: at most ${bytesWords(Math.ceil(Math.max(0, hi)))} per request.`;
    case "undecided":
      return `Not enough data to tell whether ${name} keeps growing: between ${bytesWords(lo)} and ${bytesWords(hi)} per request, where less than ${bytesWords(Math.ceil(margin))} is noise.`;
  }
}
var SLOWED = 0.8;
function growthChange(growth) {
  const [row] = growthRows({ growth });
  return `${GROWTH_LABEL} ${row?.change} ${row?.interval}`;
}
function bytesWords(bytes2) {
  const unit = unitOf(bytes2);
  return `${inUnit(bytes2, unit)} ${unit.name}`;
}
var units = [
  { size: 1, name: "B" },
  { size: 1e3, name: "kB" },
  { size: 1e6, name: "MB" },
  { size: 1e9, name: "GB" }
];
function unitOf(...bytes2) {
  const most = Math.max(...bytes2.map(Math.abs));
  return units.findLast(({ size }) => most >= size * 0.9995) ?? units[0];
}
function inUnit(bytes2, { size, name }) {
  const value = bytes2 / size;
  const text = value.toFixed(name === "B" || Math.abs(value) >= 99.95 ? 0 : 1);
  return Number(text) === 0 ? "0" : text;
}
function signed(bytes2, unit) {
  const text = inUnit(bytes2, unit);
  return text.startsWith("-") ? text : `+${text}`;
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
function limitOf(figure, limit) {
  return figure === "memory-growth" ? bytesWords(limit) : share2(limit);
}
function settingWords({ setting, base, new: next }) {
  return `${setting} from ${base ?? "none"} to ${next ?? "none"}`;
}
function limitWords({ request, figure = "cpu", base, new: next }, shown) {
  const [from, to] = [base, next].map(
    (limit) => limit === null ? "none of its own" : limitOf(figure, limit)
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
    change: isTooLittle(figure) ? "" : changeWords(figure.ratio),
    interval: figure.n === 0 || isTooLittle(figure) ? "" : `[${signed2(figure.lo - 1)}, ${signed2(figure.hi - 1)}]`,
    word: wordOf(figure),
    gate: figure.gate ? `gate ${share2(figure.gate.limit)}: ${figure.gate.outcome}` : ""
  }));
}
function changeWords(ratio2) {
  return `${signed2(ratio2 - 1)} %`;
}
function valuesOf({ unit, base, new: next }) {
  const scale = scaleOf(unit, Math.max(base, next));
  const shown = (value) => rounded(value / scale.size, Math.max(base, next) / scale.size, scale.name);
  return `${shown(base)} -> ${shown(next)}${scale.name === "" ? "" : ` ${scale.name}`}`;
}
function gatedFigures({ figures }, outcome) {
  return figures.filter(({ gate }) => gate?.outcome === outcome).toSorted((a, b) => b.ratio - a.ratio);
}
function offWords({ figures, growth }) {
  const words = figures.filter(({ gate, lo, hi }) => gate !== null && (lo > 1 || hi < 1)).map((figure) => `${labels[figure.figure]} ${changeAndInterval(figure)}`);
  if (growth !== void 0 && isGrowthOff(growth)) words.push(growthChange(growth));
  return words.join(", ");
}
function changeAndInterval({ ratio: ratio2, lo, hi }) {
  return `${changeWords(ratio2)} [${signed2(lo - 1)}, ${signed2(hi - 1)}]`;
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
function signed2(change) {
  const text = (100 * change).toFixed(1);
  const zero = Number(text) === 0;
  return zero ? "+0.0" : change > 0 ? `+${text}` : text;
}
function wordOf(figure) {
  const { verdict, margin } = figure;
  if (isTooLittle(figure)) return "undecided (too little data)";
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

// ../report/src/text/comparison-names.ts
var LABEL = /^(.+?)(@[^/@]+)?\/[^/]+$/;
var RUNTIME = /\/(?:node|bun|deno)(?:@[^/]+)?$/;
function namesOf(named) {
  const { base, new: next, versions } = named;
  const [one, two] = [runtimeWords2(versions.base), runtimeWords2(versions.new)];
  const both = one === two ? one : null;
  if (arePackages(named)) {
    const before2 = frameworkWords(base, versions.base);
    const after2 = frameworkWords(next, versions.new);
    return both === null ? { base: `${before2} on ${one}`, new: `${after2} on ${two}`, both } : { base: before2, new: after2, both };
  }
  const [before, after] = [base, next].map((name) => name.replace(RUNTIME, ""));
  const short = versions.base.revision && versions.new.revision && both !== null;
  return short && before === after === (base === next) ? { base: before, new: after, both } : { base, new: next, both };
}
function arePackages({ base, new: next, versions }) {
  const isPackage = (label, { framework }) => framework !== null && LABEL.exec(label)?.[2] !== void 0;
  return isPackage(base, versions.base) && isPackage(next, versions.new);
}
function frameworkWords(label, { framework }) {
  return `${LABEL.exec(label)?.[1] ?? label} ${framework}`;
}
function runtimeWords2({ runtimeName, runtime }) {
  return runtimeName === null ? null : `${runtimeName} ${runtime}`;
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
    return [head, noFunctionSentence(explained, count)];
  }
  const everywhere = everywhereSentence(explained);
  return [
    head,
    `${groups.map(groupWords).join(", ")}.`,
    ...shareSentences(explained),
    ...everywhere === null ? [] : [everywhere]
  ];
}
function noFunctionSentence({ kinds: kinds2, blocks }, count) {
  const told = kinds2.filter(({ cost }) => isTold(forAllOf(kinds2.length, blocks, cost)));
  if (told.length === 0) {
    return `No single function is told from chance by ${count}: a longer --budget may tell.`;
  }
  const shown = told.slice(0, MOST_GROUPS).map(
    ({ name, cost }) => `${moreWords(cost.difference)} us in ${kindWords[name]} ${limitsWords(cost)}`
  );
  return `No single function differs significantly in ${count}, but kinds of code do: ${shown.join(", ")}.`;
}
function forAllOf(many, blocks, cost) {
  const { difference, lo, hi } = cost;
  if (lo === null || hi === null || blocks < 2) return cost;
  const quantile = (level) => studentQuantile(1 - level / 2, blocks - 1);
  const wider = (hi - lo) / 2 * (quantile(0.05 / many) / quantile(0.05));
  return { ...cost, lo: difference - wider, hi: difference + wider };
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
  const words = all.map(
    ({ figure, limit }) => `${figure === "memory-growth" ? GROWTH_LABEL : figureLabel(figure)} ${limitOf(figure, limit)}`
  );
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
  const growths = comparisons.flatMap((one) => {
    const { growth } = one;
    if (growth?.gate?.outcome !== outcome) return [];
    const limit = `the gate allows ${bytesWords(growth.gate.limit)} per request`;
    const open = outcome === "failed" ? "" : ", **undecided**";
    return [`**${growthChange(growth)}** per request (${where(one)}): ${limit}${open}.`];
  });
  return [...words, ...growths].slice(0, MOST_NAMED);
}
function moreSentence({ comparisons }) {
  const found = comparisons.flatMap(
    (one) => one.figures.flatMap((figure) => {
      const worse = figure.verdict === "more" || figure.verdict === "slower";
      return worse && figure.figure !== "cpu" ? [{ one, figure }] : [];
    })
  );
  const growths = comparisons.flatMap(
    (one) => one.growth?.difference.verdict === "more" ? [`**${growthChange(one.growth)}** per request (${where(one)})`] : []
  );
  const words = [...found.map(changeOf), ...growths];
  return words.length === 0 ? null : `${someOf(words, MOST_NAMED)}.`;
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
  const few = open.flatMap(({ warnings }) => warnings).find(({ code }) => code === "too-few-rounds");
  if (few !== void 0) return `${inert(few.message.replace(/^./, (one) => one.toUpperCase()))}.`;
  const seconds2 = open.map(
    ({ gate, n, blockSeconds, preparedSeconds = 0 }) => gate?.moreBlocks === null || gate === null ? null : (n + gate.moreBlocks) * blockSeconds + preparedSeconds
  );
  const known2 = seconds2.filter((one) => one !== null);
  if (known2.length < seconds2.length) return "No reasonable budget would probably decide it.";
  return `\`--budget ${budgetWords(Math.max(...known2) * family)}\` would probably decide it.`;
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
  if (some.some(isTooLittle)) return "there is too little data to exclude a slowdown";
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
    ...growthLines(gated),
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
  const rows = [...figureRows(one), ...growthRows(one)];
  return rows.map((row, i) => ({ one, row, first: i === 0, app: one.app }));
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
function growthLines({ comparisons, outcome }) {
  if (outcome === "unmeasured") return [];
  const lines = comparisons.flatMap((one) => {
    const sentences = growthSentences(one, namesOf(one)).map(inert);
    const of = comparisons.length > 1 ? `${where(one)}: ` : "";
    return sentences.length === 0 ? [] : [`${of}${sentences.join(" ")}`];
  });
  return lines.slice(0, MOST_CONTROLS);
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
  let bytes2 = 0;
  for await (const chunk of response.body ?? []) {
    bytes2 += chunk.length;
    if (bytes2 > limit) throw new EnvironmentError(`the response has more than ${limit} bytes`);
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
  const known2 = run.pull_requests.map(({ number: number3 }) => number3);
  const numbers = open.filter((pull) => pull.head.sha === sha2).map(({ number: number3 }) => number3).filter((number3) => known2.length === 0 || known2.includes(number3));
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
