import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * A dialog that closes gives the focus back by itself; one that is taken out of the page while it
 * is open does not. Stands before what opens the dialog, to know what had the focus until then.
 */
export function useFocusGivenBack(dialog: RefObject<HTMLDialogElement | null>, isOpen = true) {
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (!isOpen || !element || !(opener instanceof HTMLElement)) return undefined
    return () => {
      const isFree = !document.activeElement || document.activeElement === document.body
      if (isFree && !element.isConnected && opener.isConnected) {
        opener.focus({ preventScroll: true })
      }
    }
  }, [dialog, isOpen])
}
