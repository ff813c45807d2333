import { useId } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'
import type { Recap } from './api.ts'
import { Frame } from './frame.tsx'
import { raysOf } from './geometry.ts'
import { daysTexts } from './recap-texts.ts'
import { SunGradients } from './sky.tsx'
import styles from './story.module.css'

const SUN = { centre: [195, 172], inner: 112, lit: 166, unlit: 126, width: 7 } as const

/** Shows one ray for every day of the season. */
export function DaysFrame({ recap }: { recap: Recap }) {
  const { t } = useTranslation('recap')
  const texts = daysTexts(t, recap)
  const id = useId()
  const [x, y] = SUN.centre
  return (
    <Frame sky="dawn" texts={texts} isCentred>
      <div className={styles.middle}>
        <p className={text.headline}>{texts.title}</p>
        <p className={styles.note}>{texts.note}</p>
      </div>
      <svg className={styles.picture} viewBox="0 0 390 344" fill="none">
        <SunGradients id={id} />
        <circle cx={x} cy={y} r="300" fill={`url(#${id}-halo)`} />
        {raysOf(recap.days, SUN).map(({ from, to, isLit, width }) => (
          <path
            key={from.join(' ')}
            d={`M${from.join(' ')}L${to.join(' ')}`}
            stroke={isLit ? '#ffd08a' : '#fff'}
            strokeOpacity={isLit ? 1 : 0.28}
            strokeWidth={width}
            strokeLinecap="round"
          />
        ))}
        <circle cx={x} cy={y} r="96" fill={`url(#${id}-sun)`} />
        <text className={styles.moment} x={x} y={y + 34} textAnchor="middle" fill="#1c0d26">
          {recap.days.checkedIn.length}
        </text>
      </svg>
    </Frame>
  )
}
