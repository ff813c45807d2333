import { createHmac, createSecretKey, hash } from 'node:crypto'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { programmeDayOf, type ProgrammeDay } from '@solstice/rules/programme-day'
import {
  canonicalOdds,
  drawSpin,
  prizesView,
  spinCommitment,
  traceSpin,
  type SpinHash,
  type SpinPrize,
} from '@solstice/rules/missions/spin/spin'
import type { Trace } from '@solstice/rules/trace'
import type { Programme } from '#/modules/season/programme.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse, type Refusal } from '#/platform/process/refusal.ts'
import {
  findExecutionState,
  findRevealed,
  insertCommitment,
  voidCommitment,
  type ExecutionState,
  type OpenCommitment,
  type SeasonMember,
} from '#/modules/mission/mission.queries.ts'

type Context = Pick<AppContext, 'now' | 'randomBytes' | 'spinSealer'>
type SpinDetail = Extract<CallData<'mission.show'>, { type: 'SPIN' }>
type Of = { seasonId: number; memberId: number }

const REVEALED_SHOWN = 20
/** The commitment belongs to the season, not to a mission. */
const NO_MISSION = 0

export const NODE_HASH: SpinHash = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  // Node takes three times as long for a key that is a buffer instead of a key object.
  hmacSha256: (key, message) => createHmac('sha256', createSecretKey(key)).update(message).digest(),
}

/** The result of a draw, ready to be saved. */
export type Drawn = {
  prizeIndex: number
  prize: SpinPrize
  /** Zero for a free spin. */
  ticketsPaid: number
  freeSpinsLeft: number
  proof: { serverSeed: string; clientSeed: string; nonce: number; commitment: string }
  next: OpenCommitment
  trace: Trace<'spin'>
}

/** Returns the later day if the clock is behind the last spin. */
export function freeSpinsDay(member: SeasonMember, now: Date): ProgrammeDay {
  const today = programmeDayOf(now)
  const last = member.freeSpinsDay
  return last !== undefined && last > today ? last : today
}

export function freeSpinsUsedToday(member: SeasonMember, now: Date): number {
  return member.freeSpinsDay === freeSpinsDay(member, now) ? member.freeSpinsUsed : 0
}

/**
 * Must run under the member's lock. The member sees the commitment before sending the client seed,
 * and the server seed is fixed before that, so neither side can choose the prize.
 */
export async function drawPrize(
  tx: Db,
  ctx: Context,
  spin: {
    programme: Programme
    memberId: number
    member: SeasonMember
    state: ExecutionState
    clientSeed: string
    seenCommitment: string | undefined
    /**
     * The timestamp of the whole execution, so that midnight in the middle cannot grant a second
     * free spin.
     */
    now: Date
  },
): Promise<Drawn> {
  const { programme, memberId, member, state } = spin
  const of = { seasonId: programme.seasonId, memberId }
  const { prizes } = programme.spin
  const freeUsedToday = freeSpinsUsedToday(member, spin.now)
  const held = { freeUsedToday, tickets: state.tickets }
  const { decision, trace } = traceSpin(programme.spin, held)
  if (decision.kind === 'none-left') throw refuse(Code.NO_SPINS_LEFT)

  const open = await openCommitment(tx, ctx, { ...of, prizes, state })
  if (spin.seenCommitment !== undefined && spin.seenCommitment !== open.commitment) {
    throw commitmentChanged()
  }
  const proof = {
    serverSeed: bytesToHex(
      ctx.spinSealer.open(open.sealedSeed, seedAssociatedData(of, open.nonce)),
    ),
    clientSeed: spin.clientSeed,
    nonce: open.nonce,
    commitment: open.commitment,
  }
  const prizeIndex = drawSpin(NODE_HASH, proof, prizes)
  const prize = prizes[prizeIndex]
  if (!prize) throw new Error('The draw returned an unknown prize')
  return {
    prizeIndex,
    prize,
    ticketsPaid: decision.kind === 'ticket' ? decision.tickets : 0,
    freeSpinsLeft: decision.kind === 'free' ? decision.freeLeft : 0,
    proof,
    next: newCommitment(ctx, of, open.nonce + 1, prizes),
    trace,
  }
}

