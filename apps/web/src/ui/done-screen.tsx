import type { ReactNode } from 'react'
import styles from './done-screen.module.css'
import { Screen } from './screen.tsx'
import illustration from './illustration.module.css'
import text from './text.module.css'

type DoneScreenProps = {
  title: string
  children: ReactNode
  dock: ReactNode
}

/** Renders the end of a flow: the success, its meaning and the next step. */
export function DoneScreen({ title, children, dock }: DoneScreenProps) {
  return (
    <Screen dock={dock}>
      <div className={illustration.illustration}>
        <svg className={styles.art} viewBox="0 0 240 150" fill="none" aria-hidden="true">
          <g stroke="#fff" strokeWidth="1.5" strokeLinecap="round">
            <path d="M36 118a84 84 0 0 1 168 0" strokeOpacity=".22" strokeDasharray="1 8" />
            <path d="M8 118h224" strokeOpacity=".6" strokeWidth="2" />
            <path d="M82 130h76M100 141h40" strokeOpacity=".22" strokeWidth="2" />
          </g>
          <circle cx="120" cy="68" r="36" fill="#f6f4ff" />
          <path
            className={styles.check}
            d="M104 69l11 11 21-23"
            stroke="#1c0d26"
            strokeWidth="4.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <g fill="#c0bbd8">
            <path d="M52 44c.7 4.6 2.3 6.7 7 7.5-4.7.8-6.3 2.9-7 7.5-.7-4.6-2.3-6.7-7-7.5 4.7-.8 6.3-2.9 7-7.5z" />
            <path d="M190 34c.6 4 2 5.8 6 6.5-4 .7-5.4 2.5-6 6.5-.6-4-2-5.8-6-6.5 4-.7 5.4-2.5 6-6.5z" />
          </g>
        </svg>
        <h1 className={text.headline}>{title}</h1>
        <div className={styles.text}>{children}</div>
      </div>
    </Screen>
  )
}
