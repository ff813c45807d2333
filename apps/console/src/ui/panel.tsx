import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './panel.module.css'

type PanelProps = {
  title?: string
  /** Stands at the right of the title. */
  more?: ReactNode
  /** Lists and tables reach the edges of the panel; everything else has a margin. */
  isFlush?: boolean
  children: ReactNode
}

export function Panel({ title, more, isFlush = false, children }: PanelProps) {
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {more && <div className={styles.more}>{more}</div>}
        </header>
      )}
      {isFlush ? (
        children
      ) : (
        <div className={classNames(styles.body, !title && styles.bare)}>{children}</div>
      )}
    </section>
  )
}
