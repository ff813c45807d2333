import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { copyText } from '#/lib/copy-text.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatDay, formatYearMinute, rangeOfDay } from '#/lib/times.ts'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import text from '#/ui/text.module.css'
import type { OperatorExplanation } from '#/features/member/api.ts'
import { Draw } from './draw.tsx'
import { inputText } from './origin-text.ts'
import type { Why } from './use-why.ts'
import { timeOf } from './time-of.ts'
import styles from './why.module.css'

type SourcesProps = { userId: number; explanation: OperatorExplanation; why: Why }
type ExplainedLink = OperatorExplanation['links'][number]

/** Names the rule, the records behind it, and the inputs that members do not see. */
export function Sources({ userId, explanation, why }: SourcesProps) {
  const { t } = useTranslation('why')
  const { rule, ruleVersion, seasonVersion, at, days, refusal, ledgerTransactionId } = explanation
  const hidden = Object.entries(explanation.hiddenInputs)
  const facts: Fact[] = [
    [
      t('rule'),
      seasonVersion === null
        ? t('ruleVersion', { rule, version: ruleVersion })
        : t('ruleOfSeason', { rule, version: ruleVersion, season: seasonVersion }),
    ],
  ]
  const time = timeOf(explanation)
  if (ledgerTransactionId !== null) {
    const id = formatNumber(ledgerTransactionId)
    facts.push([t('ledger'), t('ledgerAt', { id, time: formatYearMinute(at) })])
  } else if (time) {
    facts.push([t(time.label), formatYearMinute(time.at)])
  }
  if (days.length > 0) {
    const counted = days.filter((each) => each.counted).map(({ day }) => dayText(day))
    facts.push([
      t('days'),
      t('daysCounted', { count: counted.length, total: days.length, days: counted.join(', ') }),
    ])
  }
  if (refusal) {
    facts.push([
      t('refusal'),
      [refusal.code, refusal.reason].filter((part) => part !== null).join(' '),
    ])
    facts.push([
      t('call'),
      <>
        <code>{refusal.call}</code>
        {refusal.count > 1 &&
          t('times', { count: refusal.count, time: formatYearMinute(refusal.lastAt) })}
      </>,
    ])
  }
  for (const link of explanation.links) {
    // The ledger stands above, and an entry does not link to itself.
    if (link.kind === 'LEDGER' || entryOf(link) === explanation.entryId) continue
    facts.push([
      t(`links.${link.kind}`),
      <Target key={link.id} userId={userId} link={link} why={why} />,
    ])
  }
  return (
    <div className={styles.facts}>
      <Facts facts={facts} look="left" />
      {rule === 'spin' && <Draw inputs={explanation.inputs} />}
      {hidden.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{t('hidden')}</h3>
          <Facts
            look="left"
            facts={hidden.map(
              ([name, value]) =>
                [findTextOf('why', `inputs.${name}`) ?? name, inputText(value)] as const,
            )}
          />
        </>
      )}
    </div>
  )
}

/** A programme day begins at the programme's midnight. */
const dayText = (day: string) => formatDay(rangeOfDay(day)?.from ?? day)

const ENTRIES: Partial<Record<ExplainedLink['kind'], string>> = {
  PAYOUT: 'payout',
  ORDER: 'order',
  REFUND: 'refund',
}
const entryOf = ({ kind, id }: ExplainedLink) => ENTRIES[kind] && `${ENTRIES[kind]}:${id}`

type TargetProps = { userId: number; link: ExplainedLink; why: Why }

function Target({ userId, link, why }: TargetProps): ReactNode {
  const { t } = useTranslation('why')
  const { kind, id } = link
  const entry = entryOf(link)
  if (entry !== undefined) {
    return (
      <button type="button" className={text.link} onClick={() => why.ask(entry)}>
        {t('openEntry', { id })}
      </button>
    )
  }
  switch (kind) {
    case 'MEMBER':
      return (
        <Link to="/members/$userId" params={{ userId: id }} className={text.link}>
          {t('openMember', { id })}
        </Link>
      )
    case 'SEASON':
      return (
        <Link
          to="/members/$userId"
          params={{ userId: String(userId) }}
          search={{ tab: 'season', season: Number(id), entry: why.entry ?? '' }}
          className={text.link}
        >
          {t('openSeason', { id })}
        </Link>
      )
    case 'TRANSACTION':
      return (
        <button
          type="button"
          className={text.link}
          title={id}
          onClick={() => void copyText(id, t('hashCopied'))}
        >
          {t('copyHash', { hash: `${id.slice(0, 10)}…${id.slice(-6)}` })}
        </button>
      )
    // These are entries, which were handled above, or stand in their own line.
    case 'LEDGER':
    case 'ORDER':
    case 'PAYOUT':
    case 'REFUND':
      return id
  }
}
