import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber, formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatDay, formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { PlotFrame } from '#/shell/plot.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Choice } from '#/ui/choice.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { forecastQuery } from './api.ts'
import type { Forecast } from './api.ts'
import { ForecastPlot, dayOf } from './forecast-plot.tsx'
import styles from './forecast.module.css'

const keyOf = ({ chainId, symbol }: Forecast) => `${chainId}-${symbol}`

/** Shows for each token of each network how long the money lasts, those that run out first. */
export function ForecastPanel() {
  const { t } = useTranslation('treasury')
  const query = useQuery(forecastQuery)
  const [chosen, setChosen] = useState<string>()
  return (
    <Loaded
      query={query}
      endpoint={payoutEndpoints['payout.forecast']}
      failed={t('forecast.failed')}
    >
      {({ list }) => {
        const sorted = list.toSorted((one, other) => one.coveredDays - other.coveredDays)
        const shown = sorted.find((each) => keyOf(each) === chosen) ?? sorted[0]
        if (!shown) {
          return (
            <Panel isFlush title={t('forecast.title')}>
              <Empty message={t('forecast.none')} />
            </Panel>
          )
        }
        return (
          <>
            <RunsOut list={sorted} />
            {sorted.length > 1 && (
              <Choice
                look="segments"
                label={t('forecast.choose')}
                value={keyOf(shown)}
                options={sorted.map((each) => [keyOf(each), `${each.networkName} ${each.symbol}`])}
                onValue={setChosen}
              />
            )}
            <ForecastFigure forecast={shown} />
          </>
        )
      }}
    </Loaded>
  )
}

/** Names every token that runs out, so that nobody has to look through the plots. */
function RunsOut({ list }: { list: readonly Forecast[] }) {
  const { t } = useTranslation('treasury')
  return list
    .filter(({ runsOutOn }) => runsOutOn !== null)
    .map((forecast) => (
      <Note key={keyOf(forecast)} tone="bad" isLive>
        <b>
          {t('forecast.short', {
            network: forecast.networkName,
            symbol: forecast.symbol,
            day: formatDay(dayOf(forecast.runsOutOn ?? '')),
          })}
        </b>{' '}
        {t('forecast.shortNote', {
          count: forecast.coveredDays,
          balance: formatShortAmount(forecast.balance ?? '0'),
          missing: formatShortAmount(forecast.missing),
          symbol: forecast.symbol,
        })}
      </Note>
    ))
}

function ForecastFigure({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation('treasury')
  const { networkName, symbol, balance, silentSince, days, runsOutOn } = forecast
  const title = t('forecast.of', { network: networkName, symbol })
  if (balance === null) {
    return (
      <Panel title={title}>
        <Note tone="warn">{t('forecast.unknown')}</Note>
      </Panel>
    )
  }
  const last = days.at(-1)
  return (
    <PlotFrame
      title={title}
      beside={
        <Badge
          tone={runsOutOn === null ? 'ok' : 'bad'}
          icon={runsOutOn === null ? 'check' : 'alert'}
        >
          {runsOutOn === null
            ? t('forecast.covered')
            : t('forecast.shortOn', { day: formatDay(dayOf(runsOutOn)) })}
        </Badge>
      }
      file={`forecast-${networkName.toLowerCase().replaceAll(' ', '-')}-${symbol.toLowerCase()}`}
      format={formatCell}
      values={{
        columns: [
          t('forecast.day'),
          t('forecast.rounds'),
          t('forecast.withdrawals'),
          t('forecast.left'),
          t('forecast.state'),
        ],
        rows: days.map((day) => [
          day.day,
          Number(day.settled),
          Number(day.withdrawn),
          Number(day.left),
          day.day === runsOutOn ? t('forecast.runsOut') : '',
        ]),
      }}
    >
      {silentSince !== null && (
        <Note tone="warn">{t('forecast.silent', { time: formatMinute(silentSince) })}</Note>
      )}
      <ForecastPlot forecast={forecast} />
      <dl className={styles.facts}>
        <Fact
          name={t('forecast.runsOut')}
          value={runsOutOn === null ? t('forecast.notIn30') : formatDay(dayOf(runsOutOn))}
          isBad={runsOutOn !== null}
          note={t('forecast.inDays', { count: forecast.coveredDays })}
        />
        <Fact
          name={t('forecast.missingBy', { day: formatDay(dayOf(last?.day ?? '')) })}
          value={`${formatShortAmount(forecast.missing)} ${symbol}`}
          isBad={Number(forecast.missing) > 0}
          note={t('forecast.roundsIn', {
            count: days.reduce((all, { rounds }) => all + rounds.length, 0),
          })}
        />
        <Fact
          name={t('forecast.withdrawals')}
          value={t('forecast.aDay', { amount: formatShortAmount(forecast.pace) })}
          note={t('forecast.pace')}
        />
        <Fact
          name={t('forecast.owed')}
          value={`${formatShortAmount(forecast.owed)} ${symbol}`}
          note={t('forecast.owedNote')}
        />
      </dl>
    </PlotFrame>
  )
}

const formatCell = (value: number) => formatNumber(value)

type FactProps = { name: string; value: string; note: string; isBad?: boolean }

function Fact({ name, value, note, isBad = false }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b className={classNames(text.numbers, isBad && text.bad)}>{value}</b>
        <span className={classNames(text.small, text.soft)}>{note}</span>
      </dd>
    </div>
  )
}
