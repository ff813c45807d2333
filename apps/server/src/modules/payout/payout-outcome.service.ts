import { isCheckpointPosted, isRelayed, isRootPosted } from '@solstice/contracts/calls'
import { createAddress } from '@solstice/contracts/create-address'
import { isCallPurpose } from '@solstice/rules/payout'
import { readCode, tokenTransferIn, type Receipt } from '#/modules/chain/chain-reading.service.ts'
import type { ChainNode } from '#/platform/process/context.ts'
import type { Payout } from './payout.queries.ts'
import type { TreasuryCall } from './treasury-call.service.ts'

/** Returns whether a mined transaction did what its payout asks for. */
export async function hasArrived(
  node: ChainNode,
  { payout, call }: { payout: Payout; call: TreasuryCall | undefined },
  receipt: Receipt,
): Promise<boolean> {
  if (receipt.status !== 1) return false
  if (!isCallPurpose(payout.purpose) || payout.purpose === 'FUND') {
    return containsTransfer(receipt, payout)
  }
  if (!call) return false
  const contract = payout.address
  if (call.purpose === 'DEPLOY') return hasCode(node, payout)
  if (call.purpose === 'ROOT') {
    return receipt.logs.some((log) => isRootPosted(log, { ...call, contract }))
  }
  if (call.purpose === 'ANCHOR') {
    return receipt.logs.some((log) => isCheckpointPosted(log, { ...call, contract }))
  }
  if (call.purpose === 'RELAY') return wasRelayed(receipt, { ...call.send, contract })
  // Payments are recorded from the events of final blocks; the contract leaves out the others.
  return true
}

/** A token that returns success without a transfer event has not paid. */
function containsTransfer(receipt: Receipt, payout: Payout): boolean {
  if (payout.contract === null) return true
  const from = payout.account?.toLowerCase()
  const contract = payout.contract.toLowerCase()
  return receipt.logs
    .flatMap((log) => tokenTransferIn(log) ?? [])
    .some(
      (transfer) =>
        transfer.contract === contract &&
        transfer.from === from &&
        transfer.to === payout.address.toLowerCase() &&
        transfer.value === payout.amount,
    )
}

type Relayed = Parameters<typeof isRelayed>[1] & {
  recipient: string
  token: string
  amount: bigint
}

/** The relay reports the send, and the token the transfer. */
function wasRelayed(receipt: Receipt, send: Relayed): boolean {
  return (
    receipt.logs.some((log) => isRelayed(log, send)) &&
    receipt.logs
      .flatMap((log) => tokenTransferIn(log) ?? [])
      .some(
        ({ contract, from, to, value }) =>
          contract === send.token &&
          from === send.owner &&
          to === send.recipient &&
          value === send.amount,
      )
  )
}

async function hasCode(node: ChainNode, { account, nonce }: Payout): Promise<boolean> {
  if (account === null || nonce === null) return false
  return (await readCode(node, createAddress(account, nonce))) !== '0x'
}
