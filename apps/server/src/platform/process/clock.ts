/** The one clock of the product. Nothing else asks the machine for the time. */
export type Clock = {
  now: () => Date
  /** Development only: moves the clock, so that a week of the programme passes in a test. */
  advance: (ms: number) => void
  /** Development only: from this moment on the clock runs from `instant`. */
  setTo: (instant: Date) => void
}

export function systemClock(): Clock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms
    },
    setTo: (instant) => {
      offsetMs = instant.getTime() - Date.now()
    },
  }
}
