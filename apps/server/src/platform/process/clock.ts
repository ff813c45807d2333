/** The only clock of the product. No other code reads the machine's time. */
export type Clock = {
  now: () => Date
  /** For development only: moves the clock, so that a week of the programme passes in a test. */
  advance: (ms: number) => void
  /** For development only: the clock runs from `instant` from now on. */
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
