import { useQuery } from '@tanstack/react-query'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
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
            <Table
              label={t('tabs.sessions')}
              columns={[
                t('sessions.device'),
                t('sessions.started', { offset: PROGRAMME_OFFSET }),
                t('sessions.seen', { offset: PROGRAMME_OFFSET }),
                t('sessions.ends', { offset: PROGRAMME_OFFSET }),
              ]}
            >
              {list.map(({ sessionId, device, startedAt, lastSeenAt, endsAt }) => (
                <tr key={sessionId}>
                  <td className={text.strong}>{device}</td>
                  <td className={text.unbroken}>{formatColumnMinute(startedAt)}</td>
                  <td className={text.unbroken}>{formatColumnMinute(lastSeenAt)}</td>
                  <td className={text.unbroken}>{formatColumnMinute(endsAt)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  )
}
