import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { isSameAddress, normaliseAddress, type Address } from '@solstice/rules/address'
import {
  CHALLENGE_TTL_MS,
  challengeExpiresAt,
  challengeMessage,
  decideRegistration,
  walletEventOf,
  type ChallengePurpose,
} from '@solstice/rules/wallet'
import { queueQualification } from '#/modules/invite/invite.queue.ts'
import { consumePinToken } from '#/modules/pin/pin-token.service.ts'
import { payWaitingRewards } from '#/modules/season/round.service.ts'
import { assertNoTakeoverPause, recordSecurityEvent } from '#/modules/security/security.service.ts'
import { changeMember, lockMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { violatedUnique, type Db } from '#/platform/process/db.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { refuse } from '#/platform/process/refusal.ts'
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

/** Issues a message for this member and this address, to be signed with the wallet's key. */
export async function challengeWallet(
  ctx: Context,
  memberId: number,
  request: { address: string; purpose: ChallengePurpose; origin: string },
): Promise<CallData<'wallet.challenge'>> {
  const { purpose, origin } = request
  const address = addressIn(request.address)
  const issuedAt = ctx.now()
  const nonce = Buffer.from(ctx.randomBytes(16)).toString('hex')
  await ctx.db.transaction(async (tx) => {
    // The lock prevents writing rows for an account that is being deleted.
    await lockMember(tx, memberId)
    await deleteChallenges(tx, memberId, new Date(issuedAt.getTime() - CHALLENGE_TTL_MS))
    await insertChallenge(tx, { nonce, purpose, memberId, address, origin, issuedAt })
  })
  return {
    message: challengeMessage({ purpose, origin, address, nonce, issuedAt }),
    expiresAt: challengeExpiresAt(issuedAt).toISOString(),
  }
}

export type Registration = {
  address: string
  method: RegistrationMethod
  message: string
  signature: string
}

/**
 * Registers a wallet. A new wallet requires the PIN; one that is already registered requires none
 * and nothing changes.
 */
export async function registerWallet(
  ctx: Context,
  memberId: number,
  { address: typed, method, message, signature }: Registration,
  pinToken: string | undefined,
): Promise<CallData<'wallet.register'>> {
  const address = addressIn(typed)
  try {
    await ctx.db.transaction(async (tx) => {
      const member = await lockMember(tx, memberId)
      const decision = decideRegistration(member.walletAddress, address)
      switch (decision) {
        case 'already-registered':
          return
        case 'another-registered':
          throw refuse(Code.WALLET_ALREADY_REGISTERED)
        case 'register':
          await consumePinToken(tx, ctx, { memberId, purpose: 'WALLET_REGISTER', pinToken })
          await useChallenge(tx, ctx, {
            memberId,
            purpose: 'REGISTER',
            address,
            message,
            signature,
          })
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
  const kind = walletEventOf(before, address)
  if (kind) await recordSecurityEvent(tx, ctx, { memberId, kind, address })
  // Rewards earned before there was a wallet are paid to this one, once the pause is over.
  await payWaitingRewards(tx, ctx, memberId, address)
  await queueQualification(tx, memberId, now)
  const payload: WelcomeWallet = { address }
  await enqueue(tx, WELCOME_WALLET, { payload, dueAt: now, now })
}

export type WalletProof = {
  memberId: number
  purpose: ChallengePurpose
  address: string
  message: string
  signature: string
}

export async function useChallenge(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  proof: WalletProof,
): Promise<void> {
  await markChallengeUsed(tx, await assertChallenge(tx, ctx, proof), ctx.now())
}

/**
 * Verifies that the message is the one recently issued to this member for this address. Returns its
 * nonce without using it up.
 */
export async function assertChallenge(
  db: Db,
  ctx: Pick<AppContext, 'now'>,
  { memberId, purpose, address: typed, message, signature }: WalletProof,
): Promise<string> {
  const address = addressIn(typed)
  const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(message)?.[1] ?? ''
  const challenge = await findChallenge(db, memberId, nonce)
  const isOpen =
    challenge !== undefined &&
    challenge.usedAt === null &&
    challenge.purpose === purpose &&
    ctx.now() < challengeExpiresAt(challenge.issuedAt) &&
    challenge.address === address &&
    challengeMessage({ ...challenge, address }) === message
  if (!isOpen || signerOf(message, signature) !== address) {
    throw refuse(Code.WALLET_OWNERSHIP_UNPROVEN)
  }
  return nonce
}

/**
 * Checks the ownership before the PIN: the member knows it anyway, and a mismatch should not cost a
 * PIN entry.
 */
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
    await assertNoTakeoverPause(tx, ctx, memberId)
    await changeMember(tx, memberId, { walletAddress: null })
    await endRegistration(tx, memberId, ctx.now())
  })
}

export function addressIn(typed: string): Address {
  const address = normaliseAddress(typed)
  if (!address) throw refuse(Code.WALLET_ADDRESS_INVALID)
  return address
}

/** Deletes the wallet data as part of deleting an account. */
export function eraseWallet(tx: Db, memberId: number): Promise<void> {
  return deleteWalletRows(tx, memberId)
}
