import type { ReactNode } from 'react'
import { NoticeText } from '#/ui/notice.tsx'
import styles from './caution.module.css'

/** A warning with more below its text, such as an address, a field or a checkbox. */
export function Caution({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={styles.caution} role={role}>
      {children}
    </div>
  )
}

type CautionTextProps = { role?: 'alert'; title: string; children: ReactNode }

export function CautionText({ role, title, children }: CautionTextProps) {
  return (
    <div className={styles.text} role={role}>
      <NoticeText title={title}>{children}</NoticeText>
    </div>
  )
}
