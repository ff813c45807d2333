import { movementKey } from '#/features/wallet/chain/movements.ts'
import { useNames } from '#/features/wallet/names.ts'
import { ActivityRow } from './activity-row.tsx'
import type { Activity } from './activity.ts'
import type { PendingActivity } from './use-pending.ts'

type ActivityListProps = { waiting: readonly PendingActivity[]; past: readonly Activity[] }

/** Lists pending transactions first, then past ones. */
export function ActivityList({ waiting, past }: ActivityListProps) {
  const nameOf = useNames()
  return (
    <ul>
      {waiting.map(({ activity, progress }) => (
        <ActivityRow
          key={activity.hash}
          activity={activity}
          progress={progress}
          name={nameOf(activity.to)}
        />
      ))}
      {past.map((activity, at) => (
        <ActivityRow
          // One transaction may move the same amount to the same address twice.
          key={`${activity.hash}-${movementKey(activity)}-${at}`}
          activity={activity}
          name={nameOf(activity.direction === 'in' ? activity.from : activity.to)}
        />
      ))}
    </ul>
  )
}
