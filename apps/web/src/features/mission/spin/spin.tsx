import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeMinute } from '@solstice/ui/programme-time.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Tile } from '#/ui/rows.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { MISSION_ID } from '#/features/mission/api.ts'
import type { DetailOf } from '#/features/mission/api.ts'
import { FairSheet } from './fair-sheet.tsx'
import { MissionFrame } from '#/features/mission/mission-frame.tsx'
import { MissionMoment } from '#/features/mission/mission-moment.tsx'
import { momentOf } from '#/features/mission/moment-kind.ts'
import { reportHref } from './spin-report.ts'
import styles from './spin.module.css'
import { restDegrees, useSpin } from './use-spin.ts'
import { Wheel } from './wheel.tsx'
import { slicesOf, turnsTo } from './wheel-geometry.ts'
import type { Slice } from './wheel-geometry.ts'

type SpinProps = { mission: DetailOf<'SPIN'>; memberId: string }

export function Spin({ mission, memberId }: SpinProps) {
  const { t } = useTranslation('mission')
  const { state, last, executed, isVanished, spin, tryAgain, rest } = useSpin(mission, memberId)
  const [isFairOpen, setFairOpen] = useState(false)
  const isTurning = state === 'turning'
  // While a result plays, the wheel shows the odds it was drawn from.
  const prizes = isTurning && last ? last.prizes : mission.prizes
  const slices = useMemo(() => slicesOf(prizes), [prizes])
  const turn = useMemo(
    () =>
      last && {
        id: String(last.historyId),
        from: last.fromDegrees,
        to: turnsTo(last.fromDegrees, restDegrees(last)),
        startedAtMs: last.startedAtMs,
      },
    [last],
  )
  return (
    <MissionFrame
      mission={mission}
      title={t('spin.title')}
      action={
        <Link
          to="/rewards/dashboard/$seasonId/history/"
          params={{ seasonId: mission.seasonId }}
          search={{ tab: 'Earned' }}
          className={iconButtonClass}
          aria-label={t('spin.history')}
        >
          <ScreenIcon name="clock" />
        </Link>
      }
      dock={<SpinDock mission={mission} state={state} onSpin={spin} onTryAgain={tryAgain} />}
    >
      <Wheel slices={slices} turn={turn} onRest={rest} label={t('spin.wheel')} />
      <Odds slices={slices} prizes={prizes} />
      {isVanished && (
        <p className={classNames(text.small, styles.warning)} role="alert">
          <Icon name="alert" size={16} />
          <span>
            {t('spin.vanished')}{' '}
            <a
              href={reportHref(t('fair.reportSubject'), [
                [t('fair.commitment'), mission.commitment],
                [t('fair.nonce'), String(mission.nonce)],
              ])}
            >
              {t('fair.report')}
            </a>
          </span>
        </p>
      )}
      <button type="button" className={styles.fair} onClick={() => setFairOpen(true)}>
        <Tile>
          <Icon name={last && !last.isFair && !isTurning ? 'alert' : 'shield'} size={20} />
        </Tile>
        <span className={styles.text}>
          {last && !isTurning ? (
            <>
              <span className={classNames(text.strong, text.number)}>
                {t(executed ? 'spin.won' : 'spin.last', { xp: formatNumber(last.xp) })}
              </span>
              <span className={classNames(text.small, text.soft)}>
                {t(last.isFair ? 'spin.fair' : 'spin.unfair')}
              </span>
            </>
          ) : (
            <>
              <span className={text.strong}>{t('spin.commitment')}</span>
              <span className={classNames(text.small, text.soft)}>{t('spin.commitmentShort')}</span>
            </>
          )}
        </span>
        <span className={text.faint}>
          <Icon name="next" size={20} />
        </span>
      </button>
      <p className={text.unseen} role="status">
        {executed && !isTurning && t('spin.won', { xp: formatNumber(executed.xp) })}
      </p>
      <FairSheet
        isOpen={isFairOpen}
        onClose={() => setFairOpen(false)}
        open={mission}
        result={
          isTurning ? undefined : last && { ...last, verdict: last.isFair ? 'fair' : 'unfair' }
        }
      />
      {!isTurning && (
        <MissionMoment
          executed={executed}
          moment={executed && momentOf(executed, { prizes: last?.prizes })}
          seasonId={mission.seasonId}
        />
      )}
    </MissionFrame>
  )
}

