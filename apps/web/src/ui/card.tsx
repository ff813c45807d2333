import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './card.module.css'

/** For a link or list that is itself a card. */
export const cardClass = classNames(styles.card)

export function Card({
  variant = 'plain',
  children,
}: {
  /** `dashed`: a place that is kept for something that cannot be used yet. */
  variant?: 'plain' | 'flush' | 'dashed'
  children: ReactNode
}) {
  return (
    <div
      className={classNames(
        styles.card,
        variant === 'flush' && styles.flush,
        variant === 'dashed' && styles.dashed,
      )}
    >
      {children}
    </div>
  )
}
