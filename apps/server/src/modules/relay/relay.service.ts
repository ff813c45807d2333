import { relay } from '@solstice/contracts/calls'
import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { checksumAddress, isSameAddress, isZeroAddress } from '@solstice/rules/address'
import { SECOND_MS } from '@solstice/rules/duration'
import type { PayoutHold } from '@solstice/rules/payout-hold'
import {
  deadlineProblem,
  programmeMonthOf,
  RELAY_GAS_MAX,
  refusedRelay,
} from '@solstice/rules/relay'
import { intentDigest } from '@solstice/rules/relay-intent'
import { tokenText } from '@solstice/rules/round'
import { readGas } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import { contractForCalls, lockFeeBudget } from '#/modules/payout/contract.service.ts'
import { refusePaused } from '#/modules/security/security.service.ts'
import { lockMember } from '#/modules/users/users.service.ts'
import { refuseAfterCommit } from '#/platform/books/committed-refusal.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { signerOfDigest } from '#/platform/process/digest-signature.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse, Refusal } from '#/platform/process/refusal.ts'
import { listedToken, readRelayFees, relayFacts, type ListedToken } from './relay-offer.service.ts'
import {
  findByIntent,
  findSendPage,
  hasOpenSend,
  insertSend,
  type NewRelaySend,
  type RelayRow,
  setPayout,
} from './relay.queries.ts'
import { queueExpiry } from './relay.queue.ts'

type Context = Pick<
  AppContext,
  'db' | 'now' | 'chains' | 'settings' | 'shared' | 'treasury' | 'payouts' | 'atFaultPoint'
>
type Body = CallInput<'relay.send'>['body']
type View = CallData<'relay.sends'>['list'][number]
/** A refusal waits for the transaction, where the same intent may turn out to be stored. */
export type PreparedSend = { send: SignedSend; feeMax: bigint; refusal?: Code }
type SignedSend = Omit<NewRelaySend, 'memberId' | 'month' | 'feeMax' | 'createdAt'>

/**
 * Verifies what the owner signed and tries the call on the chain, before the transaction begins. An intent
 * that is already stored is not tried again, because its nonce may be used by now.
 */
