import type { ModuleMetadata } from "@nestjs/common";
import type { NestExpressApplication } from "@nestjs/platform-express";

/** The parts that a family adds to the service's module, and to the application before its start. */
export interface Family extends Pick<ModuleMetadata, "controllers" | "imports"> {
  readonly prepare?: (nest: NestExpressApplication) => void;
}
