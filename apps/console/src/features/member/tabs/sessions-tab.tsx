import { useQuery } from '@tanstack/react-query'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Panel } from '#/ui/panel.tsx'
import { TableScroll } from '#/ui/table-scroll.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { sessionsQuery } from '#/features/member/api.ts'

/** Lists where the member is signed in, last used first. */
export function SessionsTab({ userId }: { userId: number }) {
  const { t } = useTranslation('member')
  const query = useQuery(sessionsQuery(userId))
  return (
    <Panel isFlush>
      <Loaded
        query={query}
        endpoint={memberEndpoints['member.sessions']}
        failed={t('sessions.failed')}
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('sessions.none')} />
          ) : (
            <TableScroll label={t('tabs.sessions')}>
              <table className={table.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('sessions.device')}</th>
                    <th scope="col">{t('sessions.started', { offset: PROGRAMME_OFFSET })}</th>
                    <th scope="col">{t('sessions.seen', { offset: PROGRAMME_OFFSET })}</th>
                    <th scope="col">{t('sessions.ends', { offset: PROGRAMME_OFFSET })}</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map(({ sessionId, device, startedAt, lastSeenAt, endsAt }) => (
                    <tr key={sessionId}>
                      <td className={text.strong}>{device}</td>
                      <td className={text.unbroken}>{formatColumnMinute(startedAt)}</td>
                      <td className={text.unbroken}>{formatColumnMinute(lastSeenAt)}</td>
                      <td className={text.unbroken}>{formatColumnMinute(endsAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )
        }
      </Loaded>
    </Panel>
  )
}
