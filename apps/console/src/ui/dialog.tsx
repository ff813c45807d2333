import { useEffect, useId, useRef } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useRestoreFocus } from '@solstice/ui/restore-focus.ts'
import { Badge } from './badge.tsx'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  /** The level of the confirmation, such as C2. */
  level?: string
  /** Not called while the dialog may not be closed. */
  onClose?: () => void
  /** With it the content is a form; otherwise the content may have its own forms. */
  onSubmit?: () => void
  /** Names the content. When it changes, the focus moves to the title if its element is gone. */
  step?: string
  /** Ctrl or ⌘ with Enter submits from any field. */
  hasShortcut?: boolean
  actions?: ReactNode
  children: ReactNode
}

/**
 * Renders a modal dialog while it is mounted. The native dialog traps the focus and restores it on
 * close.
 */
export function Dialog({
  title,
  level,
  onClose,
  onSubmit,
  step,
  hasShortcut = false,
  actions,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useRestoreFocus(ref)

  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])

  useEffect(() => {
    const focused = document.activeElement
    const isUsable = ref.current?.contains(focused) && !focused?.matches(':disabled')
    if (step !== undefined && !isUsable) heading.current?.focus()
  }, [step])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit?.()
  }

  function pressKey(event: KeyboardEvent) {
    if (hasShortcut && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit?.()
    }
  }

  /** A browser closes a dialog on the second Escape, even if the first one was refused. */
  function closeByBrowser() {
    if (ref.current?.open) return
    if (onClose) onClose()
    else ref.current?.showModal()
  }

  const content = (
    <>
      <div className={styles.header}>
        <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {level && <Badge>{level}</Badge>}
      </div>
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </>
  )

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onKeyDown={pressKey}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={closeByBrowser}
    >
      {onSubmit ? (
        <form onSubmit={submit} noValidate>
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  )
}
