import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isWorthRetrying } from '#/lib/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { showToast } from '#/lib/toast.ts'
import { confirmed, useUnconfirmed } from '#/lib/unconfirmed.ts'
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
  const name = `mission ${seasonId}/${missionId}`
  const isUnconfirmed = useUnconfirmed(({ names }) => names.has(name))

  async function execute(body: ExecuteBody = {}): Promise<Executed | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    const key = (keyRef.current ??= crypto.randomUUID())
    const done = await confirmed(
      name,
      () => executeMission({ seasonId, missionId }, body, key),
      (error) => {
        if (!isWorthRetrying(error)) keyRef.current = undefined
        showToast(refusalText(error, t), { tone: 'attention' })
      },
    )
    if (done) keyRef.current = undefined
    // Also after a failure: a refusal means that the screen is out of date, and without an answer
    // the mission may be done.
    const refreshed = refreshProgramme(queries)
    if (done) await refreshed
    setBusy(false)
    return done
  }

  return { execute, isBusy, isUnconfirmed }
}
