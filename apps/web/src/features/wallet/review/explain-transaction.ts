import { checksumAddress } from '@solstice/rules/address'
import { functionOf, statedEffects } from '@solstice/rules/signing/calldata'
import { changesOf, grantsOf } from '@solstice/rules/signing/member-effects'
import type { Grant } from '@solstice/rules/signing/member-effects'
import { missingEffects } from '@solstice/rules/signing/missing-effects'
import { effectsIn, isUnlimited } from '@solstice/rules/signing/simulated-effects'
import { cleanUntrustedText } from '@solstice/rules/untrusted-text'
import { getCode } from 'viem/actions'
import { isSameAddress } from '#/features/wallet/address.ts'
import { decodeUint, queryToken, textIn } from '#/features/wallet/chain/erc20.ts'
import type { TokenField } from '#/features/wallet/chain/erc20.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { asHex, nodeOf } from '#/features/wallet/chain/rpc.ts'
import { simulate } from './simulate.ts'
import type { ReviewedTransaction } from './simulate.ts'

export type { ReviewedTransaction }

/** The part of a listed asset that the review needs. */
export type ListedAsset = Pick<Asset, 'chainId' | 'address' | 'symbol' | 'decimals'>

/** A coin, token or collection as the review names it. */
export type ReviewedAsset = {
  /** Null for the network's coin. */
  contract: string | null
  symbol: string
  /** Undefined if the contract does not report any, as collections do. */
  decimals: number | undefined
  /** False for what the app does not list; its contract chooses the symbol. */
  isListed: boolean
}

/** A change of the member's balance. `id` is set for a collectible. */
export type BalanceChange = {
  asset: ReviewedAsset
  delta: bigint
  id: bigint | null
  /** The addresses that receive what leaves the wallet; empty for a gain. */
  recipients: string[]
}

/** A permission to take assets of the member. */
export type ApprovalGranted = {
  asset: ReviewedAsset
  spender: string
  scope: 'amount' | 'unlimited' | 'item' | 'all'
  /** Set for an amount and without a limit. */
  amount: bigint | null
  /** Set for one collectible. */
  id: bigint | null
}

/** A transaction before its signature, explained as plain data. */
export type TransactionExplanation = {
  outcome:
    | { kind: 'simulated' }
    /** The network says that it would fail; the reason may be empty. */
    | { kind: 'fails'; reason: string }
    /** No simulation: changes and approvals are only what the call states itself. */
    | { kind: 'not-simulated' }
  changes: BalanceChange[]
  approvals: ApprovalGranted[]
  /** Undefined if the recipient has no code, so that nothing is called. */
  called:
    | {
        contract: string | null
        selector: string
        signature: string | undefined
        /** False for a contract that the app does not list as a token. */
        isListed: boolean
        /** True if the recipient has no code, so that it ignores the data. */
        hasNoCode?: true
      }
    | undefined
  /** True if the simulation left out what the call states, or an event that could not be read. */
  hasUnreadable: boolean
}

/**
 * Simulates a transaction on the network's node and explains the result for its sender. Throws an
 * `RpcError` if the node does not answer.
 */
export async function explainTransaction(
  network: Network,
  transaction: ReviewedTransaction,
  assets: readonly ListedAsset[],
): Promise<TransactionExplanation> {
  const { from, to, value, data } = transaction
  const [simulation, code] = await Promise.all([
    simulate(network, transaction),
    to === null ? undefined : getCode(nodeOf(network), { address: asHex(to), blockTag: 'latest' }),
  ])
  const outcome = simulation.kind === 'simulated' ? { kind: simulation.kind } : simulation
  const isListed = to !== null && findListed(network, assets, to) !== undefined
  const called = calledBy(transaction, { hasCode: code !== undefined, isListed })
  const nothing = {
    outcome,
    called,
    changes: [],
    approvals: [],
    hasUnreadable: false,
  }
  if (simulation.kind === 'fails') return nothing
  const stated = to === null ? [] : statedEffects({ from, to, value, data })
  const tested = simulation.kind === 'simulated' ? effectsIn(simulation.logs) : undefined
  // What the call states is known without the node, which may leave it out.
  // A listed token has no collectibles, whose numbers could be taken for the amounts of the call.
  const comparable = isListed ? tested?.filter(({ kind }) => !kind.startsWith('item')) : tested
  const missing = comparable ? missingEffects(stated, comparable, from) : []
  const effects = tested ? [...tested, ...missing] : stated
  const name = assetNamer(network, assets)
  return {
    outcome,
    called,
    changes: await Promise.all(
      changesOf(effects, from).map(async ({ contract, id, delta, recipients }) => ({
        asset: await name(contract, id !== null),
        delta,
        id,
        recipients: recipients.map(checksumAddress),
      })),
    ),
    approvals: await Promise.all(
      grantsOf(effects, from).map(async (grant) =>
        approvalOf(grant, await name(grant.contract, grant.of.kind !== 'amount')),
      ),
    ),
    hasUnreadable: missing.length > 0 || effects.some(({ kind }) => kind === 'unreadable'),
  }
}

