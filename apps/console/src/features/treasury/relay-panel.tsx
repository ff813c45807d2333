import { useQuery } from '@tanstack/react-query'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { relayQuery } from './api.ts'

/** Shows the fees that sends of members have cost today, and their limit; nothing without a limit. */
export function RelayPanel() {
  const { t } = useTranslation('treasury')
  const { data } = useQuery(relayQuery)
  if (!data || data.list.length === 0) return null
  return (
    <Panel title={t('relay.title')}>
      <p className={classNames(text.small, text.soft)}>{t('relay.note')}</p>
      <ul>
        {data.list.map((each) => (
          <li key={each.chainId}>
            <b>{each.networkName}</b>{' '}
            {t('relay.today', {
              fees: each.feesToday,
              limit: each.feesPerDay,
              symbol: each.symbol,
            })}
            {', '}
            {each.relay === null
              ? t('relay.preparing')
              : t('relay.sends', { count: each.sendsToday })}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
