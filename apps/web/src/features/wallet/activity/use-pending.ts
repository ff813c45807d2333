import { readableAmount } from '@solstice/rules/amount'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { sentBeforeQuery } from '#/features/wallet/api.ts'
import { assetsKey } from '#/features/wallet/chain/assets.ts'
import { sendRaw } from '#/features/wallet/chain/broadcast.ts'
import { isSettled, useFollowed } from '#/features/wallet/chain/follow.ts'
import type { Followed, Progress } from '#/features/wallet/chain/follow.ts'
import { useNetworks } from '#/features/wallet/chain/networks.ts'
import {
  dropSent,
  followOtherTabs,
  loadSent,
  withoutReplaced,
  useSent,
} from '#/features/wallet/chain/sent.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import { report } from '#/features/wallet/chain/transfer.ts'
import { useDisplay } from '#/features/wallet/display.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { directionOf } from './activity.ts'
import type { Activity } from './activity.ts'
import { activityKey } from './use-activity.ts'

/**
 * The interval for resending a transaction that its network does not know; nodes may recover or
 * free space.
 */
const SEND_AGAIN_EVERY_MS = 20_000

export type PendingActivity = { activity: Activity; progress: Progress | undefined; sent: Sent }

/**
 * Returns the transactions of this device that are not final. Settled ones are removed and the
 * lists refreshed; dropped ones are sent again; unreported ones are reported again.
 */
export function usePending(userId: string, address: string): PendingActivity[] {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const { networks } = useNetworks()
  const isLoaded = useSent((state) => state.userId === userId)
  const list = useSent((state) => state.list)
  const followed = useFollowed(isLoaded ? list : [], networks)
  const settled = followed.filter(isOver).map(({ sent }) => sent.hash)
  // A replaced transaction is not sent again, because it could then be mined after all.
  const notReplaced = withoutReplaced(list)
  const lost = followed.filter(
    ({ sent, progress }) => progress?.kind === 'lost' && notReplaced.includes(sent),
  )

  useEffect(() => followOtherTabs(), [])

  useEffect(() => {
    for (const sent of loadSent(userId)) {
      if (!sent.isReported) void report(userId, sent).catch(() => undefined)
    }
  }, [userId])

  const settle = useEffectEvent(() => {
    for (const { sent, progress } of followed.filter(isOver)) {
      void queries.invalidateQueries({ queryKey: assetsKey(sent.chainId, address) })
      // A member who sped up or cancelled the transfer knows about it; notify only about other
      // replacements.
      const isNews = sent.kind === 'send' && !sent.wasTakenOver
      if (progress?.kind === 'replaced' && isNews) notifyReplaced(sent)
    }
    void queries.invalidateQueries({ queryKey: activityKey(address) })
    void queries.invalidateQueries({ queryKey: sentBeforeQuery.queryKey })
    dropSent(userId, settled)
  })
  const settledList = settled.join()
  useEffect(() => {
    if (settledList !== '') settle()
  }, [settledList])

  const resendLost = useEffectEvent(() => {
    for (const { sent, network } of lost) void sendRaw(network, sent).catch(() => undefined)
  })
  const lostHashes = lost.map(({ sent }) => sent.hash).join()
  useEffect(() => {
    if (lostHashes === '') return
    resendLost()
    const timer = setInterval(() => resendLost(), SEND_AGAIN_EVERY_MS)
    return () => clearInterval(timer)
  }, [lostHashes])

  return followed.filter((each) => !isOver(each)).map((each) => toPending(each, address))

  function notifyReplaced(sent: Sent): void {
    const shown = useDisplay.getState().isHidden
      ? t('display.hidden')
      : readableAmount(BigInt(sent.amount), sent.decimals)
    const amount = `${shown} ${sent.symbol}`
    const name = shortAddress(sent.to)
    showToast(t('history.replacedToast', { amount, name }), { tone: 'attention' })
  }
}

function isOver({ progress }: Followed): boolean {
  return progress !== undefined && isSettled(progress)
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
