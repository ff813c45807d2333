import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { Card } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './changes-card.module.css'

type ChangesCardProps = {
  title: string
  children: ReactNode
  /** The last line: what else changes, or that nothing does. */
  rest?: ReactNode
  /** The last line is no reassurance. */
  isUncertain?: boolean
}

/** Lists what a transaction changes before it is signed. */
export function ChangesCard({ title, children, rest, isUncertain = false }: ChangesCardProps) {
  return (
    <Card variant="flush">
      <p className={classNames(text.small, text.soft, styles.head)}>{title}</p>
      {children}
      {rest && (
        <p className={classNames(text.soft, styles.rest)}>
          <Icon name={isUncertain ? 'alert' : 'check'} size={20} />
          <span>{rest}</span>
        </p>
      )}
    </Card>
  )
}
