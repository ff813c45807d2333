type Remembered<Reply> = { reply: Promise<Reply>; atMs: number; bytes: number }

type RecentReplies<Reply> = {
  /** Returns the cached reply or computes it. Failures are not cached. */
  getOrFetch: (key: string, nowMs: number, find: () => Promise<Reply>) => Promise<Reply>
  held: () => { replies: number; bytes: number }
}

/** Caches replies to public requests, limited by age, count and size. */
export function recentReplies<Reply>(bounds: {
  ageMs: number
  replies: number
  bytes: number
}): RecentReplies<Reply> {
  /** Oldest entry first. */
  const remembered = new Map<string, Remembered<Reply>>()
  let bytes = 0

  // The development clock can also be set back.
  const isOld = ({ atMs }: Remembered<Reply>, nowMs: number) =>
    Math.abs(nowMs - atMs) >= bounds.ageMs

  const evict = (key: string, entry: Remembered<Reply>) => {
    if (remembered.get(key) !== entry) return
    remembered.delete(key)
    bytes -= entry.bytes
  }

  const evictExcess = (nowMs: number) => {
    for (const [key, entry] of remembered) {
      const isTooMuch = remembered.size > bounds.replies || bytes > bounds.bytes
      if (!isTooMuch && !isOld(entry, nowMs)) return
      evict(key, entry)
    }
  }

  const measure = (key: string, entry: Remembered<Reply>, reply: Reply) => {
    if (remembered.get(key) !== entry) return
    entry.bytes = JSON.stringify(reply).length
    bytes += entry.bytes
    evictExcess(entry.atMs)
  }

  return {
    getOrFetch: (key, nowMs, find) => {
      const known = remembered.get(key)
      if (known && !isOld(known, nowMs)) return known.reply
      if (known) evict(key, known)
      const entry = { reply: find(), atMs: nowMs, bytes: 0 }
      remembered.set(key, entry)
      evictExcess(nowMs)
      entry.reply.then(
        (reply) => measure(key, entry, reply),
        () => evict(key, entry),
      )
      return entry.reply
    },
    held: () => ({ replies: remembered.size, bytes }),
  }
}
