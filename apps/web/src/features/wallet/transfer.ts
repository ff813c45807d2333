import { amountText } from '@solstice/rules/amount'
import { vault } from '#/vault/vault.ts'
import type { Opening } from '#/vault/vault.ts'
import { isSameAddress } from './address.ts'
import { reportTransaction } from './api.ts'
import { readBalance } from './assets.ts'
import { UnsureError, fateOf, sendRaw } from './broadcast.ts'
import { decodeTransfer, encodeTransfer } from './erc20.ts'
import { readFees } from './fees.ts'
import type { Ceiling, Fee, Fees } from './fees.ts'
import type { Asset, Network } from './networks.ts'
import { RpcError, expectChain, rpc, toHex } from './rpc.ts'
import type { RpcTransaction } from './rpc.ts'
import { changeSent, dropSent, keepSent, loadSent, stillMeant } from './sent.ts'
import type { Sent } from './sent.ts'

export type Transfer = {
  network: Network
  asset: Asset
  from: string
  to: string
  amount: bigint
}

/** What a transfer would do, asked of the network before anything is signed. */
export type Preview = {
  gas: bigint
  fees: Fees
  coinBefore: bigint
  /** The same as the coin when the coin itself is sent. */
  assetBefore: bigint
  /** The network's own words why it would fail. */
  revert: string | undefined
}

/** A plain transfer costs exactly this; what a token does may cost a little more than estimated. */
const PLAIN_GAS = 21_000n
const GAS_MARGIN_PERCENT = 120n

type Call = { asset: Pick<Asset, 'address'>; to: string; amount: bigint }

function callOf({ asset, to, amount }: Call) {
  // Addresses come from normaliseAddress or the contract, which both begin with 0x.
  if (asset.address === null) return { to: to as `0x${string}`, value: amount, data: '0x' as const }
  return { to: asset.address as `0x${string}`, value: 0n, data: encodeTransfer(to, amount) }
}

export async function previewTransfer(transfer: Transfer): Promise<Preview> {
  const { network, asset, from } = transfer
  await expectChain(network)
  const { to, value, data } = callOf(transfer)
  const call = { from, to, value: toHex(value), ...(data !== '0x' && { data }) }
  const [fees, coinBefore, assetBefore, tried] = await Promise.all([
    readFees(network),
    readBalance(network, from, null),
    readBalance(network, from, asset.address),
    tryOut(network, call),
  ])
  return { fees, coinBefore, assetBefore, ...tried }
}

async function tryOut(
  network: Network,
  call: object,
): Promise<{ gas: bigint; revert: string | undefined }> {
  try {
    await rpc<string>(network, 'eth_call', [call, 'latest'])
    const estimate = BigInt(await rpc<string>(network, 'eth_estimateGas', [call]))
    const gas = estimate <= PLAIN_GAS ? estimate : (estimate * GAS_MARGIN_PERCENT) / 100n
    return { gas, revert: undefined }
  } catch (cause) {
    if (!(cause instanceof RpcError) || cause.problem !== 'refused') throw cause
    return { gas: PLAIN_GAS, revert: cause.detail }
  }
}

type Owner = { userId: string; opening: Opening }

/** Signs and sends. What is kept before sending can be found again whatever happens next. */
export async function sendTransfer(
  transfer: Transfer,
  { gas, fee }: { gas: bigint; fee: Fee },
  owner: Owner,
): Promise<Sent> {
  const { network, asset, from, to, amount } = transfer
  await expectChain(network)
  await sendKeptAgain(network, from, owner.userId)
  const nonce = Number(await rpc<string>(network, 'eth_getTransactionCount', [from, 'pending']))
  const meant = {
    kind: 'send',
    to,
    amount: String(amount),
    decimals: asset.decimals,
    symbol: asset.symbol,
    contract: asset.address,
  } as const
  return signAndSend(network, { ...meant, from, nonce }, { gas, fee }, owner)
}

/** What the network forgot goes first: a new transfer would take its number and silently its place. */
async function sendKeptAgain(network: Network, from: string, userId: string): Promise<void> {
  const kept = stillMeant(loadSent(userId)).filter(
    (sent) => sent.chainId === network.chainId && isSameAddress(sent.from, from),
  )
  for (const sent of kept.toSorted((one, other) => one.nonce - other.nonce)) {
    await sendRaw(network, sent).catch(() => undefined)
  }
}

export type Replacement =
  /** As this device signed it before: a node's word is not asked what to sign. */
  { kind: 'speed-up'; sent: Sent } | { kind: 'cancel'; from: string; nonce: number }

export function gasOf(replacement: Replacement): bigint {
  return replacement.kind === 'cancel' ? PLAIN_GAS : BigInt(replacement.sent.gas)
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
    return signAndSend(network, { ...replacement.sent, kind: 'speed-up' }, { gas, fee }, owner)
  }
  const { from, nonce } = replacement
  const nothing = { to: from, amount: '0', decimals: network.decimals, contract: null }
  const meant = { kind: 'cancel', ...nothing, symbol: network.symbol } as const
  return signAndSend(network, { ...meant, from, nonce }, { gas, fee }, owner)
}

type Meant = Pick<
  Sent,
  'kind' | 'from' | 'nonce' | 'to' | 'amount' | 'decimals' | 'symbol' | 'contract'
>

async function signAndSend(
  network: Network,
  meant: Meant,
  { gas, fee }: { gas: bigint; fee: Ceiling },
  { userId, opening }: Owner,
): Promise<Sent> {
  const { chainId } = network
  const { maxFeePerGas, maxPriorityFeePerGas } = fee
  const { nonce, to, contract } = meant
  const call = callOf({ asset: { address: contract }, to, amount: BigInt(meant.amount) })
  const whole = { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, ...call }
  const signed = await vault.signTransaction(userId, opening, whole)
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
  return broadcast(network, sent, userId)
}

async function broadcast(network: Network, sent: Sent, userId: string): Promise<Sent> {
  keepSent(userId, sent)
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
  pending: RpcTransaction,
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
    amount: String(BigInt(pending.value)),
    decimals: network.decimals,
    symbol: network.symbol,
    contract: null,
  }
}
