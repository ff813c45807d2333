import { Code } from '@solstice/contract/codes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '@solstice/ui/api-error.ts'
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
type EndTarget = { sessionId: string; device: string | null } | 'others'

/**
 * Lists the devices on which the member is signed in and lets the member log out one or all others.
 */
export function SessionList() {
  const { t } = useTranslation(['account', 'common'])
  const queries = useQueryClient()
  const query = useQuery(sessionsQuery)
  const [selected, setSelected] = useState<EndTarget>()
  const [failed, setFailed] = useState<EndTarget>()

  const { run: end, isBusy: isEnding } = useAction({
    call: (endTarget: EndTarget) => {
      setFailed(undefined)
      return endSessions(endTarget)
    },
    texts: { done: (isEnded, endTarget) => (isEnded ? textsOf(endTarget, t).ended : undefined) },
    // After a lost response the list may show that the device was logged out after all.
    refresh: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    onDone: (isEnded, endTarget) => {
      if (!isEnded) setFailed(endTarget)
      setSelected(undefined)
    },
  })

  return (
    <>
      {failed && <StillLoggedIn endTarget={failed} />}
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
export function textsOf(endTarget: EndTarget, t: Translate<'account'>) {
  if (endTarget === 'others') {
    return {
      title: t('sessions.endTitle'),
      ended: t('sessions.ended'),
      failed: t('sessions.endFailed'),
    }
  }
  const { device } = endTarget
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
export async function endSessions(endTarget: EndTarget): Promise<boolean> {
  try {
    await (endTarget === 'others' ? endOtherSessions() : endSession(endTarget.sessionId))
    return true
  } catch (cause) {
    return endTarget !== 'others' && codeOf(cause) === Code.NOT_FOUND
  }
}

/**
 * Stays visible, unlike a toast, because a device that may belong to a thief is still logged in.
 */
export function StillLoggedIn({ endTarget }: { endTarget: EndTarget }) {
  const { t } = useTranslation('account')
  return (
    <Notice
      role="alert"
      title={textsOf(endTarget, t).failed}
      action={
        <Link to="/more/password-change" className={buttonClass('quiet', true)}>
          {t('sessions.changePassword')}
        </Link>
      }
    >
      {endTarget === 'others' ? t('sessions.endFailedText') : t('sessions.endOneFailedText')}
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
