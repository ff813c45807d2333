type CachedReply<Reply> = { reply: Promise<Reply>; atMs: number; bytes: number }

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
  const cachedReplies = new Map<string, CachedReply<Reply>>()
  let bytes = 0

  // The development clock can also be set back.
  const isOld = ({ atMs }: CachedReply<Reply>, nowMs: number) =>
    Math.abs(nowMs - atMs) >= bounds.ageMs

  const evict = (key: string, entry: CachedReply<Reply>) => {
    if (cachedReplies.get(key) !== entry) return
    cachedReplies.delete(key)
    bytes -= entry.bytes
  }

  const evictExcess = (nowMs: number) => {
    for (const [key, entry] of cachedReplies) {
      const isTooMuch = cachedReplies.size > bounds.replies || bytes > bounds.bytes
      if (!isTooMuch && !isOld(entry, nowMs)) return
      evict(key, entry)
    }
  }

  const measure = (key: string, entry: CachedReply<Reply>, reply: Reply) => {
    if (cachedReplies.get(key) !== entry) return
    entry.bytes = JSON.stringify(reply).length
    bytes += entry.bytes
    evictExcess(entry.atMs)
  }

  return {
    getOrFetch: (key, nowMs, find) => {
      const known = cachedReplies.get(key)
      if (known && !isOld(known, nowMs)) return known.reply
      if (known) evict(key, known)
      const entry = { reply: find(), atMs: nowMs, bytes: 0 }
      cachedReplies.set(key, entry)
      evictExcess(nowMs)
      entry.reply.then(
        (reply) => measure(key, entry, reply),
        () => evict(key, entry),
      )
      return entry.reply
    },
    held: () => ({ replies: cachedReplies.size, bytes }),
  }
}
