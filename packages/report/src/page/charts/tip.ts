// A tooltip of our own: that of ECharts writes markup, which this page never does.

let tip: HTMLElement | null = null;

/** Shows a mark's words beside the pointer. */
export function showTip(text: string | undefined, event: unknown): void {
  hideTip();
  if (text === undefined || !(event instanceof MouseEvent)) return;
  tip = document.createElement("div");
  tip.className = "tip";
  tip.textContent = text;
  // A dialog that is open lies above everything else.
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