export function commitmentChanged(): Refusal {
  return refuse(Code.MISSION_UNAVAILABLE, { data: { reason: 'COMMITMENT_CHANGED' } })
}

/** Returns the data of the spin screen and creates the commitment on the first view. */
export async function spinDetail(
  ctx: Context & Pick<AppContext, 'db'>,
  programme: Programme,
  memberId: number,
  state: { member: SeasonMember; tickets: number },
): Promise<Omit<SpinDetail, keyof CallData<'mission.list'>['list'][number]>> {
  const of = { seasonId: programme.seasonId, memberId }
  const { prizes, freePerDay } = programme.spin
  const open = await shownCommitment(ctx, { ...of, prizes })
  const revealed = await findRevealed(ctx.db, of, REVEALED_SHOWN)
  return {
    freeSpinsLeft: Math.max(0, freePerDay - freeSpinsUsedToday(state.member, ctx.now())),
    freeSpinsPerDay: freePerDay,
    tickets: state.tickets,
    prizes: prizesView(prizes),
    commitment: open.commitment,
    nonce: open.nonce,
    revealed: revealed.map((row) => ({
      commitment: row.commitment,
      serverSeed: row.serverSeed,
      nonce: row.nonce,
      historyId: row.historyId,
      revealedAt: row.revealedAt.toISOString(),
    })),
  }
}

/**
 * Returns the commitment to show. Viewing creates no season row, because the member does not
 * participate yet.
 */
async function shownCommitment(
  ctx: Context & Pick<AppContext, 'db'>,
  request: Of & { prizes: readonly SpinPrize[] },
): Promise<OpenCommitment> {
  const state = await findExecutionState(ctx.db, { ...request, missionId: NO_MISSION })
  if (state.commitment?.odds === canonicalOdds(request.prizes)) return state.commitment
  return ctx.db.transaction((tx) => openCommitment(tx, ctx, { ...request, state }))
}

/**
 * Returns the open commitment. One with outdated odds is revealed, voided and replaced. If a
 * concurrent call inserts one first, that one is used.
 */
async function openCommitment(
  tx: Db,
  ctx: Context,
  request: Of & { prizes: readonly SpinPrize[]; state: ExecutionState },
): Promise<OpenCommitment> {
  const { seasonId, memberId, prizes, state } = request
  const of = { seasonId, memberId }
  const at = ctx.now()
  const { commitment: open } = state
  if (open?.odds === canonicalOdds(prizes)) return open
  if (open) {
    const seed = ctx.spinSealer.open(open.sealedSeed, seedAssociatedData(of, open.nonce))
    await voidCommitment(tx, { ...of, nonce: open.nonce, serverSeed: bytesToHex(seed), at })
  }
  const fresh = newCommitment(ctx, of, state.nextNonce, prizes)
  if (await insertCommitment(tx, { ...of, ...fresh, at })) return fresh
  const found = await findExecutionState(tx, { ...of, missionId: NO_MISSION })
  return openCommitment(tx, ctx, { ...request, state: found })
}

function newCommitment(
  ctx: Context,
  of: Of,
  nonce: number,
  prizes: readonly SpinPrize[],
): OpenCommitment {
  const serverSeed = bytesToHex(ctx.randomBytes(32))
  return {
    nonce,
    commitment: spinCommitment(NODE_HASH, serverSeed, prizes),
    odds: canonicalOdds(prizes),
    sealedSeed: ctx.spinSealer.seal(hexToBytes(serverSeed), seedAssociatedData(of, nonce)),
  }
}

export function seedAssociatedData({ seasonId, memberId }: Of, nonce: number): string {
  return `spin:${seasonId}:${memberId}:${nonce}`
}
