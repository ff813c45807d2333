import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { saveDraft, saveFailureOf } from '#/features/builder/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { SeasonShown } from '#/shell/season/season-queries.ts'
import { createDraftStore } from './draft-store.ts'
import { readKept, storeKept } from './kept-draft.ts'

/** Holds the draft of a page, and sends its changes before the page goes away. */
export function useDraftStore({ season: { seasonId }, plan, revision, savedAt }: SeasonShown) {
  const { t } = useTranslation('builder')
  const [store] = useState(() =>
    createDraftStore(
      { draft: plan, revision, savedAt },
      {
        save: (at, draft) => saveDraft(seasonId, at, draft),
        failureOf: (error) => saveFailureOf(error, t('save.failed')),
        keep: (kept) => storeKept(seasonId, kept),
        kept: readKept(seasonId),
      },
    ),
  )

  useEffect(() => {
    store.open()
    const flush = () => store.flush()
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') store.flush()
    }
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      store.close()
    }
  }, [store])

  return { store, state: useStore(store) }
}
