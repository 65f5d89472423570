import { rm } from "node:fs/promises";
import { scratchFolder } from "@deadheat/journal";
import { both, type Pair } from "../pair.ts";
import type { Entrant } from "../server/entrant.ts";
import { preloaded } from "../server/preloaded.ts";
import { openChannel, profilerModule, type Channel } from "./channel.ts";

/** Runs `work` with two servers whose processes will connect to these channels. The channels are closed in any case. */
export async function withChannels<T>(
  entrants: Pair<Entrant>,
  work: (connected: Pair<Entrant>, channels: Pair<Channel>) => Promise<T>,
): Promise<T> {
  const folder = scratchFolder("channel");
  const channels: Pair<Channel> = {
    new: await openChannel(folder, "new"),
    base: await openChannel(folder, "base"),
  };
  try {
    const connected = both((which) => {
      const env = { DEADHEAT_CHANNEL: channels[which].path };
      return preloaded(entrants[which], profilerModule, env);
    });
    return await work(connected, channels);
  } finally {
    channels.new.close();
    channels.base.close();
    await rm(folder, { recursive: true, force: true });
  }
}
