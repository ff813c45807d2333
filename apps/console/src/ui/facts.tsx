import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './facts.module.css'

export type Fact = readonly [label: string, value: ReactNode]

/** Renders labels with their values; `boxed` for the effect of an action in figures. */
export function Facts({
  facts,
  look = 'plain',
}: {
  facts: readonly Fact[]
  look?: 'plain' | 'boxed' | 'left'
}) {
  return (
    <dl className={classNames(styles.facts, look !== 'plain' && styles[look])}>
      {facts.map(([label, value]) => (
        <Pair key={label} label={label} value={value} />
      ))}
    </dl>
  )
}

function Pair({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
