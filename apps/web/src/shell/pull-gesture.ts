export type Finger = { x: number; y: number }

/** The indicator moves by this share of the finger's distance, up to a limit. */
const FOLLOW = 0.5
const FURTHEST_PX = 96
/** Releasing beyond this distance refreshes. */
export const ENOUGH_PX = 64
/** A shorter movement is a tap; the direction is decided from here on. */
const DECIDED_PX = 8

type PullOptions = {
  /** Returns true if the screen can be pulled now: it is at its top and not covered. */
  canPull: () => boolean
  onPull: (byPx: number) => void
  onRefresh: () => void
}

/**
 * Detects one finger that pulls a screen down from its top. Other directions are left to the page.
 */
export function pullGesture({ canPull, onPull, onRefresh }: PullOptions) {
  let start: Finger | undefined
  let byPx = 0

  function stop(): void {
    start = undefined
    if (byPx > 0) onPull(0)
    byPx = 0
  }

  return {
    down(fingers: readonly Finger[]): void {
      stop()
      start = fingers.length === 1 && canPull() ? fingers[0] : undefined
    },
    move(fingers: readonly Finger[]): void {
      const [finger] = fingers
      if (!start || !finger) return
      const [across, down] = [Math.abs(finger.x - start.x), finger.y - start.y]
      const isOther = fingers.length > 1 || !canPull()
      const isDecided = byPx > 0 || Math.max(across, Math.abs(down)) >= DECIDED_PX
      if (isOther || (isDecided && byPx === 0 && across >= down)) return stop()
      if (!isDecided) return
      byPx = Math.max(0, Math.min(FURTHEST_PX, down * FOLLOW))
      onPull(byPx)
    },
    up(): void {
      const isEnough = byPx >= ENOUGH_PX
      stop()
      if (isEnough) onRefresh()
    },
    cancel: stop,
  }
}
