import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './badge.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'accent'

/** Renders a state as an icon, a word and a colour. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
