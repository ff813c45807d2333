import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './mission-illustration.module.css'

type MissionIllustrationProps = {
  art: string
  eyebrow: ReactNode
  title: string
  description: string
  markUrl?: string | null | undefined
  /** Leaves more room for the content below. */
  isShort?: boolean
}

/** Full-width art that fades into the background, with the mission's name below it. */
export function MissionIllustration({
  art,
  eyebrow,
  title,
  description,
  markUrl,
  isShort = false,
}: MissionIllustrationProps) {
  return (
    <>
      <div className={classNames(styles.illustration, isShort && styles.short)}>
        <img className={styles.art} src={art} alt="" width={390} height={320} />
      </div>
      <div className={styles.name}>
        {markUrl && <img className={styles.mark} src={markUrl} alt="" width={64} height={64} />}
        <div className={styles.text}>
          <p className={classNames(text.small, text.strong, styles.eyebrow)}>{eyebrow}</p>
          <h1 className={classNames(text.headline, styles.title)}>{title}</h1>
        </div>
      </div>
      <p className={classNames(text.soft, styles.about)}>{description}</p>
    </>
  )
}
