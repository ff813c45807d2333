import { useEffect, useState } from 'react'
import { serverNow } from './time.ts'

/** Returns the server time, updated often enough for texts in minutes. */
export function useNow(everyMs = 15_000): number {
  const [nowMs, setNowMs] = useState(serverNow)

  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])

  return nowMs
}
