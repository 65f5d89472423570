import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { withScratch } from "@deadheat/journal";
import { both, type Pair } from "../both.ts";
import type { Entrant } from "../server/entrant.ts";
import { preloaded, writing } from "../server/preloaded.ts";
import { openChannel, profilerModule, type Channel } from "./channel.ts";

/** A profile that begins with each process, and its interval: in microseconds, or in allocated bytes. */
export type Sampled = `cpu ${number}` | `heap ${number}`;

/**
 * Runs `work` with two servers whose processes will connect to these channels. The channels are closed in any case, and as
 * soon as the signal aborts.
 * @param sampled the profile that begins with each process; null for none
 */
export async function withChannels<T>(
  entrants: Pair<Entrant>,
  signal: AbortSignal,
  sampled: Sampled | null,
  work: (connected: Pair<Entrant>, channels: Pair<Channel>) => Promise<T>,
): Promise<T> {
  return withScratch("channel", async (folder) => {
    // Each server has a folder, and cannot reach the channel of the other one.
    const folders = both((which) => join(folder, which));
    for (const own of Object.values(folders)) mkdirSync(own);
    const channels: Pair<Channel> = {
      new: await openChannel(folders.new, "channel"),
      base: await openChannel(folders.base, "channel"),
    };
    const close = () => {
      channels.new.close();
      channels.base.close();
    };
    signal.addEventListener("abort", close);
    try {
      const connected = both((which) => {
        const env = {
          DEADHEAT_CHANNEL: channels[which].path,
          ...(sampled !== null && { DEADHEAT_PROFILE: sampled }),
        };
        return writing(preloaded(entrants[which], profilerModule, env), folders[which]);
      });
      return await work(connected, channels);
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  });
}
