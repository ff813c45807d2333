import { amountText } from '@solstice/rules/amount'
import { transferCall } from '@solstice/rules/transfer'
import type { Transaction } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { isSameAddress } from '#/features/wallet/address.ts'
import { reportTransaction } from '#/features/wallet/api.ts'
import { vault } from '#/vault/vault.ts'
import type { Opening } from '#/vault/vault.ts'
import { NonceTakenError, UnsureError, fateOf, sendRaw } from './broadcast.ts'
import { decodeTransfer } from './erc20.ts'
import type { Ceiling, Fee } from './fees.ts'
import type { Asset, Network } from './networks.ts'
import { noteRival } from './order-payment.ts'
import { asHex, expectChain, nodeOf } from './rpc.ts'
import { changeSent, dropSent, keepSent, sentByAllTabs, stillMeant } from './sent.ts'
import type { Sent } from './sent.ts'
import type { SignedTransfer } from './signed-transfer.ts'

export type Transfer = {
  network: Network
  asset: Asset
  from: string
  to: string
  amount: bigint
}

/** A plain transfer costs exactly this. */
export const PLAIN_GAS = 21_000n

type Call = { asset: Pick<Asset, 'address'>; to: string; amount: bigint }

export function callOf({ asset, to, amount }: Call) {
  const contract = asset.address === null ? null : asHex(asset.address)
  return transferCall({ payee: asHex(to), contract, amount })
}

type Owner = { userId: string; opening: Opening }

type Signing = {
  gas: bigint
  fee: Fee
  /** Told before it is sent, for who has to find it again as well. */
  onSigned?: ((sent: Sent) => void) | undefined
}

/** Signs and sends. What is kept before sending can be found again whatever happens next. */
export async function sendTransfer(
  transfer: Transfer,
  { gas, fee, onSigned }: Signing,
  owner: Owner,
): Promise<Sent> {
  const { network, asset, from, to, amount } = transfer
  await expectChain(network)
  const meant = {
    kind: 'send',
    to,
    amount: String(amount),
    decimals: asset.decimals,
    symbol: asset.symbol,
    contract: asset.address,
  } as const
  const sent = await whileNumbering(network, from, async () => {
    const nonce = await nextNonce(network, from, owner.userId)
    return signAndKeep(network, { ...meant, from, nonce }, { gas, fee, onSigned }, owner)
  })
  return broadcast(network, sent, owner.userId)
}

/** Two tabs that read the same count would give two transfers one number: one would never happen. */
function whileNumbering<Result>(
  { chainId }: Network,
  from: string,
  action: () => Promise<Result>,
): Promise<Result> {
  const lock = `solstice-number-${chainId}-${from.toLowerCase()}`
  return navigator.locks ? navigator.locks.request(lock, action) : action()
}

/** A number that takes the place of nothing that this device sent and that may still happen. */
async function nextNonce(network: Network, from: string, userId: string): Promise<number> {
  const fates = await sendKeptAgain(network, from, userId)
  let nonce = await getTransactionCount(nodeOf(network), {
    address: asHex(from),
    blockTag: 'pending',
  })
  // Some nodes do not count what waits with them.
  while (fates.get(nonce) === 'arrived') nonce += 1
  if (fates.get(nonce) === 'unsure') throw new NonceTakenError()
  return nonce
}

/** What the network forgot goes first. Tells what became of each number. */
async function sendKeptAgain(network: Network, from: string, userId: string) {
  const kept = stillMeant(sentByAllTabs(userId)).filter(
    (sent) => sent.chainId === network.chainId && isSameAddress(sent.from, from),
  )
  const fates = new Map<number, Awaited<ReturnType<typeof fateOf>>>()
  for (const sent of kept.toSorted((one, other) => one.nonce - other.nonce)) {
    const fate = await sendRaw(network, sent).then(
      () => 'arrived' as const,
      (cause: unknown) => fateOf(network, sent, cause),
    )
    fates.set(sent.nonce, fate)
  }
  return fates
}

export type Replacement =
  /** As this device signed it before: neither a node nor storage is asked what to sign. */
  { kind: 'speed-up'; signed: SignedTransfer } | { kind: 'cancel'; from: string; nonce: number }

export function gasOf(replacement: Replacement): bigint {
  return replacement.kind === 'cancel' ? PLAIN_GAS : replacement.signed.gas
}

/** With the same nonce, at the fee that was shown: only one of the two can ever happen. */
export async function replaceSent(
  network: Network,
  replacement: Replacement,
  fee: Ceiling,
  owner: Owner,
): Promise<Sent> {
  await expectChain(network)
  const gas = gasOf(replacement)
  if (replacement.kind === 'speed-up') {
    const { from, nonce, to, amount, asset } = replacement.signed
    const { decimals, symbol, address: contract } = asset
    const meant = { from, nonce, to, amount: String(amount), decimals, symbol, contract }
    const sent = await signAndKeep(network, { ...meant, kind: 'speed-up' }, { gas, fee }, owner)
    return broadcast(network, sent, owner.userId)
  }
  const { from, nonce } = replacement
  const nothing = { to: from, amount: '0', decimals: network.decimals, contract: null }
  const meant = { kind: 'cancel', ...nothing, symbol: network.symbol } as const
  const sent = await signAndKeep(network, { ...meant, from, nonce }, { gas, fee }, owner)
  return broadcast(network, sent, owner.userId)
}

type Meant = Pick<
  Sent,
  'kind' | 'from' | 'nonce' | 'to' | 'amount' | 'decimals' | 'symbol' | 'contract'
>

async function signAndKeep(
  network: Network,
  meant: Meant,
  { gas, fee, onSigned }: Omit<Signing, 'fee'> & { fee: Ceiling },
  { userId, opening }: Owner,
): Promise<Sent> {
  const { chainId } = network
  const { maxFeePerGas, maxPriorityFeePerGas } = fee
  const { nonce, to, contract } = meant
  const call = callOf({ asset: { address: contract }, to, amount: BigInt(meant.amount) })
  const transaction = { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, ...call }
  const signed = await vault.signTransaction(userId, opening, transaction)
  const sent: Sent = {
    ...meant,
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
    const fate = await fateOf(network, sent, cause)
    if (fate === 'unsure') throw new UnsureError(sent, cause)
    if (fate === 'refused') {
      dropSent(userId, [sent.hash])
      throw cause
    }
  }
  changeSent(userId, sent.hash, { hasArrived: true })
  // Whether the server heard of it or not, the transfer is on its way.
  await report(userId, sent).catch(() => undefined)
  return sent
}

export async function report(userId: string, sent: Sent): Promise<void> {
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

/** What a waiting transaction pays whom, for a list and for taking its place. */
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
