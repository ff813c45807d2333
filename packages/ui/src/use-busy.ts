import { useRef, useState } from 'react'

/**
 * Manages the busy state of actions that are not writes: work on the device and screens without the
 * query client. Writes use `useAction`.
 */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const isRunningRef = useRef(false)

  /** Runs once at a time; a second press returns undefined. */
  async function run<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
    if (isRunningRef.current) return undefined
    isRunningRef.current = true
    setBusy(true)
    try {
      return await action()
    } finally {
      isRunningRef.current = false
      setBusy(false)
    }
  }

  return { isBusy, run }
}
