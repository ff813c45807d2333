import { useId } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'
import type { Recap } from './api.ts'
import { Frame } from './frame.tsx'
import { crowdOf } from './geometry.ts'
import { friendLines, placeTexts } from './recap-texts.ts'
import { SunGradients } from './sky.tsx'
import styles from './story.module.css'

const GRID = { step: 33.5, origin: [44, 50] } as const

/** Shows the member in a crowd that is drawn to scale. */
export function PlaceFrame({ recap }: { recap: Recap }) {
  const { t } = useTranslation('recap')
  const id = useId()
  const { place, friends } = recap
  if (!place) return null
  const { moment, title, lines } = placeTexts(t, recap)
  const [joined, stayed] = friendLines(t, friends)
  const { dots } = crowdOf(place, GRID)
  const height = Math.ceil(dots.length / 10) * GRID.step + 40
  return (
    <Frame
      sky="night"
      texts={{ lines: lines.slice(0, 1) }}
      after={
        joined !== undefined && (
          <>
            <p className={classNames(text.title, text.number, styles.friends)}>{joined}</p>
            <p className={styles.note}>{stayed}</p>
          </>
        )
      }
    >
      <p className={styles.percent}>{moment}</p>
      <p className={text.title}>{title}</p>
      <svg className={styles.picture} viewBox={`0 0 390 ${height}`} fill="none">
        <SunGradients id={id} />
        {dots.map(({ at: [x, y], kind }) => {
          const key = `${x} ${y}`
          if (kind === 'me') {
            return (
              <g key={key}>
                <circle cx={x} cy={y} r="54" fill={`url(#${id}-halo)`} />
                <circle cx={x} cy={y} r="15" fill={`url(#${id}-sun)`} />
              </g>
            )
          }
          return kind === 'behind' ? (
            <circle key={key} cx={x} cy={y} r="6" fill="#cfc4ff" opacity=".55" />
          ) : (
            <circle
              key={key}
              cx={x}
              cy={y}
              r="6"
              fill="#151040"
              stroke="#cfc4ff"
              strokeWidth="1.5"
            />
          )
        })}
      </svg>
    </Frame>
  )
}
