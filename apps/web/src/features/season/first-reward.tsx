import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceStorage, memberKey } from '#/lib/storage.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { roundsQuery } from './api.ts'

const FirstRewardDialog = lazyPart(
  async () => (await import('./first-reward-dialog.tsx')).FirstRewardDialog,
  { texts: ['moment'] },
)

/** Celebrates the first reward that arrived in the wallet, once on this device. */
export function FirstReward({ seasonId, memberId }: { seasonId: number; memberId: string }) {
  const { data: rounds = [] } = useQuery(roundsQuery(seasonId))
  const key = memberKey('firstReward', memberId)
  const [isSeen, setSeen] = useState(() => deviceStorage.getItem(key) !== null)
  const round = rounds.find(({ isMyFirstReward }) => isMyFirstReward)
  if (isSeen || !round || round.myReward === null) return null

  function close(): void {
    deviceStorage.setItem(key, 'true')
    setSeen(true)
  }

  return (
    <FirstRewardDialog
      round={round.number}
      amount={round.myReward}
      symbol={round.symbol}
      onClose={close}
    />
  )
}
