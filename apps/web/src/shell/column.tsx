import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'
import styles from './column.module.css'

/** The phone's width, centred where there is more. */
export function Column({ children }: { children: ReactNode }) {
  return (
    <div className={styles.column}>
      <Backdrop />
      {children}
    </div>
  )
}
