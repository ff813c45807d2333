import { useId } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'
import type { Recap } from './api.ts'
import { Frame } from './frame.tsx'
import { gainsOf } from './recap-texts.ts'
import { SunGradients } from './sky.tsx'
import styles from './story.module.css'

/** Shows what the member gained, above a sun that is setting. */
export function GainsFrame({ recap }: { recap: Recap }) {
  const { t } = useTranslation('recap')
  const id = useId()
  return (
    <Frame sky="dawn" texts={{ lines: [] }}>
      <p className={text.headline}>{t('gains.title')}</p>
      <dl className={styles.gains}>
        {gainsOf(t, recap).map(({ label, value }) => (
          <div key={label}>
            <dt className={styles.note}>{label}</dt>
            <dd className={text.display}>{value}</dd>
          </div>
        ))}
      </dl>
      <svg
        className={classNames(styles.picture, styles.setting)}
        viewBox="0 0 390 130"
        preserveAspectRatio="xMidYMax meet"
        fill="none"
      >
        <SunGradients id={id} />
        <circle cx="195" cy="130" r="190" fill={`url(#${id}-halo)`} />
        <path d="M99 130a96 96 0 0 1 192 0z" fill={`url(#${id}-sun)`} />
      </svg>
    </Frame>
  )
}
