import { create } from 'zustand'

type UpdateState = {
  /** A newer version of the app waits to be let in. */
  isWaiting: boolean
  /** The member said so. */
  isBusy: boolean
  /** Screens that a reload would cost something that cannot be had again. */
  holds: number
}

export const useUpdate = create<UpdateState>(() => ({ isWaiting: false, isBusy: false, holds: 0 }))

/** The overlay leaves no other way than a reload, so it waits for the last hold. */
export function isUpdateShown({ isWaiting, holds }: UpdateState): boolean {
  return isWaiting && holds === 0
}

/** Keeps the overlay away until the returned function is called. */
export function holdUpdate(): () => void {
  useUpdate.setState(({ holds }) => ({ holds: holds + 1 }))
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    useUpdate.setState(({ holds }) => ({ holds: holds - 1 }))
  }
}
