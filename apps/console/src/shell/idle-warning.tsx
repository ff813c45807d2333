import { useEffect, useState } from 'react'
import { formatCountdown, serverNow } from '@solstice/ui/time.ts'
import { watchActivity } from '#/lib/activity.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { meQuery, useMe } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { replyAgeMs, useSessionState } from '#/lib/session-state.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Note } from '#/ui/note.tsx'
import { sessionEnd } from './session-end.ts'
import type { SessionEnd } from './session-end.ts'

const WARNING_MS = 2 * 60_000
/** A person who works without making calls, such as typing a reason, stays signed in. */
const KEEP_ALIVE_AFTER_MS = 60_000

const keepAlive = () =>
  void queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)

/**
 * Warns two minutes before the session ends. It opens above other dialogs, which keep their texts.
 * Nothing extends a session beyond its longest duration, so that warning can only be closed.
 */
export function IdleWarning() {
  const { t } = useTranslation('idle')
  const { idleUntil, endsAt } = useMe()
  const isLost = useSessionState((state) => state.isLost)
  const [{ leftMs, isFinal }, setEnd] = useState<SessionEnd>({ leftMs: Infinity, isFinal: false })
  const [closedFor, setClosedFor] = useState<string | null>(null)

  useEffect(
    () =>
      watchActivity(window, (atMs) => {
        if (replyAgeMs(atMs) > KEEP_ALIVE_AFTER_MS) keepAlive()
      }),
    [],
  )

  useEffect(() => {
    const update = () =>
      setEnd(sessionEnd({ idleUntil, endsAt }, replyAgeMs(Date.now()), serverNow()))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [idleUntil, endsAt])

  // At the end a call shows whether the session is really over; then the sign-in opens.
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver && !isLost) keepAlive()
  }, [isOver, isLost])

  if (leftMs > WARNING_MS || isOver || isLost) return null
  const time = formatCountdown(leftMs)
  if (isFinal) {
    if (closedFor === endsAt) return null
    const close = () => setClosedFor(endsAt)
    return (
      <Dialog
        title={t('finalTitle')}
        onClose={close}
        onSubmit={close}
        actions={
          <Button tone="primary" isSubmit>
            {t('common:close')}
          </Button>
        }
      >
        <Note tone="warn" icon="clock">
          {t('finalLeft', { time })}
        </Note>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t('title')}
      onClose={keepAlive}
      onSubmit={keepAlive}
      actions={
        <Button tone="primary" isSubmit>
          {t('stay')}
        </Button>
      }
    >
      <Note tone="warn" icon="clock">
        {t('left', { time })}
      </Note>
    </Dialog>
  )
}
