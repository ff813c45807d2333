import type { SeasonSimulation } from '@solstice/rules/season-simulation'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'

type FarmCostProps = {
  farming: NonNullable<SeasonSimulation['farming']>
  /** The sum of all pools. */
  pools: string
  symbol: string
}

/** Shows how much of the pools farms would take, and how much of it holds keep back. */
export function FarmCost({ farming, pools, symbol }: FarmCostProps) {
  const { t } = useTranslation('publish')
  const { accounts, xp, tickets, reward, heldReward } = farming
  const held = Number(heldReward)
  const parts = [
    { name: t('farming.members'), value: Number(pools) - Number(reward), tone: 'slate' },
    { name: t('farming.held'), value: held, tone: 'violet' },
    { name: t('farming.leaves'), value: Number(reward) - held, tone: 'wine' },
  ] as const
  return (
    <PlotFrame
      title={t('farming.title')}
      file="farming"
      values={{
        columns: [t('farming.what'), symbol],
        rows: parts.map(({ name, value }) => [name, Number(value.toFixed(2))]),
      }}
    >
      <p>
        {t('farming.sentence', {
          count: accounts,
          amount: formatNumber(accounts),
          xp: formatNumber(xp),
          tickets: formatNumber(tickets),
        })}
      </p>
      <BarList
        bars={parts.map(({ name, value, tone }) => ({
          label: name,
          value,
          tone,
          text: `${formatAmount(value.toFixed(2))} ${symbol}`,
        }))}
      />
      <p className={classNames(text.small, text.faint)}>{t('farming.note')}</p>
    </PlotFrame>
  )
}
