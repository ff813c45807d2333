import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './card.module.css'

/** The class for a link or list that is itself a card. */
export const cardClass = classNames(styles.card)

export function Card({
  variant = 'plain',
  children,
}: {
  /** `dashed` marks a slot that cannot be used yet. */
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
