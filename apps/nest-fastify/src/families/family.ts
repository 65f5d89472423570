import type { ModuleMetadata } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";

/** The parts that a family adds to the service's module, and to the application before its start. */
export interface Family extends Pick<ModuleMetadata, "controllers" | "imports"> {
  readonly prepare?: (nest: NestFastifyApplication) => Promise<void>;
}
