import { create } from 'zustand'

type UpdateState = {
  /** True when a newer version of the app waits for activation. */
  isWaiting: boolean
  /** True after the member confirmed the update. */
  isBusy: boolean
  /** The number of open screens whose state a reload would lose. */
  holds: number
}

export const useUpdate = create<UpdateState>(() => ({ isWaiting: false, isBusy: false, holds: 0 }))

/** The overlay offers only a reload, so it appears after the last hold is released. */
export function isUpdateShown({ isWaiting, holds }: UpdateState): boolean {
  return isWaiting && holds === 0
}

/** Hides the overlay until the returned function is called. */
export function holdUpdate(): () => void {
  useUpdate.setState(({ holds }) => ({ holds: holds + 1 }))
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    useUpdate.setState(({ holds }) => ({ holds: holds - 1 }))
  }
}
