export type TouchPoint = { x: number; y: number }

/** The indicator moves by this share of the finger's distance, up to a limit. */
const PULL_RATIO = 0.5
const MAX_PULL_PX = 96
/** Releasing beyond this distance refreshes. */
export const REFRESH_THRESHOLD_PX = 64
/** A shorter movement is a tap; the direction is decided from here on. */
const DIRECTION_THRESHOLD_PX = 8

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
  let start: TouchPoint | undefined
  let byPx = 0

  function stop(): void {
    start = undefined
    if (byPx > 0) onPull(0)
    byPx = 0
  }

  return {
    down(fingers: readonly TouchPoint[]): void {
      stop()
      start = fingers.length === 1 && canPull() ? fingers[0] : undefined
    },
    move(fingers: readonly TouchPoint[]): void {
      const [finger] = fingers
      if (!start || !finger) return
      const [across, down] = [Math.abs(finger.x - start.x), finger.y - start.y]
      const isOther = fingers.length > 1 || !canPull()
      const isDecided = byPx > 0 || Math.max(across, Math.abs(down)) >= DIRECTION_THRESHOLD_PX
      if (isOther || (isDecided && byPx === 0 && across >= down)) return stop()
      if (!isDecided) return
      byPx = Math.max(0, Math.min(MAX_PULL_PX, down * PULL_RATIO))
      onPull(byPx)
    },
    up(): void {
      const isPastThreshold = byPx >= REFRESH_THRESHOLD_PX
      stop()
      if (isPastThreshold) onRefresh()
    },
    cancel: stop,
  }
}
