import { useRef, useState } from 'react'

/**
 * The busy state of what is no write of a member: work on the device, and screens that open without
 * the query client. Writes use `useAction`.
 */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const isRunningRef = useRef(false)

  /** Runs once at a time; a second press answers nothing. */
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
