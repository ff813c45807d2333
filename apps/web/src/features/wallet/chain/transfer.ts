import { amountText } from '@solstice/rules/amount'
import { transferCall } from '@solstice/rules/transfer'
import type { Hex, Transaction } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { isSameAddress } from '#/features/wallet/address.ts'
import { reportTransaction } from '#/features/wallet/api.ts'
import { vault } from '#/vault/vault.ts'
import type { Opening } from '#/vault/vault.ts'
import { NonceTakenError, UnsureError, broadcastOutcome, sendRaw } from './broadcast.ts'
import { decodeTransfer } from './erc20.ts'
import type { FeeCeiling, Fee } from './fees.ts'
import type { Asset, Network } from './networks.ts'
import { noteRival } from './order-payment.ts'
import { asHex, expectChain, nodeOf } from './rpc.ts'
import { changeSent, dropSent, keepSent, sentByAllTabs, withoutReplaced } from './sent.ts'
import type { Sent } from './sent.ts'
import type { SignedTransaction } from './signed-transaction.ts'

export type Transfer = {
  network: Network
  asset: Asset
  from: string
  to: string
  amount: bigint
}

/** The exact gas of a plain coin transfer. */
export const PLAIN_GAS = 21_000n

type Call = { asset: Pick<Asset, 'address'>; to: string; amount: bigint; data?: Hex | undefined }

export function callOf({ asset, to, amount, data }: Call) {
  if (data !== undefined) return { to: asHex(to), value: amount, data }
  const contract = asset.address === null ? null : asHex(asset.address)
  return transferCall({ payee: asHex(to), contract, amount })
}

type Owner = { userId: string; opening: Opening }

type Signing = {
  gas: bigint
  fee: Fee
  /** Runs before sending, for callers that also store the transaction. */
  onSigned?: ((sent: Sent) => void) | undefined
}

/**
 * Signs, stores and sends a transfer. It is stored before sending, so that it can be recovered
 * after an interruption.
 */
export async function sendTransfer(
  transfer: Transfer,
  { gas, fee, onSigned }: Signing,
  owner: Owner,
): Promise<Sent> {
  const { network, asset, from, to, amount } = transfer
  const { decimals, symbol, address: contract } = asset
  const intent = {
    kind: 'send',
    from,
    to,
    amount: String(amount),
    decimals,
    symbol,
    contract,
  } as const
  return sendNext(network, intent, { gas, fee, onSigned }, owner)
}

/** A call of a contract that the member has reviewed. */
export type ContractCall = { network: Network; from: string; to: string; value: bigint; data: Hex }

/** Signs, stores and sends a call of a contract in the same way as a transfer. */
export async function sendCall(
  { network, from, to, value, data }: ContractCall,
  { isForSite, ...signing }: Signing & { isForSite?: boolean },
  owner: Owner,
): Promise<Sent> {
  const { decimals, symbol } = network
  const coin = { decimals, symbol, contract: null }
  const intent = { kind: 'send', from, to, amount: String(value), ...coin, data } as const
  return sendNext(network, { ...intent, ...(isForSite && { isForSite }) }, signing, owner)
}

async function sendNext(
  network: Network,
  intent: Omit<TransferIntent, 'nonce'>,
  { gas, fee, onSigned }: Signing,
  owner: Owner,
): Promise<Sent> {
  await expectChain(network)
  const sent = await whileHoldingNonce(network, intent.from, async () => {
    const nonce = await nextNonce(network, intent.from, owner.userId)
    return signAndStore(network, { ...intent, nonce }, { gas, fee, onSigned }, owner)
  })
  return broadcast(network, sent, owner.userId)
}

/**
 * Two tabs that read the same count would give two transfers the same nonce, and one of them would
 * never be mined.
 */
function whileHoldingNonce<Result>(
  { chainId }: Network,
  from: string,
  action: () => Promise<Result>,
): Promise<Result> {
  const lock = `solstice-number-${chainId}-${from.toLowerCase()}`
  return navigator.locks ? navigator.locks.request(lock, action) : action()
}

/** Returns a nonce that does not replace a transaction of this device that may still be mined. */
async function nextNonce(network: Network, from: string, userId: string): Promise<number> {
  const outcomes = await resendStored(network, from, userId)
  let nonce = await getTransactionCount(nodeOf(network), {
    address: asHex(from),
    blockTag: 'pending',
  })
  // Some nodes do not count their pending transactions.
  while (outcomes.get(nonce) === 'arrived') nonce += 1
  if (outcomes.get(nonce) === 'unsure') throw new NonceTakenError()
  return nonce
}

/** Sends stored transactions again and returns the outcome for each nonce. */
async function resendStored(network: Network, from: string, userId: string) {
  const kept = withoutReplaced(sentByAllTabs(userId)).filter(
    (sent) => sent.chainId === network.chainId && isSameAddress(sent.from, from),
  )
  const outcomes = new Map<number, Awaited<ReturnType<typeof broadcastOutcome>>>()
  for (const sent of kept.toSorted((one, other) => one.nonce - other.nonce)) {
    const outcome = await sendRaw(network, sent).then(
      () => 'arrived' as const,
      (cause: unknown) => broadcastOutcome(network, sent, cause),
    )
    outcomes.set(sent.nonce, outcome)
  }
  return outcomes
}

