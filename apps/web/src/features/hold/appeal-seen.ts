import { useEffect } from 'react'
import { useEndOnceSeen } from '#/lib/intent.ts'
import { keepDraft } from './appeal-draft.ts'
import type { Hold } from './api.ts'

/** Forgets the typed text once the server shows the appeal, also when its response was lost. */
export function useAppealSeen({ holdId, appeal }: Pick<Hold, 'holdId' | 'appeal'>): void {
  const isSeen = appeal !== null
  useEndOnceSeen(['appeal', holdId], isSeen)
  useEffect(() => {
    if (isSeen) keepDraft(holdId, '')
  }, [holdId, isSeen])
}
