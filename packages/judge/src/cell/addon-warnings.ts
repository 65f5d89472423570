import type { Warning } from "@deadheat/journal";

/** What a result must say of a target that ran on such an addon. */
export function addonWarnings(
  addon: { readonly copy: { readonly reason: string } | null } | null | undefined,
): Warning[] {
  return addon?.copy ? [{ code: "addon-copy", message: addon.copy.reason }] : [];
}
