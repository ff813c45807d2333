import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { directionOf } from './activity.ts'
import type { Activity } from './activity.ts'
import { assetsKey } from './assets.ts'
import { useFollowed } from './follow.ts'
import type { Followed, Progress } from './follow.ts'
import { useNetworks } from './networks.ts'
import { dropSent, loadSent, useSent } from './sent.ts'
import type { Sent } from './sent.ts'
import { report, sendRaw } from './transfer.ts'
import { activityKey } from './use-activity.ts'

export type PendingActivity = { activity: Activity; progress: Progress | undefined; sent: Sent }

/**
 * What this device sent and no network has made final. What settled is dropped and the lists are
 * read again; what a network forgot is sent again; what our server missed is told again.
 */
export function usePending(userId: string, address: string): PendingActivity[] {
  const queries = useQueryClient()
  const { networks } = useNetworks()
  const isLoaded = useSent((state) => state.userId === userId)
  const list = useSent((state) => state.list)
  const followed = useFollowed(isLoaded ? list : [], networks)
  const settled = followed.filter(({ progress }) => isOver(progress)).map(({ sent }) => sent.hash)
  const lost = followed.filter(({ progress }) => progress?.kind === 'lost')

  useEffect(() => {
    for (const sent of loadSent(userId)) {
      if (!sent.isReported) void report(userId, sent).catch(() => undefined)
    }
  }, [userId])

  const settle = useEffectEvent(() => {
    for (const { sent } of followed.filter(({ sent }) => settled.includes(sent.hash))) {
      void queries.invalidateQueries({ queryKey: assetsKey(sent.chainId, address) })
    }
    void queries.invalidateQueries({ queryKey: activityKey(address) })
    dropSent(userId, settled)
  })
  const settledList = settled.join()
  useEffect(() => {
    if (settledList !== '') settle()
  }, [settledList])

  const sendLostAgain = useEffectEvent(() => {
    for (const { sent, network } of lost) void sendRaw(network, sent).catch(() => undefined)
  })
  const lostList = lost.map(({ sent }) => sent.hash).join()
  useEffect(() => {
    if (lostList !== '') sendLostAgain()
  }, [lostList])

  return followed
    .filter(({ progress }) => !isOver(progress))
    .map((each) => toPending(each, address))
}

function isOver(progress: Progress | undefined): boolean {
  return progress?.kind === 'done' || progress?.kind === 'failed' || progress?.kind === 'replaced'
}

function toPending({ sent, progress }: Followed, address: string): PendingActivity {
  const activity: Activity = {
    hash: sent.hash,
    chainId: sent.chainId,
    atMs: sent.sentAtMs,
    from: sent.from,
    to: sent.to,
    amount: BigInt(sent.amount),
    decimals: sent.decimals,
    symbol: sent.symbol,
    contract: sent.contract,
    direction: directionOf(sent, address),
    status: 'pending',
  }
  return { activity, progress, sent }
}
