import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { saveDraft, saveFailureOf } from '#/features/builder/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { openKept } from '#/lib/kept-draft.ts'
import { useMe } from '#/lib/me.ts'
import { noteSeasons } from '#/shell/season/season-queries.ts'
import type { SeasonShown } from '#/shell/season/season-queries.ts'
import { createDraftStore } from './draft-store.ts'

/** Holds the draft of a page, and sends its changes before the page goes away. */
export function useDraftStore(
  { season: { seasonId }, plan, revision, savedAt }: SeasonShown,
  { isReadOnly }: { isReadOnly: boolean },
) {
  const { t } = useTranslation('builder')
  const { operatorId } = useMe()
  const [store] = useState(() => {
    const { kept, keep } = openKept({ operatorId, seasonId })
    return createDraftStore(
      { draft: plan, revision, savedAt },
      {
        save: async (at, draft) => {
          const saved = await saveDraft(seasonId, at, draft)
          if (saved.endedSchedule) noteSeasons()
          return saved
        },
        failureOf: (error) => saveFailureOf(error, t('save.failed')),
        keep,
        // Changes that cannot be saved now would be refused. They wait until they can be.
        kept: isReadOnly ? undefined : kept,
      },
    )
  })

  useEffect(() => {
    store.open()
    const flush = () => store.flush()
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') store.flush()
    }
    // The browser asks before it closes a page whose text the server does not have.
    const warn = (event: BeforeUnloadEvent) => {
      if (store.getState().save.kind !== 'saved') event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      store.close()
    }
  }, [store])

  return { store, state: useStore(store) }
}
