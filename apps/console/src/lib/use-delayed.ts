import { useEffect, useState } from 'react'

/** Returns false at first and true after the delay, so that a fast reply shows no placeholder. */
export function useDelayed(delayMs: number): boolean {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])

  return isOver
}
