import { events } from "@deadheat/handlers";
import { Controller, Query, Sse, type MessageEvent } from "@nestjs/common";
import { from, map, type Observable } from "rxjs";
import { decorate } from "../decorate.ts";
import type { Family } from "./family.ts";

class EventsController {
  events(first?: string): Observable<MessageEvent> {
    return from(events.handle(first)).pipe(map((data) => ({ data })));
  }
}
Controller()(EventsController);
decorate(EventsController, "events", Sse(events.pattern));
Query("from")(EventsController.prototype, "events", 0);

export const family: Family = { controllers: [EventsController] };
