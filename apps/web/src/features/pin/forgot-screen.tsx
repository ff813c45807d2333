import { HOUR_MS, MINUTE_MS } from '@solstice/rules/duration'
import { RETIRED_PIN_MAX_WAIT_MS } from '@solstice/rules/pin'
import { useState } from 'react'
import { formatDuration } from '#/lib/duration-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import type { IconName } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Row, RowContent, Rows, rowTargetClass, rowTextClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import styles from './forgot-screen.module.css'
import type { ForgotPinCase } from './forgot-pin.ts'
import { upcomingTries } from './upcoming-tries.ts'
import type { PinTriesState } from './upcoming-tries.ts'

const WAYS = [
  { name: 'passkey', icon: 'shield' },
  { name: 'phrase', icon: 'more' },
  { name: 'file', icon: 'share' },
] as const satisfies readonly { name: string; icon: IconName }[]

export type WayIn = (typeof WAYS)[number]['name']

type ForgotScreenProps = {
  back: { label: string; onPress: () => void }
  forgotPin: ForgotPinCase
  hasPasskey: boolean
  /** Undefined while loading, or when the server did not respond. */
  tries: PinTriesState | undefined
  /** Resolves to the reason of a failure. */
  onWay: (way: WayIn) => Promise<string | undefined>
}

/** Lists the ways to sign in without the PIN, and the remaining attempts. */
export function ForgotScreen({ back, forgotPin, hasPasskey, tries, onWay }: ForgotScreenProps) {
  const { t } = useTranslation('pin')
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useBusy()
  const ways = WAYS.filter(({ name }) => name !== 'passkey' || hasPasskey)
  const hasWallet = forgotPin === 'current' || forgotPin === 'previous'
  // With a forgotten current PIN, the recovery phrase requires a new PIN first; an export file
  // opens on the recovery page.
  const canTake = (way: WayIn) => forgotPin === 'previous' || way === 'passkey'

  const take = (way: WayIn) =>
    run(async () => {
      setProblem(undefined)
      setProblem(await onWay(way))
    })

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('forgot.title')} />}
      dock={
        hasPasskey ? (
          <Button isBusy={isBusy} onClick={() => void take('passkey')}>
            {t('forgot.usePasskey')}
          </Button>
        ) : (
          <Button onClick={back.onPress}>{t('forgot.tryAgain')}</Button>
        )
      }
    >
      <div className={styles.page}>
        <div className={styles.illustration}>
          <Lock />
          <h2 className={text.headline}>{t(`forgot.${forgotPin}.title`)}</h2>
          <p className={text.soft}>{t(`forgot.${forgotPin}.text`)}</p>
        </div>
        {problem && <Notice role="alert">{problem}</Notice>}
        {hasWallet && (
          <Rows>
            {ways.map(({ name, icon }) => {
              const content = (
                <RowContent
                  icon={icon}
                  label={t(`forgot.ways.${name}`)}
                  note={t(canTake(name) ? `forgot.ways.${name}Note` : `forgot.ways.${name}Later`)}
                  end={canTake(name) || name === 'file' ? 'next' : 'none'}
                />
              )
              return (
                <Row key={name}>
                  {canTake(name) ? (
                    <button
                      type="button"
                      className={rowTargetClass}
                      disabled={isBusy}
                      onClick={() => void take(name)}
                    >
                      {content}
                    </button>
                  ) : name === 'file' ? (
                    <a href="/recovery/" className={rowTargetClass}>
                      {content}
                    </a>
                  ) : (
                    <div className={rowTextClass}>{content}</div>
                  )}
                </Row>
              )
            })}
          </Rows>
        )}
        {tries && <Tries tries={tries} />}
      </div>
    </Screen>
  )
}

/**
 * Draws the next attempts to scale: immediate ones are highlighted, the others grow with their
 * wait.
 */
function Tries({ tries }: { tries: PinTriesState }) {
  const { t } = useTranslation('pin')
  const [nowMs] = useState(serverNow)
  const ahead = upcomingTries(tries, nowMs)
  const { triesLeft, retryAtMs, isRetired } = tries
  const summary =
    retryAtMs === undefined
      ? t('forgot.triesLeft', { count: triesLeft })
      : t('forgot.nextIn', { time: formatDuration(retryAtMs - nowMs) })
  return (
    <Card>
      <div className={styles.head}>
        <h2 className={text.strong}>{t('forgot.keepTrying')}</h2>
        <p className={classNames(text.small, text.soft)}>{summary}</p>
      </div>
      <ol className={classNames(styles.bars, ahead.every((waitMs) => waitMs === 0) && styles.flat)}>
        {ahead.map((waitMs, at) => (
          <li key={at} className={classNames(styles.bar, waitMs === 0 && styles.now)}>
            <svg className={styles.column} aria-hidden="true">
              <rect
                y={`${100 - heightOf(waitMs)}%`}
                width="100%"
                height={`${heightOf(waitMs)}%`}
                rx="4"
              />
            </svg>
            <span className={classNames(text.small, text.soft, text.number)}>
              {labelOf(waitMs)}
            </span>
          </li>
        ))}
      </ol>
      <p className={classNames(text.small, text.soft)}>
        {t(isRetired ? 'forgot.onlyWait' : 'forgot.thenLogOut')}
      </p>
    </Card>
  )

  function labelOf(waitMs: number): string {
    if (waitMs === 0) return t('forgot.now')
    const minutes = Math.ceil(waitMs / MINUTE_MS)
    return minutes < 60
      ? t('forgot.minutes', { minutes })
      : t('forgot.hours', { hours: Math.ceil(minutes / 60) })
  }
}

const MIN_HEIGHT = 16

/** Returns the height in percent; each doubling of the wait adds the same amount. */
function heightOf(waitMs: number): number {
  const steps = (ms: number) => Math.log2(Math.max(1, ms / HOUR_MS)) + 1
  if (waitMs === 0) return MIN_HEIGHT
  return MIN_HEIGHT + (100 - MIN_HEIGHT) * (steps(waitMs) / steps(RETIRED_PIN_MAX_WAIT_MS))
}

/** Draws a lock above the horizon, with the star of the wallet in it. */
function Lock() {
  return (
    <svg className={styles.art} viewBox="0 0 240 128" fill="none" aria-hidden="true">
      <path
        d="M44 104a76 76 0 0 1 152 0"
        stroke="#fff"
        strokeOpacity=".3"
        strokeDasharray="2 7"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M20 112h200"
        stroke="#fff"
        strokeOpacity=".4"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d="M90 120h60M104 126h32"
        stroke="#b79dff"
        strokeOpacity=".6"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path d="M102 66V50a18 18 0 0 1 36 0v16" stroke="#cdb8ff" strokeWidth="5" />
      <rect
        x="91"
        y="65"
        width="58"
        height="46"
        rx="11"
        fill="#3d2c7a"
        stroke="#cdb8ff"
        strokeWidth="2"
      />
      <path
        d="M120 74c1.7 9.200 3.800 11.300 13 13-9.200 1.700-11.300 3.800-13 13-1.700-9.200-3.800-11.300-13-13 9.200-1.700 11.300-3.800 13-13z"
        fill="#f6f4ff"
      />
    </svg>
  )
}
