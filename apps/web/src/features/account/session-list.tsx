import { Code } from '@solstice/contract/codes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '#/lib/api-error.ts'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/texts.ts'
import { useAction } from '#/lib/use-action.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Row, RowContent, Rows, rowTargetClass, rowTextClass } from '#/ui/rows.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { endOtherSessions, endSession, sessionsQuery } from './api.ts'

/** One device, or all except this one. */
type Leaving = { sessionId: string; device: string | null } | 'others'

/**
 * Lists the devices on which the member is signed in and lets the member log out one or all others.
 */
export function SessionList() {
  const { t } = useTranslation(['account', 'common'])
  const queries = useQueryClient()
  const query = useQuery(sessionsQuery)
  const [selected, setSelected] = useState<Leaving>()
  const [failed, setFailed] = useState<Leaving>()

  const { run: end, isBusy: isEnding } = useAction({
    call: (leaving: Leaving) => {
      setFailed(undefined)
      return endOn(leaving)
    },
    texts: { done: (isEnded, leaving) => (isEnded ? textsOf(leaving, t).ended : undefined) },
    // After a lost response the list may show that the device was logged out after all.
    refresh: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    onDone: (isEnded, leaving) => {
      if (!isEnded) setFailed(leaving)
      setSelected(undefined)
    },
  })

  return (
    <>
      {failed && <StillLoggedIn leaving={failed} />}
      <Loaded
        query={query}
        skeleton={<Skeleton isCard width="100%" height="66px" />}
        failed={t('sessions.loadFailed')}
      >
        {(sessions) => (
          <Rows>
            {sessions.map(({ sessionId, device, lastUsedAt, current }) => {
              const name = device ?? t('sessions.unknownDevice')
              const time = formatInstant(lastUsedAt)
              return (
                <Row key={sessionId}>
                  <div className={rowTextClass}>
                    <RowContent
                      icon="phone"
                      label={name}
                      note={current ? t('sessions.current') : t('sessions.lastUsed', { time })}
                      end="none"
                    />
                    {!current && (
                      <Button
                        variant="quiet"
                        isCompact
                        aria-label={t('sessions.endOneOf', { device: name, time })}
                        onClick={() => setSelected({ sessionId, device })}
                      >
                        {t('sessions.endOne')}
                      </Button>
                    )}
                  </div>
                </Row>
              )
            })}
            {sessions.length > 1 && (
              <Row>
                <button
                  type="button"
                  className={rowTargetClass}
                  onClick={() => setSelected('others')}
                >
                  <RowContent icon="leave" label={t('sessions.endOthers')} end="none" />
                </button>
              </Row>
            )}
          </Rows>
        )}
      </Loaded>
      <Sheet
        isOpen={selected !== undefined}
        onClose={() => setSelected(undefined)}
        title={textsOf(selected ?? 'others', t).title}
        actions={
          <>
            <Button
              variant="quiet"
              isBusy={isEnding}
              onClick={() => void (selected && end(selected))}
            >
              {selected === 'others' ? t('sessions.endOthers') : t('sessions.endOne')}
            </Button>
            <Button variant="text" onClick={() => setSelected(undefined)}>
              {t('common:cancel')}
            </Button>
          </>
        }
      >
        <p className={text.soft}>
          {selected === 'others' ? t('sessions.endText') : t('sessions.endOneText')}
        </p>
      </Sheet>
    </>
  )
}

/** Returns separate sentences for an unknown device, because it has no name to insert. */
export function textsOf(leaving: Leaving, t: Translate<'account'>) {
  if (leaving === 'others') {
    return {
      title: t('sessions.endTitle'),
      ended: t('sessions.ended'),
      failed: t('sessions.endFailed'),
    }
  }
  const { device } = leaving
  if (device === null) {
    return {
      title: t('sessions.endUnknownTitle'),
      ended: t('sessions.endedUnknown'),
      failed: t('sessions.endUnknownFailed'),
    }
  }
  return {
    title: t('sessions.endOneTitle', { device }),
    ended: t('sessions.endedOne', { device }),
    failed: t('sessions.endOneFailed', { device }),
  }
}

/**
 * Returns true when the devices are certainly logged out. A session that no longer exists counts as
 * ended.
 */
export async function endOn(leaving: Leaving): Promise<boolean> {
  try {
    await (leaving === 'others' ? endOtherSessions() : endSession(leaving.sessionId))
    return true
  } catch (cause) {
    return leaving !== 'others' && codeOf(cause) === Code.NOT_FOUND
  }
}

/**
 * Stays visible, unlike a toast, because a device that may belong to a thief is still logged in.
 */
export function StillLoggedIn({ leaving }: { leaving: Leaving }) {
  const { t } = useTranslation('account')
  return (
    <Notice
      role="alert"
      title={textsOf(leaving, t).failed}
      action={
        <Link to="/more/password-change" className={buttonClass('quiet', true)}>
          {t('sessions.changePassword')}
        </Link>
      }
    >
      {leaving === 'others' ? t('sessions.endFailedText') : t('sessions.endOneFailedText')}
    </Notice>
  )
}

function formatInstant(instant: string): string {
  const format = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return format.format(new Date(instant))
}
