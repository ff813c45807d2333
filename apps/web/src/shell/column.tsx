import type { ReactNode } from 'react'
import { Backdrop } from './backdrop.tsx'
import styles from './column.module.css'

/** Limits the app to the width of a phone and centres it on wider screens. */
export function Column({ children }: { children: ReactNode }) {
  return (
    <div className={styles.column}>
      <Backdrop />
      {children}
    </div>
  )
}
