import { useEffect } from 'react'
import { holdUpdate } from './update-state.ts'

/** Keeps the update overlay away while it holds: what is on the screen would be lost by a reload. */
export function useUpdateHold(isHeld: boolean): void {
  useEffect(() => (isHeld ? holdUpdate() : undefined), [isHeld])
}
