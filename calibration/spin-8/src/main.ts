import { listen } from "@deadheat/adapter";
import { serverWithWork } from "../../injected-work.ts";

await listen(serverWithWork(0.08));
