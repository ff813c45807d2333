import { Link } from '@tanstack/react-router'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeMinute } from '@solstice/ui/programme-time.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ProgrammeTile } from '#/features/mission/programme-tile.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import { MISSION_ID } from '#/features/mission/api.ts'
import type { DetailOf } from '#/features/mission/api.ts'
import { celebrate } from '#/features/mission/celebrate.ts'
import { CountsNote } from '#/features/mission/counts-note.tsx'
import { MissionFrame } from '#/features/mission/mission-frame.tsx'
import proofStyles from '#/features/mission/proof.module.css'
import styles from './ticket.module.css'
import { useExecute } from '#/features/mission/use-execute.ts'

/** Shows the daily tickets of the member's tier. */
export function Ticket({ mission }: { mission: DetailOf<'TICKET'> }) {
  const { t } = useTranslation('mission')
  const { execute, isBusy, isUnconfirmed } = useExecute(mission)
  const { seasonId, missionId, tickets, ticketRatePerDay } = mission

  async function claim(): Promise<void> {
    const executed = await execute()
    if (!executed) return
    celebrate()
    showToast(t('ticket.added', { count: executed.tickets }), { tone: 'done' })
  }

  return (
    <MissionFrame
      mission={mission}
      isUnconfirmed={isUnconfirmed}
      title={t('ticket.title')}
      dock={<TicketDock mission={mission} isBusy={isBusy} onClaim={() => void claim()} />}
    >
      <div className={styles.illustration}>
        <TicketArt count={ticketRatePerDay} isClaimed={mission.claimedToday} />
        <p className={styles.balance}>
          <span className={text.display}>{formatNumber(tickets)}</span>
          <span className={text.soft}>{t('ticket.yours', { count: tickets })}</span>
        </p>
        <p className={text.soft}>{t('ticket.rate', { count: ticketRatePerDay })}</p>
      </div>
      <div className={proofStyles.page}>
        <Rows>
          <Row>
            <Link
              to="/rewards/dashboard/$seasonId/missions/$missionId/"
              params={{ seasonId, missionId: MISSION_ID.SPIN }}
              className={rowTargetClass}
            >
              <RowContent
                tile={<ProgrammeTile name="wheel" />}
                label={t('ticket.use')}
                note={t('ticket.useNote')}
              />
            </Link>
          </Row>
          <Row>
            <Link
              to="/rewards/dashboard/$seasonId/missions/$missionId/ticket-history/"
              params={{ seasonId, missionId }}
              className={rowTargetClass}
            >
              <RowContent
                tile={<ProgrammeTile name="ticket" />}
                label={t('ticket.history')}
                note={t('ticket.historyNote')}
              />
            </Link>
          </Row>
          <Row>
            <Link to="/rewards/tier/$seasonId/" params={{ seasonId }} className={rowTargetClass}>
              <RowContent
                tile={<ProgrammeTile name="sun" />}
                label={t('ticket.tiers')}
                note={t('ticket.tiersNote')}
              />
            </Link>
          </Row>
        </Rows>
        <CountsNote>{t('ticket.counts')}</CountsNote>
      </div>
    </MissionFrame>
  )
}

type DockProps = { mission: DetailOf<'TICKET'>; isBusy: boolean; onClaim: () => void }

function TicketDock({ mission, isBusy, onClaim }: DockProps) {
  const { t } = useTranslation('mission')
  const line = classNames(text.soft, text.number, styles.line)
  if (mission.available) {
    return (
      <Button isBusy={isBusy} onClick={onClaim}>
        {t('ticket.do', { count: mission.ticketRatePerDay })}
      </Button>
    )
  }
  return (
    <>
      <p className={line} role="status">
        {mission.nextAvailableAt === null
          ? t(`reason.${mission.unavailableReason ?? 'NOT_EXECUTABLE'}`)
          : t('ticket.next', { time: formatProgrammeMinute(mission.nextAvailableAt) })}
      </p>
      <Button variant="quiet" disabled>
        {mission.claimedToday ? (
          <>
            <Icon name="check" size={20} />
            {t('ticket.done')}
          </>
        ) : (
          t('ticket.do', { count: mission.ticketRatePerDay })
        )}
      </Button>
    </>
  )
}

const MAX_DRAWN = 5

/** Draws the day's tickets fanned out, and as outlines once they are claimed. */
function TicketArt({ count, isClaimed }: { count: number; isClaimed: boolean }) {
  const drawn = Math.min(MAX_DRAWN, Math.max(1, count))
  return (
    <svg className={styles.art} viewBox="0 10 240 92" fill="none" aria-hidden="true">
      <defs>
        <linearGradient id="ticket-sky" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#5a49ac" />
          <stop offset="1" stopColor="#352d6b" />
        </linearGradient>
        <linearGradient id="ticket-sun" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="#ffc06e" />
          <stop offset=".55" stopColor="#ff8799" />
          <stop offset="1" stopColor="#b092ff" />
        </linearGradient>
      </defs>
      {Array.from({ length: drawn }, (_, at) => {
        const tilt = (at - (drawn - 1) / 2) * 9
        return (
          <g key={at} transform={`rotate(${tilt} 120 190)`}>
            <path
              d="M66 34a8 8 0 0 1 8-8h92a8 8 0 0 1 8 8v10a10 10 0 0 0 0 20v10a8 8 0 0 1-8 8H74a8 8 0 0 1-8-8V64a10 10 0 0 0 0-20z"
              fill={isClaimed ? '#151328' : 'url(#ticket-sky)'}
              stroke={isClaimed ? '#6f6a90' : '#0b0a1a'}
              strokeWidth="2"
            />
            {at === drawn - 1 && (
              <>
                <path
                  d="M142 32v44"
                  stroke="#fff"
                  strokeOpacity=".4"
                  strokeWidth="2"
                  strokeDasharray="1 6"
                  strokeLinecap="round"
                />
                <path
                  d="M92 62a14 14 0 0 1 28 0z"
                  fill={isClaimed ? '#3a355c' : 'url(#ticket-sun)'}
                />
                <path
                  d="M84 62h44M94 69h24"
                  stroke="#fff"
                  strokeOpacity=".6"
                  strokeWidth="2"
                  strokeLinecap="round"
                />
              </>
            )}
          </g>
        )
      })}
    </svg>
  )
}
