import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './state-message.module.css'
import text from './text.module.css'

type StateMessageProps = {
  /** A drawing or its URL; it is decorative because the text carries all information. */
  art?: ReactNode
  title: string
  children?: ReactNode
  /** Use level 1 when the message is the only content of the screen. */
  headingLevel?: 1 | 2 | 3
}

/**
 * Renders an empty state: a drawing and a description of the missing content. The action belongs in
 * the dock.
 */
export function EmptyState({ art, title, children, headingLevel = 2 }: StateMessageProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={styles.state}>
      {typeof art === 'string' ? (
        <img className={styles.art} src={art} alt="" width={240} height={160} />
      ) : (
        art
      )}
      <Heading className={text.title}>{title}</Heading>
      {children && <p className={classNames(text.soft, styles.text)}>{children}</p>}
    </div>
  )
}

type ErrorStateProps = {
  message: string
  retryLabel: string
  onRetry: () => void
  isRetrying?: boolean
}

/** Draws the sun behind a cloud. */
export function Cloud() {
  return (
    <svg className={styles.cloud} viewBox="0 0 160 96" fill="none" aria-hidden="true">
      <g stroke="#fff" strokeWidth="2" strokeLinecap="round">
        <path d="M24 76a56 56 0 0 1 112 0" strokeOpacity=".2" strokeDasharray="1 8" />
        <path d="M8 76h144" strokeOpacity=".5" />
        <path d="M50 86h60M66 94h28" strokeOpacity=".2" />
      </g>
      <circle cx="98" cy="34" r="20" fill="#5a49ac" />
      <path
        d="M55 66a13 13 0 0 1 0-26 19 19 0 0 1 38-2 15 15 0 1 1 8 28z"
        fill="#1b1832"
        stroke="#f6f4ff"
        strokeWidth="2"
      />
    </svg>
  )
}

/** Renders a loading error in place of the content, as one line or a full screen. */
export function ErrorState({ message, retryLabel, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <Cloud />
      <p>{message}</p>
      <Button variant="quiet" isCompact isBusy={isRetrying} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  )
}
