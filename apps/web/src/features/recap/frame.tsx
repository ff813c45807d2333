import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import type { FrameTexts } from './recap-texts.ts'
import { Stars } from './sky.tsx'
import styles from './story.module.css'

type FrameProps = {
  sky: 'dawn' | 'ice' | 'night'
  texts: Pick<FrameTexts, 'count' | 'lines'>
  isCentred?: boolean
  /** Shown below the sentences. */
  after?: ReactNode
  children: ReactNode
}

/** Renders a frame of the story: a picture in the sky and its sentences on the ground. */
export function Frame({ sky, texts, isCentred = false, after, children }: FrameProps) {
  return (
    <div className={classNames(styles.frame, styles[sky], isCentred && styles.centred)}>
      <div className={styles.sky}>
        <Stars />
        {children}
      </div>
      <div className={styles.ground}>
        {texts.count !== undefined && (
          <p className={classNames(text.title, text.number)}>{texts.count}</p>
        )}
        {texts.lines.map((line) => (
          <p key={line} className={classNames(styles.note, text.number)}>
            {line}
          </p>
        ))}
        {after}
      </div>
    </div>
  )
}
