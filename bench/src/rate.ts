const AT_ONCE = 8
const REQUESTS = 400

/** Replies per second to the same request, a few at a time. A refusal is a broken benchmark. */
export async function perSecond(
  url: string,
  headers: Record<string, string> = {},
): Promise<number> {
  let left = REQUESTS
  const ask = async () => {
    while (left > 0) {
      left -= 1
      const reply = await fetch(url, { headers })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return REQUESTS / ((performance.now() - startedAt) / 1000)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
