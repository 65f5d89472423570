import { listen } from "@deadheat/adapter";
import { listenable } from "#listenable";

await listen(listenable);
