import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '#/lib/api-error.ts'
import { showToast } from '#/lib/toast.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Row, RowContent, Rows, rowTargetClass, rowTextClass } from '#/ui/rows.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { endOtherSessions, sessionsQuery } from './api.ts'

/** Where the member is signed in, and a way to end it everywhere else. */
export function SessionList() {
  const { t } = useTranslation(['account', 'common'])
  const queries = useQueryClient()
  const query = useQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const [isEnding, setEnding] = useState(false)

  async function endOthers(): Promise<void> {
    setEnding(true)
    try {
      await endOtherSessions()
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      showToast(t('sessions.ended'), { tone: 'done' })
    } catch (cause) {
      showToast(messageOf(cause, t('sessions.endFailed')), { tone: 'attention' })
    } finally {
      setEnding(false)
      setAsking(false)
    }
  }

  return (
    <>
      <Loaded
        query={query}
        skeleton={<Skeleton isCard width="100%" height="66px" />}
        failed={t('sessions.loadFailed')}
      >
        {(sessions) => (
          <Rows>
            {sessions.map(({ sessionId, device, lastUsedAt, current }) => (
              <Row key={sessionId}>
                <div className={rowTextClass}>
                  <RowContent
                    icon="phone"
                    label={device ?? t('sessions.unknownDevice')}
                    note={
                      current
                        ? t('sessions.current')
                        : t('sessions.lastUsed', { time: formatInstant(lastUsedAt) })
                    }
                    end="none"
                  />
                </div>
              </Row>
            ))}
            {sessions.length > 1 && (
              <Row>
                <button type="button" className={rowTargetClass} onClick={() => setAsking(true)}>
                  <RowContent icon="leave" label={t('sessions.endOthers')} end="none" />
                </button>
              </Row>
            )}
          </Rows>
        )}
      </Loaded>
      <Sheet
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('sessions.endTitle')}
        actions={
          <>
            <Button look="quiet" isBusy={isEnding} onClick={() => void endOthers()}>
              {t('sessions.endOthers')}
            </Button>
            <Button look="text" onClick={() => setAsking(false)}>
              {t('common:cancel')}
            </Button>
          </>
        }
      >
        <p className={text.soft}>{t('sessions.endText')}</p>
      </Sheet>
    </>
  )
}

function formatInstant(instant: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return format.format(new Date(instant))
}
