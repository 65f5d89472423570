import { withScratch } from "@deadheat/journal";
import { both, type Pair } from "../both.ts";
import type { Entrant } from "../server/entrant.ts";
import { preloaded } from "../server/preloaded.ts";
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
    const channels: Pair<Channel> = {
      new: await openChannel(folder, "new"),
      base: await openChannel(folder, "base"),
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
        return preloaded(entrants[which], profilerModule, env);
      });
      return await work(connected, channels);
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  });
}
