import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatShortAmount } from '@solstice/ui/format.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { DraftAmount, DraftNumber } from '#/features/builder/fields/draft-number.tsx'
import { DraftText } from '#/features/builder/fields/draft-text.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { listAt, numberAt, setIn, textAt } from '#/lib/season-draft.ts'
import { treasuryQuery } from '#/shell/freeze/treasury-query.ts'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { aboveCap, coverOf, sumOfPools } from './pools.ts'

/** Edits the pools of the rounds and the budget of the season. */
export function PoolsStep() {
  const { t } = useTranslation('builderParts')
  const { draft, edit, isReadOnly } = useBuilder()
  const symbol = textAt(draft, 'reward.symbol')
  const rounds = listAt(draft, 'rounds')
  return (
    <>
      <Panel
        title={t('pools.title')}
        more={
          rounds.length > 1 && (
            <Button
              size="small"
              disabled={isReadOnly}
              onClick={() =>
                edit((latest) =>
                  rounds.reduce(
                    (next: typeof latest, _, at) =>
                      setIn(next, `rounds.${at}.pool`, textAt(latest, 'rounds.0.pool')),
                    latest,
                  ),
                )
              }
            >
              {t('pools.same')}
            </Button>
          )
        }
      >
        <div className={fields.row}>
          <DraftText path="reward.symbol" label={t('builder:fields.symbol')} />
          <DraftNumber path="reward.decimals" label={t('builder:fields.decimals')} />
        </div>
        {rounds.length === 0 ? (
          <p>{t('pools.noRounds')}</p>
        ) : (
          <div className={fields.row}>
            {rounds.map((_, at) => (
              <DraftAmount
                key={`pool ${at}`}
                path={`rounds.${at}.pool`}
                label={t('pools.poolOf', { number: at + 1 })}
                unit={symbol}
              />
            ))}
          </div>
        )}
        <Cover />
      </Panel>
      <Panel title={t('pools.budget')}>
        <div className={fields.pair}>
          <DraftAmount path="budget.reward" label={t('pools.budgetReward')} unit={symbol} />
          <DraftNumber path="budget.members" label={t('pools.budgetMembers')} />
          <DraftNumber path="budget.xp" label={t('pools.budgetXp')} unit="XP" />
          <DraftNumber path="budget.tickets" label={t('pools.budgetTickets')} />
        </div>
      </Panel>
    </>
  )
}

/** Compares the pools with their budget, with the treasury and with what may leave in a day. */
function Cover() {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const may = useMay()
  const { data: treasury } = useQuery({ ...treasuryQuery, enabled: may('payout.treasury') })
  const symbol = textAt(draft, 'reward.symbol')
  const sum = sumOfPools(draft)
  if (sum === undefined) return null
  const amount = (value: string) => `${formatShortAmount(value)} ${symbol}`
  const cover = treasury && coverOf(treasury, symbol)
  const cap = treasury?.caps.find((each) => each.symbol === symbol)
  const waiting = cap ? aboveCap(draft, cap.perDay) : []
  const members = numberAt(draft, 'budget.members')
  const facts: Fact[] = [[t('pools.sum'), amount(sum)]]
  if (members) facts.push([t('pools.perMember'), amount(String(Number(sum) / members))])
  if (cover !== undefined) facts.push([t('pools.treasury'), amount(cover)])
  if (cap) facts.push([t('pools.dayCap'), amount(cap.perDay)])
  return (
    <>
      <Facts look="boxed" facts={facts} />
      {cover !== undefined && Number(cover) < Number(sum) && (
        <Note tone="warn">{t('pools.uncovered', { missing: amount(missing(sum, cover)) })}</Note>
      )}
      {cap && waiting.length > 0 && (
        <Note tone="bad">
          {t('pools.aboveCap', {
            rounds: waiting.map((round) => formatNumber(round)).join(', '),
            cap: amount(cap.perDay),
          })}
        </Note>
      )}
    </>
  )
}

const missing = (sum: string, cover: string) => String(Number(sum) - Number(cover))
