import { useQuery } from '@tanstack/react-query'
import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { memberHoldsQuery } from '#/shell/holds/hold-queries.ts'
import { HoldRows } from '#/shell/holds/hold-rows.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import type { Hold } from './api.ts'

/** Lists the other holds of the same member, the newest first. */
export function EarlierHolds({ hold }: { hold: Hold }) {
  const { t } = useTranslation('holds')
  const query = useQuery(memberHoldsQuery(hold.userId, 1))
  const others = query.data?.list.filter(({ holdId }) => holdId !== hold.holdId) ?? []
  return (
    <Panel title={t('earlier')} isFlush={others.length > 0}>
      <Loaded query={query} endpoint={holdEndpoints['hold.queue']} failed={t('failed')}>
        {() =>
          others.length === 0 ? (
            <p className={text.soft}>{t('noEarlier')}</p>
          ) : (
            <HoldRows list={others} isOfOneMember />
          )
        }
      </Loaded>
    </Panel>
  )
}
