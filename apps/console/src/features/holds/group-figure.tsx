import { Link } from '@tanstack/react-router'
import { EVIDENCE_CLASSES, evidenceClassesOf } from '@solstice/rules/hold/evidence'
import type { EvidenceClass } from '@solstice/rules/hold/evidence'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearDay } from '#/lib/times.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import text from '#/ui/text.module.css'
import type { Hold } from './api.ts'
import { bentLine, DRAWN_MAX, placesAround } from './circle.ts'
import styles from './holds.module.css'

type Peer = Hold['members'][number]

const WIDTH = 620
const HEIGHT = 380
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 }
const RADIUS = { x: 220, y: 140 }

const LINES: Record<EvidenceClass, string | undefined> = {
  MONEY: styles.money,
  SIGN_UP: undefined,
  ACTIVITY: styles.activity,
  INVITES: styles.invites,
}

/** Draws the accounts that look connected with the held one, with a line for each kind of evidence. */
export function GroupFigure({ hold }: { hold: Hold }) {
  const { t } = useTranslation('holds')
  const { members, holdId, groupId, groupHolds, groupOpen } = hold
  const shown = members.slice(0, DRAWN_MAX)
  const found = EVIDENCE_CLASSES.filter((each) =>
    members.some(({ signals }) => evidenceClassesOf(signals).includes(each)),
  )
  return (
    <PlotFrame
      title={t('group.title')}
      beside={
        <Link
          to="/holds"
          search={{ filter: 'all', group: groupId }}
          className={classNames(text.link, text.small)}
        >
          {t('group.holds', { open: groupOpen, holds: groupHolds })}
        </Link>
      }
      file={`hold-${holdId}-accounts`}
      values={{
        columns: [
          t('group.member'),
          t('group.nickname'),
          t('group.joined'),
          t('group.shared'),
          t('group.score'),
          t('group.state'),
        ],
        rows: members.map((peer) => [
          String(peer.userId),
          peer.nickname,
          formatYearDay(peer.joinedAt),
          peer.signals.map((each) => t(`signalNames.${each}`)).join(', '),
          peer.score,
          peer.state === null ? t('group.notHeld') : t(`states.${peer.state}`),
        ]),
      }}
    >
      <Drawing hold={hold} peers={shown} />
      <ul className={classNames(text.small, text.soft, styles.legend)}>
        {found.map((each) => (
          <li key={each}>
            <svg width="28" height="8" viewBox="0 0 28 8" aria-hidden="true">
              <path d="M0 4h28" className={classNames(styles.edge, LINES[each])} strokeWidth="2" />
            </svg>
            {t(`evidence.${each}`)}
          </li>
        ))}
        <li>
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <circle cx="7" cy="7" r="5.5" className={classNames(styles.node, styles.held)} />
          </svg>
          {t('group.onHold')}
        </li>
      </ul>
      {members.length > shown.length && (
        <p className={classNames(text.small, text.faint)}>
          {t('group.more', { count: members.length - shown.length })}
        </p>
      )}
    </PlotFrame>
  )
}

const isHeld = ({ state }: Peer) => state === 'OPEN' || state === 'UPHELD'

function Drawing({ hold, peers }: { hold: Hold; peers: readonly Peer[] }) {
  const { t } = useTranslation('holds')
  const places = placesAround(CENTRE, RADIUS, peers.length)
  const drawn = peers.map((peer, at) => ({ peer, place: places[at] ?? CENTRE }))
  return (
    <svg
      className={styles.svg}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('group.summary', { name: hold.nickname, count: hold.members.length })}
    >
      {drawn.map(({ peer, place }) =>
        evidenceClassesOf(peer.signals).map((each, at, all) => (
          <path
            key={`${peer.userId} ${each}`}
            d={bentLine(CENTRE, place, (at - (all.length - 1) / 2) * 22)}
            className={classNames(styles.edge, LINES[each])}
            strokeWidth="1.5"
          />
        )),
      )}
      {drawn.map(({ peer, place }) => (
        <g key={peer.userId}>
          <circle
            cx={place.x}
            cy={place.y}
            r="9"
            className={classNames(styles.node, isHeld(peer) && styles.held)}
          />
          <text
            x={place.x}
            y={place.y + (place.y < CENTRE.y ? -15 : 24)}
            textAnchor="middle"
            className={styles.name}
          >
            {shortened(peer.nickname)}
          </text>
        </g>
      ))}
      <circle cx={CENTRE.x} cy={CENTRE.y} r="13" className={classNames(styles.node, styles.self)} />
      <text
        x={CENTRE.x}
        y={CENTRE.y + 30}
        textAnchor="middle"
        className={classNames(styles.name, styles.selfName)}
      >
        {shortened(hold.nickname)}
      </text>
    </svg>
  )
}

/** Neighbours on the circle stand close to each other; the table has the whole names. */
const shortened = (nickname: string) =>
  nickname.length > 12 ? `${nickname.slice(0, 11)}…` : nickname
