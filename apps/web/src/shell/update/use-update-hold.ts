import { useEffect } from 'react'
import { holdUpdate } from './update-state.ts'

/**
 * Hides the update overlay while `isHeld` is true, because a reload would lose the state of the
 * screen.
 */
export function useUpdateHold(isHeld: boolean): void {
  useEffect(() => (isHeld ? holdUpdate() : undefined), [isHeld])
}