export type Replacement =
  /**
   * Uses the bytes that this device signed before, so that neither a node nor storage decides what
   * is signed.
   */
  { kind: 'speed-up'; signed: SignedTransaction } | { kind: 'cancel'; from: string; nonce: number }

export function gasOf(replacement: Replacement): bigint {
  return replacement.kind === 'cancel' ? PLAIN_GAS : replacement.signed.gas
}

/**
 * Signs a replacement with the same nonce at the fee that was shown; only one of the two can be
 * mined.
 */
export async function replaceSent(
  network: Network,
  replacement: Replacement,
  fee: FeeCeiling,
  owner: Owner,
): Promise<Sent> {
  await expectChain(network)
  const gas = gasOf(replacement)
  if (replacement.kind === 'speed-up') {
    const { from, nonce, to, amount, asset, data } = replacement.signed
    const { decimals, symbol, address: contract } = asset
    const transfer = { from, nonce, to, amount: String(amount), decimals, symbol, contract }
    const isForSite = sentByAllTabs(owner.userId).some(
      (sent) => sent.hash === replacement.signed.hash && sent.isForSite,
    )
    const intent: TransferIntent = {
      ...transfer,
      kind: 'speed-up',
      ...(data !== undefined && { data }),
      ...(isForSite && { isForSite }),
    }
    const sent = await signAndStore(network, intent, { gas, fee }, owner)
    return broadcast(network, sent, owner.userId)
  }
  const { from, nonce } = replacement
  const nothing = { to: from, amount: '0', decimals: network.decimals, contract: null }
  const intent = { kind: 'cancel', ...nothing, symbol: network.symbol } as const
  const sent = await signAndStore(network, { ...intent, from, nonce }, { gas, fee }, owner)
  return broadcast(network, sent, owner.userId)
}

type TransferIntent = Pick<
  Sent,
  | 'kind'
  | 'from'
  | 'nonce'
  | 'to'
  | 'amount'
  | 'decimals'
  | 'symbol'
  | 'contract'
  | 'data'
  | 'isForSite'
>

async function signAndStore(
  network: Network,
  intent: TransferIntent,
  { gas, fee, onSigned }: Omit<Signing, 'fee'> & { fee: FeeCeiling },
  { userId, opening }: Owner,
): Promise<Sent> {
  const { chainId } = network
  const { maxFeePerGas, maxPriorityFeePerGas } = fee
  const { nonce, to, contract, data } = intent
  const call = callOf({ asset: { address: contract }, to, amount: BigInt(intent.amount), data })
  const transaction = { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, ...call }
  const signed = await vault.signTransaction(userId, opening, transaction)
  const sent: Sent = {
    ...intent,
    ...signed,
    chainId,
    gas: String(gas),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    sentAtMs: Date.now(),
    isReported: false,
  }
  onSigned?.(sent)
  if (sent.kind !== 'send') noteRival(userId, sent)
  keepSent(userId, sent)
  return sent
}

async function broadcast(network: Network, sent: Sent, userId: string): Promise<Sent> {
  try {
    await sendRaw(network, sent)
  } catch (cause) {
    const outcome = await broadcastOutcome(network, sent, cause)
    if (outcome === 'unsure') throw new UnsureError(sent, cause)
    if (outcome === 'refused') {
      dropSent(userId, [sent.hash])
      throw cause
    }
  }
  changeSent(userId, sent.hash, { hasArrived: true })
  // The transfer was sent, so a failed report to the server is ignored.
  await report(userId, sent).catch(() => undefined)
  return sent
}

/** Reports a transaction of the member's own, whose recipient is known from then on. */
export async function report(userId: string, sent: Sent): Promise<void> {
  if (sent.isForSite) return
  await reportTransaction({
    txHash: sent.hash,
    chainId: sent.chainId,
    from: sent.from,
    to: sent.to,
    value: amountText(BigInt(sent.amount), sent.decimals),
    symbol: sent.symbol,
    contractAddress: sent.contract,
  })
  changeSent(userId, sent.hash, { isReported: true })
}

/** Decodes the recipient and the amount of a pending transaction. */
export function readPending(
  pending: Pick<Transaction, 'to' | 'value' | 'input'>,
  network: Network,
  assets: readonly Asset[],
): Pick<Sent, 'to' | 'amount' | 'decimals' | 'symbol' | 'contract'> {
  const transfer = decodeTransfer(pending.input)
  const token = assets.find(
    ({ chainId, address }) =>
      chainId === network.chainId && address?.toLowerCase() === pending.to?.toLowerCase(),
  )
  if (transfer && token) {
    return {
      to: transfer.to,
      amount: String(transfer.amount),
      decimals: token.decimals,
      symbol: token.symbol,
      contract: token.address,
    }
  }
  return {
    to: pending.to ?? '',
    amount: String(pending.value),
    decimals: network.decimals,
    symbol: network.symbol,
    contract: null,
  }
}
