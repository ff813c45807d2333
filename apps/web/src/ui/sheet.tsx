import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { registerToastSlot } from '#/lib/toast.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useRestoreFocus } from '@solstice/ui/restore-focus.ts'
import styles from './sheet.module.css'
import text from './text.module.css'

type SheetProps = {
  isOpen: boolean
  onClose: () => void
  /** Shown above the title, which is then larger. */
  above?: ReactNode
  title: string
  children: ReactNode
  /** Stays visible below the scrolling content. */
  actions?: ReactNode
}

/**
 * Renders a sheet that rises from the bottom. The native dialog traps the focus and restores it on
 * close.
 */
export function Sheet({ isOpen, onClose, above, title, children, actions }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const toasts = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useRestoreFocus(ref, isOpen)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === isOpen) return
    if (isOpen) dialog.showModal()
    else dialog.close()
  }, [isOpen])

  useEffect(
    () => (isOpen && toasts.current ? registerToastSlot(toasts.current) : undefined),
    [isOpen],
  )

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the dialog handles Escape itself
    <dialog
      ref={ref}
      className={styles.sheet}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        // Only a click on the scrim targets the dialog itself; the content of the sheet is inside
        // its panel.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.panel}>
        <span className={styles.grabber} aria-hidden="true" />
        {above}
        <h2
          id={titleId}
          className={classNames(above ? text.headline : text.title, styles.title)}
          tabIndex={-1}
        >
          {title}
        </h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable by keyboard */}
        <div className={styles.body} tabIndex={0} role="group" aria-labelledby={titleId}>
          {children}
        </div>
        <div ref={toasts} className={styles.toasts} role="status" />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
