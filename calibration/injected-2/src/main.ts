import { listen } from "@deadheat/adapter";
import { serverWithInjected } from "../../injected-function.ts";

await listen(serverWithInjected(0.02));