/**
 * True if the member has to accept the transaction expressly: somebody may take assets without a
 * limit, or nobody could test what a contract does.
 */
export function needsAcceptance(explanation: TransactionExplanation): boolean {
  const { outcome, approvals, called, hasUnreadable } = explanation
  if (hasUnreadable || approvals.some(({ scope }) => scope === 'unlimited' || scope === 'all')) {
    return true
  }
  return outcome.kind === 'not-simulated' && called !== undefined && !isTransfer(called)
}

/** Only a listed token is trusted to do no more than its transfer states. */
const isTransfer = ({ selector, isListed }: NonNullable<TransactionExplanation['called']>) =>
  isListed && selector === '0xa9059cbb'

function calledBy(
  { to, data }: ReviewedTransaction,
  { hasCode, isListed }: { hasCode: boolean; isListed: boolean },
): TransactionExplanation['called'] {
  if (to === null) return { contract: null, selector: '', signature: undefined, isListed }
  const known = functionOf(data)
  if (!hasCode && data === '0x') return undefined
  return {
    contract: to,
    selector: known?.selector ?? '',
    signature: known?.signature,
    isListed,
    ...(hasCode ? {} : { hasNoCode: true }),
  }
}

function approvalOf({ spender, of }: Grant, asset: ReviewedAsset): ApprovalGranted {
  const about = { asset, spender, amount: null, id: null }
  switch (of.kind) {
    case 'amount':
      return isUnlimited(of.amount)
        ? { ...about, scope: 'unlimited' }
        : { ...about, scope: 'amount', amount: of.amount }
    case 'item':
      return { ...about, scope: 'item', id: of.id }
    case 'all':
      return { ...about, scope: 'all' }
  }
}

function findListed(
  { chainId }: Network,
  assets: readonly ListedAsset[],
  contract: string,
): ListedAsset | undefined {
  return assets.find(
    (asset) =>
      asset.chainId === chainId && asset.address !== null && isSameAddress(asset.address, contract),
  )
}

const SYMBOL_MAX = 12
const DECIMALS_MAX = 36n

function assetNamer(network: Network, assets: readonly ListedAsset[]) {
  const read = new Map<string, Promise<ReviewedAsset>>()
  const nameOnce = (contract: string | null, isCollection: boolean): Promise<ReviewedAsset> => {
    if (contract === null) {
      const { symbol, decimals } = network
      return Promise.resolve({ contract, symbol, decimals, isListed: true })
    }
    const listed = findListed(network, assets, contract)
    if (listed) {
      const { symbol, decimals } = listed
      return Promise.resolve({ contract, symbol, decimals, isListed: true })
    }
    return readUnlisted(network, contract, isCollection)
  }
  return (contract: string | null, isCollection: boolean): Promise<ReviewedAsset> => {
    const key = `${contract} ${isCollection}`
    const named = read.get(key) ?? nameOnce(contract, isCollection)
    read.set(key, named)
    return named
  }
}

/** An unlisted contract may report any name, so the review marks it. */
async function readUnlisted(
  network: Network,
  contract: string,
  isCollection: boolean,
): Promise<ReviewedAsset> {
  const query = (field: TokenField) =>
    queryToken(network, contract, field).catch(() => '0x' as const)
  const [symbol, answered] = await Promise.all([
    query('symbol'),
    isCollection ? ('0x' as const) : query('decimals'),
  ])
  const decimals = decodeUint(answered)
  return {
    contract,
    symbol: cleanUntrustedText(textIn(symbol), SYMBOL_MAX) || '?',
    decimals: decimals !== undefined && decimals <= DECIMALS_MAX ? Number(decimals) : undefined,
    isListed: false,
  }
}
