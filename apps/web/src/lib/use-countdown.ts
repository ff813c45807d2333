import { useEffect, useState } from 'react'
import { serverNow } from '@solstice/ui/time.ts'

/** Short enough that the shown second never lags behind. */
const TICK_MS = 250

/** Returns the milliseconds until an instant of the server clock. */
export function useCountdown(untilMs: number): number {
  const [nowMs, setNowMs] = useState(serverNow)

  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])

  return Math.max(0, untilMs - nowMs)
}
