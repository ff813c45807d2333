import { Link } from '@tanstack/react-router'
import type { MemberPosting } from '@solstice/points-log/member'
import type { Asset } from '@solstice/rules/asset'
import { formatNumber } from '@solstice/ui/format.ts'
import { formatOwnMinute, formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { saveFile } from '#/lib/save-file.ts'
import { webSettings } from '#/lib/settings.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { ScreenIconName } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import { differingAssets } from './differing-assets.ts'
import type { Warning } from './log-state.ts'
import styles from './points-log.module.css'
import { proofFile, proofSummary } from './proof-file.ts'
import { amountOf, type Difference, type LogFault, type LogRecord } from './record.ts'

/** Warns that the server and the log differ: what, since when, and what the member can do. */
export function LogWarning({ warning, record }: { warning: Warning; record: LogRecord }) {
  const { t } = useTranslation('points-log')
  const { fault, differences } = warning
  const count = differences.length
  const title = isAboutEntries(warning)
    ? t('warning.entries', { count, number: formatNumber(count) })
    : t(`warning.title.${fault}`)
  const kind = textOf(warning)
  const body =
    kind === 'CHANGED'
      ? t('warning.entriesText', { count, number: formatNumber(count) })
      : t(`warning.text.${kind}`)
  // Amounts that only the screen shows wrongly are compared again at each visit and not stored.
  const ticks: readonly ('wallet' | 'saved')[] = record.finding ? ['wallet', 'saved'] : ['wallet']
  const subject = encodeURIComponent(t('warning.subject'))
  const mail = encodeURIComponent(`${t('warning.mail')}\n\n${proofSummary(record, warning)}`)
  return (
    <>
      <section className={styles.warning} role="alert">
        <div className={styles.head}>
          <span className={styles.sign}>
            <Icon name="alert" />
          </span>
          <div>
            <h2 className={text.title}>{title}</h2>
            <p className={text.soft}>
              {body} {t('warning.at', { time: formatOwnMinute(warning.at) })}
            </p>
          </div>
        </div>
        <ul className={styles.ticks}>
          {ticks.map((each) => (
            <li key={each}>
              <Icon name="check" size={20} />
              <span className={text.soft}>{t(`warning.${each}`)}</span>
            </li>
          ))}
        </ul>
        <a
          className={classNames(buttonClass('plain'), styles.send)}
          href={`mailto:${webSettings().supportEmail}?subject=${subject}&body=${mail}`}
        >
          {t('warning.send')}
        </a>
        <Button variant="text" onClick={() => void saveFile(proofFile(record, warning))}>
          <span className={styles.share}>{t('warning.share')}</span>
        </Button>
      </section>
      {count > 0 && <Differences warning={warning} record={record} />}
    </>
  )
}

/** Faults of the whole log come before entries that differ as well. */
const LOG_FAULTS: ReadonlySet<LogFault> = new Set([
  'KEY',
  'SIGNATURE',
  'REWRITTEN',
  'ANCHOR',
  'CHAIN',
])

function isAboutEntries({ fault, differences }: Warning): boolean {
  return differences.length > 0 && !LOG_FAULTS.has(fault)
}

/** Returns which text is true of all entries that differ. */
function textOf(warning: Warning): LogFault | 'CHANGED' {
  const { fault, differences } = warning
  if (!isAboutEntries(warning) || fault === 'HISTORY') return fault
  if (differences.every(({ shown }) => shown === undefined)) return 'MISSING'
  if (differences.every(({ sequence }) => sequence === null)) return 'UNRECORDED'
  return 'CHANGED'
}

function Differences({ warning, record }: { warning: Warning; record: LogRecord }) {
  const { t } = useTranslation('points-log')
  const all = Math.max(record.remembered.count, record.finding?.replies.at(-1)?.count ?? 0)
  const recorded = warning.differences.filter(({ sequence }) => sequence !== null).length
  return (
    <section className={styles.differences}>
      <div className={styles.differencesHead}>
        <h2 className={text.strong}>{t('warning.differs')}</h2>
        <span className={classNames(text.small, text.soft, text.number)}>
          {t('warning.fine', { fine: formatNumber(all - recorded), count: formatNumber(all) })}
        </span>
      </div>
      <ul>
        {warning.differences.map((difference) => (
          <li key={keyOf(difference)} className={styles.difference}>
            <DifferenceRow difference={difference} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function keyOf({ sequence, shown }: Difference): string {
  return sequence === null ? `transaction ${shown?.transactionId}` : String(sequence)
}

function DifferenceRow({ difference }: { difference: Difference }) {
  const { recorded, shown } = difference
  const posting = recorded ?? shown
  const seasonId = posting && seasonOf(posting)
  const content = <DifferenceText difference={difference} />
  if (!posting || posting.historyId === null || seasonId === undefined) {
    return <div className={styles.differenceRow}>{content}</div>
  }
  const { historyId } = posting
  return (
    <Link
      to="/rewards/dashboard/$seasonId/history/$historyId/"
      params={{ seasonId, historyId }}
      className={styles.differenceRow}
    >
      {content}
      <span className={text.faint}>
        <Icon name="next" size={20} />
      </span>
    </Link>
  )
}

const ICONS: Readonly<Record<string, ScreenIconName>> = {
  CHECK_IN: 'sun',
  SPIN: 'wheel',
  TICKET_CLAIM: 'ticket',
  INVITE: 'people',
  MISSION: 'star',
  ROUND_REWARD: 'trophy',
  OPERATOR_ADJUSTMENT: 'edit',
}

const KINDS = [
  'CHECK_IN',
  'SPIN',
  'TICKET_CLAIM',
  'INVITE',
  'MISSION',
  'PURCHASE',
  'PRODUCT',
  'REFUND',
  'ROUND_REWARD',
  'ROUND_REWARD_CLAIMABLE',
  'ROUND_REWARD_PAID',
  'ROUND_REWARD_EXPIRED',
  'REFERRAL_CLAIM',
  'WITHDRAWAL',
  'WITHDRAWAL_FAILED',
  'OPERATOR_ADJUSTMENT',
] as const

function DifferenceText({ difference }: { difference: Difference }) {
  const { sequence, recorded, shown } = difference
  const { t } = useTranslation('points-log')
  const amountText = useAmountText(differingAssets(difference))
  const posting = recorded ?? shown
  const kind = KINDS.find((each) => each === posting?.kind) ?? 'other'
  const name = t(`kind.${kind}`)
  return (
    <>
      <span className={styles.tile}>
        <ScreenIcon name={ICONS[kind] ?? 'bag'} size={20} />
      </span>
      <span className={styles.differenceText}>
        <span className={text.strong}>
          {posting ? t('warning.entry', { kind: name, day: formatProgrammeDay(posting.at) }) : name}
        </span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {recorded
            ? t('warning.recorded', { amount: amountText(recorded) })
            : t(sequence === null ? 'warning.notRecorded' : 'warning.unknown')}
        </span>
        <span className={classNames(text.small, text.number, styles.attention)}>
          {shown ? t('warning.shown', { amount: amountText(shown) }) : t('warning.missing')}
        </span>
      </span>
    </>
  )
}

/** Returns a function for the amounts of a posting in these assets. */
function useAmountText(assets: readonly Asset[]): (posting: MemberPosting) => string {
  const { t } = useTranslation('points-log')
  const textIn = (asset: Asset, value: number) => {
    const amount = formatNumber(value)
    if (asset === 'TICKET') return t('amount.TICKET', { count: Math.abs(value), amount })
    return t(`amount.${asset === 'REFERRAL' || asset === 'REWARD' ? 'other' : asset}`, { amount })
  }
  return (posting) => {
    const amounts = assets.map((asset) => textIn(asset, amountOf(posting, asset)))
    if (amounts.length > 0) return amounts.join(', ')
    // A reward that becomes claimable moves between two accounts of the member.
    const [first] = posting.accounts
    return first ? textIn('REWARD', Math.abs(Number(first.amount))) : t('warning.nothing')
  }
}

function seasonOf({ accounts }: MemberPosting): number | undefined {
  const found = accounts.map(({ scope }) => /^season:(\d+)$/.exec(scope)?.[1]).find(Boolean)
  return found === undefined ? undefined : Number(found)
}
