// A tooltip without markup, unlike that of ECharts.

let tip: HTMLElement | null = null;

/** Shows the text of a mark beside the pointer. */
export function showTip(text: string | undefined, event: unknown): void {
  hideTip();
  if (text === undefined || !(event instanceof MouseEvent)) return;
  tip = document.createElement("div");
  tip.className = "tip";
  tip.textContent = text;
  // An open dialog is above all other elements.
  (document.querySelector("dialog[open]") ?? document.body).append(tip);
  const { offsetWidth, offsetHeight } = tip;
  const left = Math.min(event.clientX + 14, innerWidth - offsetWidth - 8);
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${Math.max(8, event.clientY - offsetHeight - 12)}px`;
}

export function hideTip(): void {
  tip?.remove();
  tip = null;
}
