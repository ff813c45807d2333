import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './hold-cover.module.css'

type HoldCoverProps<Shown> = {
  label: string
  /** Fetched for each look; nothing of it stays in the page between two looks. */
  load: () => Promise<Shown>
  children: (shown: Shown) => ReactNode
  /** What takes the place of what is hidden. */
  placeholder: ReactNode
  onSeen?: () => void
}

/** Shows a secret while a finger, or the space bar, holds it; hides it when the window loses focus. */
export function HoldCover<Shown>(props: HoldCoverProps<Shown>) {
  const { t } = useTranslation('wallet')
  const [isHeld, setHeld] = useState(false)
  const [shown, setShown] = useState<Shown>()

  const hide = useEffectEvent(() => {
    setHeld(false)
    setShown(undefined)
  })

  useEffect(() => {
    if (!isHeld) return
    const onHide = () => hide()
    window.addEventListener('blur', onHide)
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('blur', onHide)
      window.removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [isHeld])

  const arrived = useEffectEvent((loaded: Shown) => {
    setShown(loaded)
    props.onSeen?.()
  })
  const load = useEffectEvent(() => props.load())

  // Let go before it came: then it is not shown.
  useEffect(() => {
    if (!isHeld) return
    let isOver = false
    void load().then((loaded) => isOver || arrived(loaded))
    return () => {
      isOver = true
    }
  }, [isHeld])

  const isShown = isHeld && shown !== undefined
  const release = () => {
    setHeld(false)
    setShown(undefined)
  }
  return (
    <div className={styles.cover}>
      <div className={classNames(styles.secret, !isShown && styles.hidden)}>
        {isShown ? props.children(shown) : props.placeholder}
      </div>
      <button
        type="button"
        className={styles.hold}
        aria-pressed={isHeld}
        onPointerDown={() => setHeld(true)}
        onPointerUp={release}
        onPointerCancel={release}
        onPointerLeave={release}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === ' ' || event.key === 'Enter') {
            event.preventDefault()
            setHeld(true)
          }
        }}
        onKeyUp={release}
        onBlur={release}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} size={20} />
        <span className={text.strong}>{isShown ? t('create.holding') : props.label}</span>
      </button>
    </div>
  )
}

const WORDS = 12

type WordGridProps = {
  words: readonly string[] | undefined
  /** How many are hidden, so that nothing moves when they show. */
  count?: number
}

/** Words in two columns, numbered downwards as they are written on paper. */
export function WordGrid({ words, count = WORDS }: WordGridProps) {
  const { t } = useTranslation('wallet')
  const list = words ?? Array.from({ length: count }, () => '')
  return (
    <ol className={styles.words} aria-label={words ? undefined : t('create.hidden')}>
      {list.map((word, at) => (
        <li key={`${at}-${word}`} className={styles.word}>
          <span className={classNames(text.small, text.faint, text.number)}>{at + 1}</span>
          {word === '' ? (
            <span className={styles.bar} aria-hidden="true" />
          ) : (
            <span className={text.strong}>{word}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
