import { events, type Tick } from "@deadheat/handlers";
import { createEventStream, getQuery, type EventStream, type H3 } from "h3";

export function serve(h3: H3): void {
  h3.get(events.pattern, (event) => {
    const stream = createEventStream(event);
    void push(stream, events.handle(getQuery<{ from?: string }>(event).from));
    return stream.send();
  });
}

async function push(stream: EventStream, ticks: AsyncGenerator<Tick>): Promise<void> {
  let closed = false;
  stream.onClosed(() => {
    closed = true;
  });
  for await (const tick of ticks) {
    if (closed) return;
    await stream.push(JSON.stringify(tick));
  }
  await stream.close();
}
