import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { isSameAddress, normaliseAddress, type Address } from '@solstice/rules/address'
import {
  CHALLENGE_LIFE_MS,
  challengeExpiresAt,
  challengeMessage,
  decideRegistration,
  isWalletChange,
} from '@solstice/rules/wallet'
import { qualificationInsert } from '#/modules/invite/qualification-queue.service.ts'
import { consumePinToken } from '#/modules/pin/pin-token.service.ts'
import { payWaitingRewards } from '#/modules/season/round.service.ts'
import { recordSecurityEvent } from '#/modules/security/security.service.ts'
import { changeMember, lockMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/context.ts'
import { violatedUnique, type Db } from '#/platform/db.ts'
import { enqueue } from '#/platform/jobs.ts'
import { refuse } from '#/platform/refusal.ts'
import { WELCOME_WALLET, type WelcomeWallet } from './wallet.jobs.ts'
import {
  deleteChallenges,
  deleteWalletRows,
  endRegistration,
  findChallenge,
  findLastAddress,
  findWallet,
  insertChallenge,
  insertRegistration,
  markChallengeUsed,
  type RegistrationMethod,
} from './wallet.queries.ts'
import { signerOf } from './wallet.signature.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'payouts'>

export async function walletOf(
  ctx: Pick<AppContext, 'db'>,
  memberId: number,
): Promise<CallData<'wallet.info'>> {
  const wallet = await findWallet(ctx.db, memberId)
  return {
    ethAddress: wallet?.address ?? null,
    registeredAt: wallet?.registeredAt?.toISOString() ?? null,
  }
}

/** A message that only whoever holds the key can sign, for this member and this address. */
export async function challengeWallet(
  ctx: Context,
  memberId: number,
  typed: string,
  origin: string,
): Promise<CallData<'wallet.challenge'>> {
  const address = addressIn(typed)
  const issuedAt = ctx.now()
  const nonce = Buffer.from(ctx.randomBytes(16)).toString('hex')
  await ctx.db.transaction(async (tx) => {
    // Who was deleted meanwhile leaves nothing behind.
    await lockMember(tx, memberId)
    await deleteChallenges(tx, memberId, new Date(issuedAt.getTime() - CHALLENGE_LIFE_MS))
    await insertChallenge(tx, { nonce, memberId, address, origin, issuedAt })
  })
  return {
    message: challengeMessage({ origin, address, nonce, issuedAt }),
    expiresAt: challengeExpiresAt(issuedAt).toISOString(),
  }
}

export type Registration = {
  address: string
  method: RegistrationMethod
  message: string
  signature: string
}

export async function registerWallet(
  ctx: Context,
  memberId: number,
  { address: typed, method, message, signature }: Registration,
): Promise<CallData<'wallet.register'>> {
  const address = addressIn(typed)
  try {
    await ctx.db.transaction(async (tx) => {
      const member = await lockMember(tx, memberId)
      const decision = decideRegistration(member.walletAddress, address)
      switch (decision) {
        case 'already-registered':
          // What could not be paid to it is asked for again.
          return payWaitingRewards(tx, ctx, memberId, address)
        case 'another-registered':
          throw refuse(Code.WALLET_ALREADY_REGISTERED)
        case 'register':
          await useChallenge(tx, ctx, { memberId, address, message, signature })
          await connect(tx, ctx, { memberId, address, method })
      }
    })
  } catch (error) {
    if (violatedUnique(error) === 'members_wallet_address_key') throw refuse(Code.WALLET_IN_USE)
    throw error
  }
  return { walletAddress: address }
}

async function connect(
  tx: Db,
  ctx: Context,
  { memberId, address, method }: { memberId: number; address: Address; method: RegistrationMethod },
): Promise<void> {
  const now = ctx.now()
  const before = await findLastAddress(tx, memberId)
  await changeMember(tx, memberId, { walletAddress: address })
  await insertRegistration(tx, { memberId, address, method, at: now })
  if (isWalletChange(before, address)) {
    await recordSecurityEvent(tx, ctx, { memberId, kind: 'WALLET_CHANGED' })
  }
  // What was earned before there was a wallet goes to this one.
  await payWaitingRewards(tx, ctx, memberId, address)
  await tx.execute(qualificationInsert(memberId, now))
  const payload: WelcomeWallet = { address }
  await enqueue(tx, WELCOME_WALLET, { payload, dueAt: now, now })
}

/** The message must be the very one that was given out, to this member, for this address, just now. */
async function useChallenge(
  tx: Db,
  ctx: Context,
  proof: { memberId: number; address: Address; message: string; signature: string },
): Promise<void> {
  const { memberId, address, message, signature } = proof
  const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(message)?.[1] ?? ''
  const challenge = await findChallenge(tx, memberId, nonce)
  const isOpen =
    challenge !== undefined &&
    challenge.usedAt === null &&
    ctx.now() < challengeExpiresAt(challenge.issuedAt) &&
    challenge.address === address &&
    challengeMessage({ ...challenge, address }) === message
  if (!isOpen || signerOf(message, signature) !== address) {
    throw refuse(Code.WALLET_OWNERSHIP_UNPROVEN)
  }
  await markChallengeUsed(tx, nonce, ctx.now())
}

/** Whether it is the member's own is said first: that is no secret to them, and costs no PIN. */
export async function disconnectWallet(
  ctx: Context,
  memberId: number,
  typed: string,
  pinToken: string | undefined,
): Promise<void> {
  const address = addressIn(typed)
  await ctx.db.transaction(async (tx) => {
    const { walletAddress } = await lockMember(tx, memberId)
    if (walletAddress === null || !isSameAddress(walletAddress, address)) {
      throw refuse(Code.WALLET_NOT_FOUND)
    }
    await consumePinToken(tx, ctx, { memberId, purpose: 'WALLET_DISCONNECT', pinToken })
    await changeMember(tx, memberId, { walletAddress: null })
    await endRegistration(tx, memberId, ctx.now())
  })
}

export function addressIn(typed: string): Address {
  const address = normaliseAddress(typed)
  if (!address) throw refuse(Code.WALLET_ADDRESS_INVALID)
  return address
}

/** Part of deleting an account. */
export function eraseWallet(tx: Db, memberId: number): Promise<void> {
  return deleteWalletRows(tx, memberId)
}
