import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './reveal-cover.module.css'

/** A minute without a key or a touch inside; whoever still reads or moves through it keeps it open. */
const SHOWN_MS = 60_000

type RevealCoverProps<Shown> = {
  labels: { show: string; hide: string }
  /** Fetched for each look; nothing of it stays in the page between two looks. */
  load: () => Promise<Shown>
  children: (shown: Shown) => ReactNode
  /** Shown while the secret is hidden. */
  placeholder: ReactNode
  onSeen?: () => void
  /** Called when it could not be fetched; the cover is closed again. */
  onFailed?: (cause: unknown) => void
}

/** Shows a secret by a press and hides it by the next, after a while, and when the window loses focus. */
export function RevealCover<Shown>(props: RevealCoverProps<Shown>) {
  const { t } = useTranslation('wallet')
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const cover = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  const hide = useEffectEvent(() => {
    // Focus on a word that goes away would be lost.
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

  // Hidden again before it came: then it is not shown.
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
  /** How many are hidden, so that nothing moves when they show. */
  count?: number
}

/** Words in two columns, numbered downwards as they are written on paper, each read out by itself. */
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
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- read one by one, also with a switch device
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
