import { assetsFolder } from "@deadheat/adapter/families";
import { ASSETS_PATH } from "@deadheat/handlers";
import { ServeStaticModule } from "@nestjs/serve-static";
import type { Family } from "./family.ts";

const files = ServeStaticModule.forRoot({ rootPath: assetsFolder(), serveRoot: ASSETS_PATH });

export const family: Family = { imports: [files] };
