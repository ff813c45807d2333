import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './reveal-cover.module.css'

/** Hides the secret after a minute without a key press or a touch inside it. */
const SHOWN_MS = 60_000

type RevealCoverProps<Shown> = {
  labels: { show: string; hide: string }
  /** Runs each time the secret is shown; nothing of it stays in the page while it is hidden. */
  load: () => Promise<Shown>
  children: (shown: Shown) => ReactNode
  /** Shown while the secret is hidden. */
  placeholder: ReactNode
  onSeen?: () => void
  /** Runs when loading failed; the cover closes again. */
  onFailed?: (cause: unknown) => void
}

/**
 * Shows a secret on a press and hides it on the next press, after a while, and when the window
 * loses focus.
 */
export function RevealCover<Shown>(props: RevealCoverProps<Shown>) {
  const { t } = useTranslation('wallet')
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const cover = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  const hide = useEffectEvent(() => {
    // Move the focus, because it would be lost with the hidden word.
    if (cover.current?.contains(document.activeElement)) toggle.current?.focus()
    setOpen(false)
    setShown(undefined)
  })

  useEffect(() => {
    const element = cover.current
    if (!isOpen || !element) return
    const onHide = () => hide()
    let timer = setTimeout(onHide, SHOWN_MS)
    const stay = () => {
      clearTimeout(timer)
      timer = setTimeout(onHide, SHOWN_MS)
    }
    const stays = ['focusin', 'keydown', 'pointerdown'] as const
    for (const kind of stays) element.addEventListener(kind, stay)
    window.addEventListener('blur', onHide)
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      clearTimeout(timer)
      for (const kind of stays) element.removeEventListener(kind, stay)
      window.removeEventListener('blur', onHide)
      window.removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [isOpen])

  const arrived = useEffectEvent((loaded: Shown) => {
    setShown(loaded)
    props.onSeen?.()
  })
  const failed = useEffectEvent((cause: unknown) => {
    setOpen(false)
    props.onFailed?.(cause)
  })
  const load = useEffectEvent(() => props.load())

  // Ignore the secret if the cover was closed before it loaded.
  useEffect(() => {
    if (!isOpen) return
    let isOver = false
    void load().then(
      (loaded) => isOver || arrived(loaded),
      (cause) => isOver || failed(cause),
    )
    return () => {
      isOver = true
    }
  }, [isOpen])

  const isShown = isOpen && shown !== undefined
  return (
    <div ref={cover} className={styles.cover}>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={isShown}
        onClick={() => {
          setOpen(!isOpen)
          setShown(undefined)
        }}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} size={20} />
        <span className={text.strong}>{isShown ? props.labels.hide : props.labels.show}</span>
      </button>
      <div className={styles.secret}>{isShown ? props.children(shown) : props.placeholder}</div>
      <p className={classNames(text.small, text.faint, styles.note)}>{t('reveal.hides')}</p>
    </div>
  )
}

const WORDS = 12

type WordGridProps = {
  words: readonly string[] | undefined
  /** The number of hidden words, so that the layout does not shift when they appear. */
  count?: number
}

/**
 * Shows words in two columns, numbered downwards as on paper; screen readers read each word
 * separately.
 */
export function WordGrid({ words, count = WORDS }: WordGridProps) {
  const { t } = useTranslation('wallet')
  const list = words ?? Array.from({ length: count }, () => '')
  return (
    <ol className={styles.words} aria-label={words ? undefined : t('create.hidden')}>
      {list.map((word, at) => {
        const number = (
          <span className={classNames(text.small, text.faint, text.number)}>{at + 1}</span>
        )
        if (word === '') {
          return (
            <li key={`${at}-`} className={styles.word}>
              {number}
              <span className={styles.bar} aria-hidden="true" />
            </li>
          )
        }
        return (
          <li
            key={`${at}-${word}`}
            className={styles.word}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- each word must be focusable for switch devices
            tabIndex={0}
            aria-label={t('reveal.word', { place: at + 1, word })}
          >
            {number}
            <span className={text.strong}>{word}</span>
          </li>
        )
      })}
    </ol>
  )
}
