import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './facts.module.css'
import text from './text.module.css'

export type Fact = readonly [name: string, value: ReactNode]

/** Renders names and values, separated by hairlines; empty entries are left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | null | undefined)[] }) {
  return (
    <Card variant="flush">
      <dl className={styles.facts}>
        {facts
          .filter((fact) => fact !== false && fact !== null && fact !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt className={text.soft}>{name}</dt>
              <dd className={classNames(text.strong, text.number)}>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}