function Odds({
  slices,
  prizes,
}: {
  slices: readonly Slice[]
  prizes: DetailOf<'SPIN'>['prizes']
}) {
  const { t } = useTranslation('mission')
  return (
    <div className={styles.odds}>
      <Card>
        <h2 className={text.unseen}>{t('spin.odds')}</h2>
        <ul className={styles.prizes}>
          {prizes.map(({ xp, percent }, at) => (
            <li key={at} className={styles.prize}>
              <i
                className={classNames(
                  styles.dot,
                  styles[`shade${slices.find(({ prizeIndex }) => prizeIndex === at)?.shade ?? 1}`],
                )}
                aria-hidden="true"
              />
              <span className={classNames(text.strong, text.number, styles.grow)}>
                {formatNumber(xp)} <span className={styles.unit}>XP</span>
              </span>
              <span className={classNames(text.soft, text.number)}>{formatPercent(percent)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

type DockProps = {
  mission: DetailOf<'SPIN'>
  state: ReturnType<typeof useSpin>['state']
  onSpin: () => void
  onTryAgain: () => void
}

function SpinDock({ mission, state, onSpin, onTryAgain }: DockProps) {
  const { t } = useTranslation('mission')
  const { freeSpinsLeft, tickets, unavailableReason } = mission
  const line = classNames(text.soft, text.number, styles.line)
  if (state === 'unanswered') {
    return (
      <>
        <p className={line} role="status">
          <span className={styles.first}>{t('spin.pending')}</span>
          {t('spin.pendingText')}
        </p>
        <Button onClick={onTryAgain}>{t('spin.again')}</Button>
      </>
    )
  }
  if (state === 'turning') {
    return (
      <>
        <p className={line} role="status">
          {t('spin.turning')}
        </p>
        <Button variant="quiet" disabled>
          {t(freeSpinsLeft > 0 ? 'spin.doFree' : 'spin.doTicket')}
        </Button>
      </>
    )
  }
  // Tickets would not help while operators have stopped the wheel.
  const isStopped = unavailableReason === 'SEASON_PAUSED' || unavailableReason === 'MISSION_OFF'
  if (!mission.available && state === 'ready') {
    return (
      <>
        <p className={line} role="status">
          <span className={styles.first}>
            {t(`reason.${unavailableReason ?? 'NO_SPINS_LEFT'}`)}
          </span>
          {unavailableReason === 'NO_SPINS_LEFT' && mission.nextAvailableAt !== null && (
            <span>
              {t('spin.nextFree', { time: formatProgrammeMinute(mission.nextAvailableAt) })}
            </span>
          )}
        </p>
        {isStopped ? (
          <Button variant="quiet" disabled>
            {t(freeSpinsLeft > 0 ? 'spin.doFree' : 'spin.doTicket')}
          </Button>
        ) : (
          <Link
            to="/rewards/dashboard/$seasonId/missions/$missionId/"
            params={{ seasonId: mission.seasonId, missionId: MISSION_ID.TICKET }}
            className={buttonClass('quiet')}
          >
            {t('spin.getTickets')}
          </Link>
        )}
      </>
    )
  }
  return (
    <>
      <p className={line}>
        {freeSpinsLeft > 0 && (
          <>
            <span className={styles.first}>{t('spin.freeLeft', { count: freeSpinsLeft })}</span>{' '}
            {t('spin.today')} ·{' '}
          </>
        )}
        {t('tickets', { count: tickets })}
      </p>
      <Button isBusy={state !== 'ready'} onClick={onSpin}>
        {t(freeSpinsLeft > 0 ? 'spin.doFree' : 'spin.doTicket')}
      </Button>
    </>
  )
}
