export {
  addonOptions,
  addonRecord,
  copyExists,
  findAddon,
  makeCopy,
  type Addon,
  type AddonCopy,
  type AddonSpec,
  type Host,
} from "./addon.ts";
