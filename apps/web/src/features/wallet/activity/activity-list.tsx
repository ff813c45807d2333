import { useNames } from '#/features/wallet/names.ts'
import { ActivityRow } from './activity-row.tsx'
import type { Activity } from './activity.ts'
import type { PendingActivity } from './use-pending.ts'

type ActivityListProps = { waiting: readonly PendingActivity[]; past: readonly Activity[] }

/** What is on its way, and below it what has happened. */
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
      {past.map((activity) => (
        <ActivityRow
          // One transaction may move several tokens, and to oneself both ways.
          key={`${activity.hash}-${activity.contract}-${activity.direction}`}
          activity={activity}
          name={nameOf(activity.direction === 'in' ? activity.from : activity.to)}
        />
      ))}
    </ul>
  )
}
