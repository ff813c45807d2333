export const HASH_BYTES = 32
const BUCKETS = 2 ** 16

/** Compares two hashes of a buffer, by their places. */
export function compareHashes(hashes: Uint8Array, one: number, two: number): number {
  for (let at = 0; at < HASH_BYTES; at++) {
    const difference = (hashes[one * HASH_BYTES + at] ?? 0) - (hashes[two * HASH_BYTES + at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Sorts the hashes of this many buckets at once. */
const BUCKETS_AT_ONCE = 2048

/**
 * Returns a sorted copy of hashes, one after another, in steps. Hashes are evenly spread, so their
 * first two bytes give the approximate place, and few neighbours are left to sort.
 */
export function* sortHashes(hashes: Uint8Array): Generator<void, Buffer> {
  const count = hashes.length / HASH_BYTES
  const bucketOf = (at: number) =>
    (hashes[at * HASH_BYTES] ?? 0) * 256 + (hashes[at * HASH_BYTES + 1] ?? 0)
  const ends = new Uint32Array(BUCKETS + 1)
  for (let at = 0; at < count; at++) {
    const bucket = bucketOf(at) + 1
    ends[bucket] = (ends[bucket] ?? 0) + 1
  }
  for (let bucket = 1; bucket <= BUCKETS; bucket++) {
    ends[bucket] = (ends[bucket] ?? 0) + (ends[bucket - 1] ?? 0)
  }
  const order = new Uint32Array(count)
  const next = ends.slice()
  for (let at = 0; at < count; at++) {
    const bucket = bucketOf(at)
    const place = next[bucket] ?? 0
    order[place] = at
    next[bucket] = place + 1
  }
  const sorted = Buffer.alloc(hashes.length)
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if (bucket % BUCKETS_AT_ONCE === 0) yield
    const [from, to] = [ends[bucket] ?? 0, ends[bucket + 1] ?? 0]
    if (from === to) continue
    const places = order.subarray(from, to)
    if (places.length > 1) places.sort((one, two) => compareHashes(hashes, one, two))
    for (const [at, place] of places.entries()) {
      const start = place * HASH_BYTES
      sorted.set(hashes.subarray(start, start + HASH_BYTES), (from + at) * HASH_BYTES)
    }
  }
  return sorted
}
