import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import type { Tone } from './badge.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './note.module.css'

const ICONS: Record<Tone, IconName> = {
  plain: 'info',
  ok: 'check',
  warn: 'alert',
  bad: 'alert',
  accent: 'passkey',
}

type NoteProps = {
  tone?: Tone
  icon?: IconName
  /** Read out when it appears. */
  isLive?: boolean
  children: ReactNode
}

export function Note({ tone = 'plain', icon, isLive = false, children }: NoteProps) {
  const role = isLive ? (tone === 'bad' ? 'alert' : 'status') : undefined
  return (
    <div className={classNames(styles.note, tone !== 'plain' && styles[tone])} role={role}>
      <Icon name={icon ?? ICONS[tone]} />
      <div className={styles.content}>{children}</div>
    </div>
  )
}
