import { useId } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { EMBLEMS } from '#/ui/emblem.tsx'
import text from '#/ui/text.module.css'
import type { Recap } from './api.ts'
import { Frame } from './frame.tsx'
import { CLIMB_PATH, climbAt, climbShare } from './geometry.ts'
import { formatDay, tiersTexts } from './recap-texts.ts'
import styles from './story.module.css'

const SMALLEST = 52
const LARGEST = 136

/** Shows how the member rose from the first tier to the last one. */
export function TiersFrame({ recap }: { recap: Recap }) {
  const { t } = useTranslation('recap')
  const texts = tiersTexts(t, recap)
  const { tiers } = recap
  const id = useId()
  return (
    <Frame sky="ice" texts={texts}>
      <p className={classNames(text.headline, styles.lines)}>{texts.title}</p>
      <svg className={classNames(styles.picture, styles.climb)} viewBox="0 0 390 510" fill="none">
        <defs>
          <linearGradient id={`${id}-light`} x1="0" y1="1" x2="1" y2="0">
            <stop stopColor="#ffc06e" />
            <stop offset=".52" stopColor="#ff8799" />
            <stop offset="1" stopColor="#b092ff" />
          </linearGradient>
          <radialGradient id={`${id}-halo`}>
            <stop stopColor="#a5e0e4" stopOpacity=".42" />
            <stop offset=".5" stopColor="#4f9fb0" stopOpacity=".16" />
            <stop offset="1" stopColor="#4f9fb0" stopOpacity="0" />
          </radialGradient>
        </defs>
        {tiers.length > 1 && (
          <path d={CLIMB_PATH} stroke={`url(#${id}-light)`} strokeWidth="6" strokeLinecap="round" />
        )}
        <circle cx="304" cy="100" r="150" fill={`url(#${id}-halo)`} />
        {tiers.map(({ tierId, emblem, reachedOn }, at) => (
          <Step
            key={tierId}
            href={EMBLEMS[emblem]}
            day={reachedOn}
            share={climbShare(at, tiers.length)}
          />
        ))}
      </svg>
    </Frame>
  )
}

type StepProps = { href: string; day: string | null; share: number }

/** Draws an emblem at its height of the climb, with the day on which it was reached. */
function Step({ href, day, share }: StepProps) {
  const [x, y] = climbAt(share)
  const size = SMALLEST + (LARGEST - SMALLEST) * share ** 2
  const isLast = share === 1
  return (
    <>
      <image href={href} x={x - size / 2} y={y - size / 2} width={size} height={size} />
      {day !== null && (
        <text
          className={styles.day}
          x={isLast ? x : x + size / 2 + 10}
          y={isLast ? y + size / 2 + 16 : y + 5}
          textAnchor={isLast ? 'middle' : 'start'}
          fill="currentColor"
        >
          {formatDay(day)}
        </text>
      )}
    </>
  )
}
