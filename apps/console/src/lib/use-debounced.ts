import { useEffect, useState } from 'react'

/** Returns the value after it has not changed for the delay; an empty text at once. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])

  return value === '' ? '' : settled
}
