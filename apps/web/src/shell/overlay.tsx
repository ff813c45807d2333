import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useRestoreFocus } from '@solstice/ui/restore-focus.ts'
import { Backdrop } from './backdrop.tsx'
import styles from './overlay.module.css'

type OverlayProps = {
  /** The id of the heading that labels it. */
  labelledBy: string
  /** `sheet` is at the bottom and shows the app behind it; `plain` has no background. */
  variant?: 'full' | 'plain' | 'sheet'
  children: ReactNode
}

/** Covers the app until its reason is gone; no key or tap closes it. */
export function Overlay({ labelledBy, variant = 'full', children }: OverlayProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useRestoreFocus(ref)
  useEffect(() => {
    const dialog = ref.current
    const show = () => {
      if (dialog && !dialog.open) dialog.showModal()
    }
    show()
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      className={styles[variant]}
      aria-labelledby={labelledBy}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close the dialog on the second Escape regardless, so open it again.
      onClose={() => ref.current?.isConnected && ref.current.showModal()}
    >
      {variant === 'full' && <Backdrop />}
      {children}
    </dialog>
  )
}
