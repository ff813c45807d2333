import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from './icon.tsx'
import text from './text.module.css'
import styles from './notice.module.css'

/** The class for a link that is itself a notice. */
export const noticeClass = classNames(styles.notice)

type NoticeProps = {
  title?: string
  children: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
}

/** Renders information that the member needs before continuing. */
export function Notice({ title, children, action, role }: NoticeProps) {
  return (
    <div className={styles.notice} role={role}>
      <NoticeText title={title}>{children}</NoticeText>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

export function NoticeText({
  title,
  children,
}: {
  title?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <span className={styles.sign}>
        <Icon name="alert" />
      </span>
      <span className={styles.text}>
        {title && <span className={text.strong}>{title}</span>}
        <span className={classNames(text.small, text.soft)}>{children}</span>
      </span>
    </>
  )
}
