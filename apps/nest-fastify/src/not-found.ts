import { notFound } from "@deadheat/handlers";
import { Catch, NotFoundException, type ArgumentsHost } from "@nestjs/common";
import type { FastifyReply } from "fastify";

/** A filter that responds with text, because Nest's own 404 is JSON. */
export class NotFoundFilter {
  catch(_: NotFoundException, host: ArgumentsHost) {
    const response = host.switchToHttp().getResponse<FastifyReply>();
    response.status(404).type("text/plain").send(notFound.handle());
  }
}
Catch(NotFoundException)(NotFoundFilter);