export async function prepareSend(
  ctx: Context,
  { memberId, walletAddress }: { memberId: number; walletAddress: string | null },
  body: Body,
): Promise<PreparedSend> {
  const listed = await listedToken(ctx, body)
  if (walletAddress === null || !listed) throw refuse(Code.RELAY_UNAVAILABLE)
  const send = signedSend(walletAddress, listed, body)
  if (await findByIntent(ctx.db, send)) return { send, feeMax: 0n }
  try {
    return { send, feeMax: await verifySend(ctx, { memberId, listed }, send) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { send, feeMax: 0n, refusal: error.code }
  }
}

/** Returns the highest fee of the call, or refuses a send that cannot succeed. */
async function verifySend(
  ctx: Context,
  { memberId, listed }: { memberId: number; listed: ListedToken },
  send: SignedSend,
): Promise<bigint> {
  const { owner, recipient, token, intent, deadline } = send
  const isToItself = [owner, token, send.relay].includes(recipient)
  if (isZeroAddress(recipient) || isToItself || send.amount === 0n)
    throw refuse(Code.INVALID_REQUEST)
  const problem = deadlineProblem(deadline, ctx.now())
  if (problem) throw refuse(problem === 'EXPIRED' ? Code.RELAY_EXPIRED : Code.INVALID_REQUEST)
  const signer = signerOfDigest(intentDigest(wordsOf(send)), intent)
  if (!signer || !isSameAddress(signer, owner)) throw refuse(Code.RELAY_NOT_SIGNED)
  const name = { chainId: send.chainId, kind: 'RELAY', token: null } as const
  const contract = await contractForCalls(ctx.db, name)
  if (!ctx.treasury || contract?.address !== send.relay) throw refuse(Code.RELAY_UNAVAILABLE)
  // A node that knows of the other send would say that this one fails, which names no reason.
  if (await hasOpenSend(ctx.db, { ...send, memberId })) throw refuse(Code.RELAY_UNDER_WAY)
  return tryOnChain(ctx, listed, send, ctx.treasury.address)
}

function signedSend(
  owner: string,
  { token, network }: ListedToken,
  { relay: contract, recipient, amount, nonce, deadline, intent, permit }: Body,
): SignedSend {
  return {
    chainId: network.chainId,
    relay: contract.toLowerCase(),
    owner: owner.toLowerCase(),
    recipient: recipient.toLowerCase(),
    token: token.address.toLowerCase(),
    symbol: token.symbol,
    decimals: token.decimals,
    amount: BigInt(amount),
    nonce: BigInt(nonce),
    deadline: new Date(deadline * SECOND_MS),
    intent: Buffer.from(intent.slice(2), 'hex'),
    permit: Buffer.from(permit.slice(2), 'hex'),
  }
}

const wordsOf = (send: SignedSend) => ({
  ...send,
  deadline: BigInt(send.deadline.getTime() / SECOND_MS),
})

/** Returns the highest fee of the call, or refuses a send that the contract or the token would reject. */
async function tryOnChain(
  ctx: Context,
  { network }: ListedToken,
  send: SignedSend,
  treasury: string,
): Promise<bigint> {
  try {
    const node = await nodeOf(ctx, network)
    const call = { from: treasury, to: send.relay, value: 0n, data: relay(wordsOf(send)) }
    const gas = await readGas(node, call)
    if (gas > RELAY_GAS_MAX) throw refuse(Code.RELAY_WOULD_FAIL)
    return (await readRelayFees(node)).most((gas * 3n) / 2n)
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw refuse(error.isRevert ? Code.RELAY_WOULD_FAIL : Code.RELAY_UNAVAILABLE)
  }
}

/**
 * Stores a send and requests its call. The same intent is stored once, whatever key the request has.
 * A request whose reply was lost may still be in `prepareSend` when it is repeated, so that every
 * refusal is saved under the key: both requests get the same reply, whichever comes first.
 */
export async function sendRelayed(
  tx: Db,
  ctx: Context,
  memberId: number,
  { send, feeMax, refusal: refused }: PreparedSend,
): Promise<View> {
  const member = await lockMember(tx, memberId)
  const isOwn = member.walletAddress !== null && isSameAddress(member.walletAddress, send.owner)
  if (!isOwn) throw refuse(Code.INVALID_REQUEST)
  const { chainId } = send
  const earlier = await findByIntent(tx, send)
  if (earlier) return repeated(earlier, memberId, send)
  const refusal = refused ? refuse(refused) : await refusalOf(tx, ctx, memberId, { send, feeMax })
  if (refusal) return refuseAfterCommit(refusal.code, refusal.details.values, refusal.details.data)
  const createdAt = ctx.now()
  const month = programmeMonthOf(createdAt)
  const row = await insertSend(tx, { ...send, memberId, month, feeMax, createdAt })
  ctx.atFaultPoint?.('relay-requesting')
  const payoutId = await ctx.payouts.requestCall(tx, {
    purpose: 'RELAY',
    key: `relay:${row.id}`,
    chainId,
    contract: send.relay,
    subject: row.id,
    memberId,
  })
  await setPayout(tx, row.id, payoutId)
  await queueExpiry(tx, ctx, { sendId: row.id }, send.deadline)
  ctx.atFaultPoint?.('relay-requested')
  return viewOf(row)
}

async function refusalOf(
  tx: Db,
  ctx: Context,
  memberId: number,
  { send, feeMax }: PreparedSend,
): Promise<Refusal | undefined> {
  // A repetition that came after the token was switched off was refused without being saved.
  if (!(await listedToken({ db: tx }, send))) return refuse(Code.RELAY_UNAVAILABLE)
  if (await hasOpenSend(tx, { ...send, memberId })) return refuse(Code.RELAY_UNDER_WAY)
  await lockFeeBudget(tx)
  const { chainId } = send
  const facts = await relayFacts(tx, ctx, { memberId, chainId, fee: feeMax })
  const { hold, quota, used } = facts
  switch (refusedRelay(facts)) {
    case undefined:
      return feeMax === 0n ? refuse(Code.RELAY_UNAVAILABLE) : undefined
    case 'HELD':
      return hold ? refusalOfHold(hold) : refuse(Code.RELAY_UNAVAILABLE)
    case 'QUOTA':
      return refuse(Code.RELAY_QUOTA_SPENT, { data: { quota, used } })
    case 'FAILURES':
      return refuse(Code.RELAY_FAILED_TOO_OFTEN)
    case 'UNDER_WAY':
      return refuse(Code.RELAY_UNDER_WAY)
    case 'BUDGET':
    case 'NOT_OFFERED':
      return refuse(Code.RELAY_UNAVAILABLE)
  }
}

/** Another send with the same nonce could never be executed. */
function repeated(row: RelayRow, memberId: number, send: SignedSend): View {
  const isSame =
    row.memberId === memberId &&
    row.recipient === send.recipient &&
    row.token === send.token &&
    row.amount === send.amount
  if (!isSame) throw refuse(Code.INVALID_REQUEST)
  return viewOf(row)
}

function refusalOfHold(hold: PayoutHold): Refusal {
  if (hold.why === 'PAUSED') return refusePaused(hold.until)
  if (hold.why !== 'FAIR_PLAY') return refuse(Code.PAYOUTS_FROZEN)
  const until = hold.until.toISOString()
  return refuse(Code.PAYOUT_ON_HOLD, {
    values: { until: until.slice(0, 10) },
    data: { until, holdId: hold.holdId },
  })
}

export async function listSends(
  { db }: Pick<AppContext, 'db'>,
  memberId: number,
  query: PageQuery,
): Promise<CallData<'relay.sends'>> {
  const { size } = query
  const { rows, totalCount } = await findSendPage(db, memberId, { size, offset: offsetOf(query) })
  return pageOf(query, rows.map(viewOf), totalCount)
}

function viewOf(row: RelayRow): View {
  const { id, chainId, symbol, decimals, state, failure, txHash } = row
  return {
    sendId: id,
    chainId,
    token: checksumAddress(row.token),
    symbol,
    decimals,
    recipient: checksumAddress(row.recipient),
    amount: tokenText(row.amount, decimals),
    nonce: row.nonce.toString(),
    state,
    failure,
    txHash,
    deadline: row.deadline.toISOString(),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
