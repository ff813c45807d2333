import { Suspense, lazy, useEffect, useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import styles from './command-button.module.css'

const CommandMenu = lazy(async () => ({
  default: (await import('./command-menu.tsx')).CommandMenu,
}))

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent)

/** A key that types a character belongs to the field that has the focus. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null

const opensMenu = (event: KeyboardEvent) =>
  ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') ||
  (event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target))

/** Opens the command menu by a press, Ctrl or ⌘ with K, or `/`. */
export function CommandButton() {
  const { t } = useTranslation('command')
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    function pressKey(event: KeyboardEvent) {
      // Another dialog may hold something typed, so it stays on top.
      const isFree = isOpen || document.querySelector('dialog[open]') === null
      if (!opensMenu(event) || !isFree) return
      event.preventDefault()
      setOpen(!isOpen)
    }
    window.addEventListener('keydown', pressKey)
    return () => window.removeEventListener('keydown', pressKey)
  }, [isOpen])

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={styles.text}>{t('search')}</span>
        <span className={styles.keys} aria-hidden="true">
          <Kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <CommandMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
