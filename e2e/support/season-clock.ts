import type { RunningServer } from '../../tools/server.ts'

/** The server's clock for a journey through many days; it only moves forward. */
export type SeasonClock = {
  now: () => Promise<Date>
  advance: (ms: number) => Promise<Date>
  goTo: (instant: number | string) => Promise<Date>
}

export function seasonClock({ url }: RunningServer): SeasonClock {
  const advance = async (advanceMs: number) => {
    const response = await fetch(`${url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs }),
    })
    if (!response.ok) throw new Error(`The clock returned ${response.status}`)
    const { now } = (await response.json()) as { now: string } // Sent by dev-tools.ts.
    return new Date(now)
  }
  const now = () => advance(0)
  return {
    now,
    advance,
    goTo: async (instant) => {
      const target = typeof instant === 'string' ? Date.parse(instant) : instant
      const left = target - (await now()).getTime()
      if (left < 0) throw new Error(`The clock is past ${new Date(target).toISOString()}`)
      return advance(left)
    },
  }
}
