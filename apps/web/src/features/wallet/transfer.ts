import { amountText } from '@solstice/rules/amount'
import { vault } from '#/vault/vault.ts'
import type { Opening, UnsignedTransaction } from '#/vault/vault.ts'
import { reportTransaction } from './api.ts'
import { readBalance } from './assets.ts'
import { decodeTransfer, encodeTransfer } from './erc20.ts'
import { readFees, readReplacementFee } from './fees.ts'
import type { Fee, Fees } from './fees.ts'
import type { Asset, Network } from './networks.ts'
import { RpcError, expectChain, rpc, toHex } from './rpc.ts'
import type { RpcTransaction } from './rpc.ts'
import { changeSent, dropSent, keepSent } from './sent.ts'
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

function callOf({ asset, to, amount }: Pick<Transfer, 'asset' | 'to' | 'amount'>) {
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

type Signing = {
  gas: bigint
  fee: Fee
  /** Told before it is sent, for who has to find it again as well. */
  onSigned?: (sent: Sent) => void
}

/** Signs and sends. What is kept before sending can be found again whatever happens next. */
export async function sendTransfer(
  transfer: Transfer,
  { gas, fee, onSigned }: Signing,
  owner: Owner,
): Promise<Sent> {
  const { network, asset, from, to, amount } = transfer
  await expectChain(network)
  const nonce = Number(await rpc<string>(network, 'eth_getTransactionCount', [from, 'pending']))
  const signed = await sign(network, { nonce, gas, ...callOf(transfer) }, fee, owner)
  const sent: Sent = {
    ...signed,
    chainId: network.chainId,
    nonce,
    from,
    to,
    amount: String(amount),
    decimals: asset.decimals,
    symbol: asset.symbol,
    contract: asset.address,
    sentAtMs: Date.now(),
    kind: 'send',
    isReported: false,
  }
  onSigned?.(sent)
  return broadcast(network, sent, owner.userId)
}

/** With the same nonce: only one of the two can ever happen. */
export async function replaceSent(
  network: Network,
  pending: RpcTransaction,
  kind: 'speed-up' | 'cancel',
  known: Pick<Sent, 'to' | 'amount' | 'decimals' | 'symbol' | 'contract'>,
  owner: Owner,
): Promise<Sent> {
  await expectChain(network)
  const fee = await readReplacementFee(network, pending)
  const from = pending.from
  const isCancel = kind === 'cancel'
  const call = isCancel
    ? { to: from as `0x${string}`, value: 0n, data: '0x' as const }
    : {
        to: (pending.to ?? from) as `0x${string}`, // The node's own spelling of an address.
        value: BigInt(pending.value),
        data: pending.input,
      }
  const gas = isCancel ? PLAIN_GAS : BigInt(pending.gas)
  const nonce = Number(pending.nonce)
  const signed = await sign(network, { nonce, gas, ...call }, fee, owner)
  const sent: Sent = {
    ...signed,
    ...(isCancel
      ? { to: from, amount: '0', decimals: 18, symbol: network.symbol, contract: null }
      : known),
    chainId: network.chainId,
    nonce,
    from,
    sentAtMs: Date.now(),
    kind,
    isReported: false,
  }
  return broadcast(network, sent, owner.userId)
}

function sign(
  network: Network,
  transaction: Pick<UnsignedTransaction, 'nonce' | 'gas' | 'to' | 'value' | 'data'>,
  { maxFeePerGas, maxPriorityFeePerGas }: Omit<Fee, 'expectedPerGas'>,
  { userId, opening }: Owner,
) {
  const whole = {
    chainId: network.chainId,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...transaction,
  }
  return vault.signTransaction(userId, opening, whole)
}

async function broadcast(network: Network, sent: Sent, userId: string): Promise<Sent> {
  keepSent(userId, sent)
  try {
    await sendRaw(network, sent)
  } catch (cause) {
    // Refused, it will never happen. Otherwise it may have arrived: it is kept and followed.
    if (cause instanceof RpcError && cause.problem === 'refused') dropSent(userId, [sent.hash])
    throw cause
  }
  // Whether the server heard of it or not, the transfer is on its way.
  await report(userId, sent).catch(() => undefined)
  return sent
}

/** Sending twice does no harm: it is the same transaction. */
export async function sendRaw(network: Network, { raw }: Pick<Sent, 'raw'>): Promise<void> {
  try {
    await rpc<string>(network, 'eth_sendRawTransaction', [raw])
  } catch (cause) {
    if (cause instanceof RpcError && /already known|known transaction/i.test(cause.detail)) return
    throw cause
  }
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
