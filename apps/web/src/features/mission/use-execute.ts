import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isWorthRetrying } from '#/lib/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { showToast } from '#/lib/toast.ts'
import { executeMission } from './api.ts'
import type { ExecuteBody, Executed, MissionDetail } from './api.ts'
import { refusalText } from './refusal.ts'

type Place = Pick<MissionDetail, 'seasonId' | 'missionId'>

/**
 * Completes a mission. While no answer came, another try carries the same key: whatever reached the
 * server counts once.
 */
export function useExecute({ seasonId, missionId }: Place) {
  const { t } = useTranslation('mission')
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const keyRef = useRef<string>(undefined)

  async function execute(body: ExecuteBody = {}): Promise<Executed | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    keyRef.current ??= crypto.randomUUID()
    try {
      const done = await executeMission({ seasonId, missionId }, body, keyRef.current)
      keyRef.current = undefined
      await refreshProgramme(queries)
      return done
    } catch (error) {
      if (!isWorthRetrying(error)) {
        keyRef.current = undefined
        // A "no" means that the screen knows too little.
        void refreshProgramme(queries)
      }
      showToast(refusalText(error, t), { tone: 'attention' })
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { execute, isBusy }
}
