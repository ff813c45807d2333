import { sql } from 'drizzle-orm'
import type { Address } from '@solstice/rules/address'
import { replacementFees, type Fees } from '@solstice/rules/gas'
import { hexOf, keccak256 } from '@solstice/rules/keccak'
import { BUMP_AFTER_MS } from '@solstice/rules/payout'
import {
  readBlock,
  readCount,
  readHeadNumber,
  readReceipt,
  tokenTransferIn,
  type Receipt,
} from '#/modules/chain/chain-reading.service.ts'
import type { Network } from '#/modules/network/network.service.ts'
import { ChainError } from '#/platform/chain-error.ts'
import type { AppContext, ChainNode, TreasurySigner } from '#/platform/context.ts'
import { freeze } from './lane.service.ts'
import {
  findAttempts,
  insertAttempt,
  markEnded,
  markSent,
  storeSigned,
  takeSigningLock,
  type Attempt,
} from './payout-attempt.queries.ts'
import type { PayoutPurposes } from './payout.service.ts'
import { findPayouts, type Payout } from './payout.queries.ts'

/** What one look at a chain works with. */
export type Look = {
  ctx: AppContext
  purposes: PayoutPurposes
  signer: TreasurySigner
  network: Network
  node: ChainNode
  /** What is usual now. */
  fees: Fees
}

/** Everything that has a number: signed if it is not, sent again if no block has it, ended if final. */
export async function followReserved(look: Look): Promise<void> {
  const { ctx, network } = look
  const open = await findPayouts(
    ctx.db,
    sql`p.chain_id = ${network.chainId} and p.state in ('RESERVED', 'SENT') order by p.nonce`,
  )
  for (const payout of open) await follow(look, payout)
}

async function follow(look: Look, payout: Payout): Promise<void> {
  const { ctx } = look
  for (const attempt of await findAttempts(ctx.db, payout.id)) {
    if (attempt.raw === null) await signAttempt(look, payout, attempt)
  }
  const attempts = await findAttempts(ctx.db, payout.id)
  const mined = await findMined(look, attempts)
  if (mined) return mined.final ? end(look, payout, mined.receipt) : undefined
  const last = attempts.at(-1)
  if (!last?.raw || payout.nonce === null) return
  if (await wasUsedByAnother(look, payout.nonce, attempts)) return
  const waitedMs = ctx.now().getTime() - last.createdAt.getTime()
  if (waitedMs >= BUMP_AFTER_MS) await payMore(look, payout, last)
  else await broadcast(look, last.raw)
}

/** The same fields give the same bytes, so that it does not matter who makes them or how often. */
export async function signAttempt(look: Look, payout: Payout, attempt: Attempt): Promise<void> {
  const { ctx, signer, network, purposes } = look
  const { nonce } = payout
  if (nonce === null) throw new Error(`Payout ${payout.id} has no number`)
  const raw = await signer.sign({
    chainId: network.chainId,
    nonce,
    gas: attempt.gas,
    ...attempt.fees,
    ...transferOf(payout),
  })
  ctx.passes?.('payout-signed')
  const txHash = `0x${hexOf(keccak256(Buffer.from(raw.slice(2), 'hex')))}`
  await ctx.db.transaction(async (tx) => {
    const { payoutId } = attempt
    if (!(await storeSigned(tx, { payoutId, attempt: attempt.attempt, raw, txHash }))) return
    await markSent(tx, payoutId, txHash)
    await purposes[payout.purpose]?.sent?.(tx, ctx, payout, txHash)
  })
  ctx.passes?.('payout-stored')
  const [stored] = (await findAttempts(ctx.db, payout.id)).slice(-1)
  if (stored?.raw) await broadcast(look, stored.raw)
}

const TRANSFER = '0xa9059cbb'
const word = (hex: string) => hex.padStart(64, '0')

