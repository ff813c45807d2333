import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorAuthEndpoints as auth } from '@solstice/contract/operator-auth.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'

type Session = CallData<'operatorAuth.sessions'>['list'][number]

const QUERY_KEY = ['sessions']

/** Lists the own open sessions and ends others. */
export function Sessions() {
  const { t } = useTranslation('me')
  const [ended, setEnded] = useState<Session>()
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(auth['operatorAuth.sessions'], {}, { signal }),
  })
  const nameOf = ({ device }: Session) => device ?? t('unknownDevice')
  return (
    <Panel title={t('sessions')} isFlush>
      <Loaded query={query} endpoint={auth['operatorAuth.sessions']} failed={t('sessionsFailed')}>
        {({ list }) => (
          <ul className={classNames(rows.rows, rows.stacked)}>
            {list.map((session) => (
              <li key={session.sessionId}>
                <span className={rows.grow}>
                  <b>{nameOf(session)}</b>
                  <br />
                  <span className={classNames(text.small, text.soft)}>
                    {t('sessionTimes', {
                      since: formatMinute(session.createdAt),
                      used: formatMinute(session.lastUsedAt),
                    })}
                  </span>
                </span>
                <Badge icon={session.factor === 'PASSKEY' ? 'passkey' : 'key'}>
                  {t(`factorKinds.${session.factor}`)}
                </Badge>
                {session.current ? (
                  <Badge tone="accent" icon="check">
                    {t('thisSession')}
                  </Badge>
                ) : (
                  <Button
                    size="small"
                    tone="risk"
                    aria-label={t('endNamed', { name: nameOf(session) })}
                    onClick={() => setEnded(session)}
                  >
                    {t('end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {ended && (
        <Confirm
          level="C1"
          isDanger
          title={t('endTitle', { name: nameOf(ended) })}
          action={t('end')}
          effect={[[t('since'), <Instant key="since" at={ended.createdAt} />]]}
          note={t('endNote')}
          run={() =>
            call(auth['operatorAuth.endSession'], { params: { sessionId: ended.sessionId } })
          }
          onDone={() => {
            setEnded(undefined)
            showToast(t('endedToast'))
            void queryClient.invalidateQueries({ queryKey: QUERY_KEY })
          }}
          onClose={() => setEnded(undefined)}
        />
      )}
    </Panel>
  )
}
