import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Restores the focus when an open dialog is removed from the page; a dialog that closes does so
 * natively. Call it before the effect that opens the dialog, so that it records the previously
 * focused element.
 */
export function useRestoreFocus(dialog: RefObject<HTMLDialogElement | null>, isOpen = true) {
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