/** The coin is sent to the member itself; a token is told to move what it keeps for the treasury. */
export function transferOf({ address, contract, amount }: Payout): {
  to: Address
  value: bigint
  data: `0x${string}`
} {
  // Addresses were checked when the payout was asked for.
  if (contract === null) return { to: address as Address, value: amount, data: '0x' }
  const data =
    `${TRANSFER}${word(address.slice(2).toLowerCase())}${word(amount.toString(16))}` as const
  return { to: contract as Address, value: 0n, data }
}

/** A node that has it already says so in its own words; the next look tells what became of it. */
async function broadcast({ ctx, node, network }: Look, raw: string): Promise<void> {
  try {
    await node.call('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    ctx.log.info({ err: error, chainId: network.chainId }, 'A node did not take a payout')
  }
  ctx.passes?.('payout-broadcast')
}

async function findMined(
  { node, network }: Look,
  attempts: readonly Attempt[],
): Promise<{ receipt: Receipt; final: boolean } | undefined> {
  for (const { txHash } of attempts) {
    const receipt = txHash === null ? null : await readReceipt(node, txHash)
    if (!receipt) continue
    const block = await readBlock(node, receipt.blockNumber)
    if (block?.hash !== receipt.blockHash) continue
    const depth = (await readHeadNumber(node)) - receipt.blockNumber + 1
    return { receipt, final: depth >= network.confirmations }
  }
  return undefined
}

async function end(look: Look, payout: Payout, receipt: Receipt): Promise<void> {
  const { ctx, purposes, signer } = look
  const at = ctx.now()
  const listener = purposes[payout.purpose]
  const { transactionHash: txHash } = receipt
  const arrived = receipt.status === 1 && holdsTransfer(receipt, payout, signer.address)
  await ctx.db.transaction(async (tx) => {
    if (arrived) {
      if (!(await markEnded(tx, payout.id, { state: 'CONFIRMED', txHash, at }))) return
      await listener?.confirmed(tx, ctx, payout, txHash)
    } else {
      const why = 'The token refused the transfer'
      if (!(await markEnded(tx, payout.id, { state: 'FAILED', why, at }))) return
      ctx.log.error({ payout: payout.id, txHash }, 'A payout was refused on chain')
      await listener?.failed(tx, ctx, payout, why)
    }
    ctx.passes?.('payout-confirming')
  })
  ctx.passes?.('payout-confirmed')
}

/** A token that says yes and moves nothing has not paid. */
function holdsTransfer(receipt: Receipt, payout: Payout, from: string): boolean {
  if (payout.contract === null) return true
  const contract = payout.contract.toLowerCase()
  return receipt.logs
    .flatMap((log) => tokenTransferIn(log) ?? [])
    .some(
      (transfer) =>
        transfer.contract === contract &&
        transfer.from === from.toLowerCase() &&
        transfer.to === payout.address.toLowerCase() &&
        transfer.value === payout.amount,
    )
}

/** Our number is used up, deep in the chain, and not by anything that was signed here. */
async function wasUsedByAnother(
  look: Look,
  nonce: number,
  attempts: readonly Attempt[],
): Promise<boolean> {
  const { ctx, node, network, signer } = look
  const deep = (await readHeadNumber(node)) - network.confirmations + 1
  if (deep < 0 || (await readCount(node, signer.address, deep)) <= nonce) return false
  // The chain may have gone on between the questions: what was signed here is looked for once more.
  if (await findMined(look, attempts)) return true
  await freeze(ctx, network.chainId, `Number ${nonce} was used by a transaction not signed here`)
  return true
}

/** The same number with higher fees: only one of them can ever happen. */
async function payMore(look: Look, payout: Payout, last: Attempt): Promise<void> {
  const { ctx, network, fees } = look
  const next = { ...last, attempt: last.attempt + 1, fees: replacementFees(last.fees, fees) }
  await ctx.db.transaction(async (tx) => {
    await takeSigningLock(tx, network.chainId)
    await insertAttempt(tx, { ...next, at: ctx.now() })
  })
  const made = (await findAttempts(ctx.db, payout.id)).at(-1)
  if (made && made.raw === null) await signAttempt(look, payout, made)
}
