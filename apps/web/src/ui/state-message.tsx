import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './state-message.module.css'
import text from './text.module.css'

type StateMessageProps = {
  /** A drawing or its address; it says nothing the text does not say. */
  art?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `screen` when it is all a screen holds. */
  headingLevel?: 1 | 2 | 3
}

/** Nothing here yet: a drawing, what would be here, and what to do. */
export function EmptyState({ art, title, children, action, headingLevel = 2 }: StateMessageProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={styles.state}>
      {typeof art === 'string' ? (
        <img className={styles.art} src={art} alt="" width={240} height={160} />
      ) : (
        art
      )}
      <Heading className={text.title}>{title}</Heading>
      {children && <p className={classNames(text.soft, text.pretty)}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  message: string
  retryLabel: string
  onRetry: () => void
  isRetrying?: boolean
}

/** What could not be loaded, in the place where it would be. */
export function ErrorState({ message, retryLabel, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <p className={text.soft}>{message}</p>
      <div className={styles.action}>
        <Button look="quiet" isCompact isBusy={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </div>
  )
}
