import { useState } from 'react'
import { lazyPart } from '#/shell/lazy-part.tsx'
import type { Executed } from './api.ts'
import type { MomentKind } from './moment-kind.ts'

const MissionMomentDialog = lazyPart(
  async () => (await import('./mission-moment-dialog.tsx')).MissionMomentDialog,
  { texts: ['moment'] },
)

type MissionMomentProps = {
  executed: Executed | undefined
  moment: MomentKind | undefined
  seasonId: number
}

/**
 * Celebrates the result of a mission once. The code is loaded only when there is something to
 * celebrate.
 */
export function MissionMoment({ executed, moment, seasonId }: MissionMomentProps) {
  const [seen, setSeen] = useState<number | null>()
  if (!executed || !moment || seen === executed.historyId) return null
  return (
    <MissionMomentDialog
      key={executed.historyId}
      executed={executed}
      moment={moment}
      seasonId={seasonId}
      onClose={() => setSeen(executed.historyId)}
    />
  )
}
