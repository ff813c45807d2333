import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  FACTOR_SETUP_TTL_MS,
  newFactorApprovesFrom,
  isOperatorPassword,
  PASSKEYS_PER_OPERATOR,
  RECOVERY_CODES,
} from '@solstice/rules/operator'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  deleteFactor,
  findFactors,
  insertFactor,
  lockFactors,
  lockPasskey,
  lockTotp,
  replaceRecoveryCodes,
  usePasskey,
  useTotpStep,
  type FactorRow,
} from './operator-factor.queries.ts'
import { tellColleagues } from './colleague-notice.service.ts'
import { queueNotice } from './operator-notice.queue.ts'
import {
  creationOptions,
  verifiedAssertion,
  verifiedRegistration,
  type Assertion,
} from './operator-passkey.ts'
import { hashOf } from './operator-secret.ts'
import { endSessionsOf } from './operator-session.queries.ts'
import { TOTP_SECRET_BYTES, totpSetup, totpStepOf } from './operator-totp.ts'
import { findOperator } from './operator.queries.ts'
import { actorOf, type Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'randomBytes' | 'operatorSealer' | 'passwords'>
type Person = { id: number; name: string; email: string | null }
type AddedFactor = CallInput<'operatorAuth.addFactor'>['body']

const CHALLENGE_BYTES = 32
const RECOVERY_CODE_BYTES = 10
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Sealed into `setupId`, so that the server stores nothing until the factor is proven. */
type Setup = { challenge: string; totp: string; until: number }

/** A sealed setup opens for its own operator only. */
const setupOwner = (operatorId: number) => `operator-setup:${operatorId}`
export const secretOwner = (operatorId: number) => `operator-totp:${operatorId}`

/** Returns what a device needs to create a passkey or to add the account to an app. */
export async function factorOptions(
  ctx: Context,
  person: Person,
  origin: string,
): Promise<CallData<'operatorAuth.factorOptions'>> {
  const { id: operatorId, name } = person
  const email = person.email ?? name
  const challenge = ctx.randomBytes(CHALLENGE_BYTES)
  const secret = ctx.randomBytes(TOTP_SECRET_BYTES)
  const known = knownPasskeys(await findFactors(ctx.db, [operatorId]))
  const setup: Setup = {
    challenge: Buffer.from(challenge).toString('base64url'),
    totp: Buffer.from(secret).toString('base64url'),
    until: ctx.now().getTime() + FACTOR_SETUP_TTL_MS,
  }
  return {
    passkey: await creationOptions({ operatorId, name, email, origin, challenge, known }),
    totp: totpSetup(secret, email),
    setupId: ctx.operatorSealer.seal(Buffer.from(JSON.stringify(setup)), setupOwner(operatorId)),
  }
}

export async function ownFactorOptions(
  ctx: Context,
  { operatorId }: Operator,
  origin: string,
): Promise<CallData<'operatorAuth.factorOptions'>> {
  const row = await findOperator(ctx.db, operatorId)
  if (!row) throw refuse(Code.ACCESS_DENIED)
  return factorOptions(ctx, row, origin)
}

/** A factor that its device or app has proven, ready to be stored. */
export type ProvenFactor = Omit<FactorRow, 'id' | 'operatorId' | 'createdAt' | 'approvesFrom'>

/** Verifies a new factor against its setup. Hashes the password, so it runs before transactions. */
export async function proveFactor(
  ctx: Context,
  operatorId: number,
  body: AddedFactor,
  origin: string,
): Promise<ProvenFactor> {
  const setup = openSetup(ctx, operatorId, body.setupId)
  const none = { passwordHash: null, totpSecret: null, totpStep: null, lastUsedAt: null }
  if (body.passkey) {
    const expected = { origin, challenge: setup.challenge }
    const passkey = await verifiedRegistration(body.passkey, expected)
    if (!passkey) throw refuse(Code.INVALID_REQUEST)
    const transports = body.passkey.response.transports ?? []
    return { ...none, kind: 'PASSKEY', label: body.label ?? 'Passkey', transports, ...passkey }
  }
  if (body.password === undefined || body.code === undefined) throw refuse(Code.INVALID_REQUEST)
  if (!isOperatorPassword(body.password)) throw refuse(Code.PASSWORD_FORMAT)
  const secret = Buffer.from(setup.totp, 'base64url')
  const totpStep = totpStepOf(secret, body.code, ctx.now())
  if (totpStep === undefined) throw refuse(Code.VERIFICATION_CODE_INVALID)
  const passwordHash = await ctx.passwords.hash(body.password)
  return sealedTotp(ctx, operatorId, { secret, passwordHash, totpStep, label: body.label })
}

/** The factor of a password and an authenticator app, whose secret is sealed. */
export function sealedTotp(
  { operatorSealer }: Pick<Context, 'operatorSealer'>,
  operatorId: number,
  proven: {
    secret: Uint8Array
    passwordHash: string
    totpStep: number | null
    label?: string | undefined
  },
): ProvenFactor {
  const { secret, passwordHash, totpStep, label = 'Authenticator app' } = proven
  return {
    kind: 'TOTP',
    label,
    credentialId: null,
    publicKey: null,
    signCount: null,
    transports: null,
    passwordHash,
    totpSecret: operatorSealer.seal(secret, secretOwner(operatorId)),
    totpStep,
    lastUsedAt: null,
  }
}

function openSetup(ctx: Context, operatorId: number, sealed: string): Setup {
  let setup: Setup
  try {
    const opened = ctx.operatorSealer.open(sealed, setupOwner(operatorId))
    setup = JSON.parse(Buffer.from(opened).toString('utf8')) as Setup // Sealed by `factorOptions`.
  } catch {
    throw refuse(Code.INVALID_REQUEST)
  }
  if (ctx.now().getTime() >= setup.until) throw refuse(Code.INVALID_REQUEST)
  return setup
}

/**
 * Stores a proven factor. A new password and app replace the old ones. By default the factor may
 * approve at once, as one of an enrolment does.
 */
export async function storeFactor(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  operatorId: number,
  factor: ProvenFactor,
  approvesFrom: Date = now(),
): Promise<FactorRow> {
  const existing = await lockFactors(tx, operatorId)
  const passkeys = existing.filter(({ kind }) => kind === 'PASSKEY').length
  if (factor.kind === 'PASSKEY' && passkeys >= PASSKEYS_PER_OPERATOR) {
    throw refuse(Code.INVALID_REQUEST)
  }
  const replaced = existing.find(({ kind }) => kind === 'TOTP')
  if (factor.kind === 'TOTP' && replaced) await deleteFactor(tx, replaced.id)
  const row = await insertFactor(tx, { ...factor, operatorId, createdAt: now(), approvesFrom })
  if (!row) throw refuse(Code.INVALID_REQUEST)
  return row
}

export async function addFactor(
  ctx: Context,
  operator: Operator,
  body: AddedFactor,
  origin: string,
): Promise<void> {
  const { operatorId, sessionId } = operator
  const factor = await proveFactor(ctx, operatorId, body, origin)
  const confirmed = { kind: operator.factor ?? 'TOTP', approvesFrom: operator.approvesFrom ?? null }
  await ctx.db.transaction(async (tx) => {
    const approvesFrom = newFactorApprovesFrom(confirmed, ctx.now())
    await storeFactor(tx, ctx, operatorId, factor, approvesFrom)
    // Another password: whoever signed in with the old one is signed out.
    if (factor.kind === 'TOTP') await endSessionsOf(tx, operatorId, ctx.now(), sessionId)
    await tellColleagues(tx, ctx, 'COLLEAGUE_FACTOR_ADDED', { subjectId: operatorId })
    await recordChange(tx, ctx, operator, 'operator.add-factor', {
      kind: factor.kind,
      approvesFrom: approvesFrom.toISOString(),
    })
  })
}

export async function removeFactor(
  ctx: Pick<Context, 'db' | 'now'>,
  operator: Operator,
  factorId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const factors = await lockFactors(tx, operator.operatorId)
    const factor = factors.find(({ id }) => id === factorId)
    if (!factor) throw refuse(Code.NOT_FOUND)
    if (factors.length === 1) throw refuse(Code.INVALID_REQUEST)
    await deleteFactor(tx, factorId)
    // A thief may have signed in with this factor, so the other sessions end.
    await endSessionsOf(tx, operator.operatorId, ctx.now(), operator.sessionId)
    await recordChange(tx, ctx, operator, 'operator.remove-factor', { kind: factor.kind })
  })
}

/** Replaces the recovery codes and returns them in plain text, which only the caller sees. */
export async function makeRecoveryCodes(
  tx: Db,
  ctx: Pick<Context, 'now' | 'randomBytes'>,
  operatorId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCodeFrom(ctx.randomBytes(RECOVERY_CODE_BYTES)),
  )
  await replaceRecoveryCodes(tx, operatorId, codes.map(hashOf), ctx.now())
  return codes
}

export function newRecoveryCodes(ctx: Context, operator: Operator): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    const codes = await makeRecoveryCodes(tx, ctx, operator.operatorId)
    await recordChange(tx, ctx, operator, 'operator.renew-recovery-codes', {})
    return codes
  })
}

async function recordChange(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  operator: Operator,
  action: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { operatorId } = operator
  await queueNotice(tx, ctx, { operatorId, event: 'FACTORS_CHANGED' })
  const subject = actorOf(operator)
  await appendAudit(tx, { at: ctx.now(), actor: subject, action, subject, data })
}

/** Eighty random bits as four groups of four characters. */
function recoveryCodeFrom(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{5}/g)?.map((five) => BASE32[Number.parseInt(five, 2)]) ?? []
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

export function knownPasskeys(factors: readonly FactorRow[]) {
  return factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports: transports ?? [] }],
  )
}

/**
 * Verifies an assertion and stores its counter. Returns the passkey, or undefined if the assertion
 * is not valid or belongs to another operator than expected.
 */
export async function usePasskeyAssertion(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  assertion: Assertion,
  expected: { origin: string; challenge: string; operatorId?: number },
): Promise<FactorRow | undefined> {
  const factor = await lockPasskey(tx, assertion.id)
  if (!factor?.credentialId || factor.publicKey === null || factor.signCount === null) {
    return undefined
  }
  const { operatorId, credentialId, publicKey, signCount } = factor
  if (expected.operatorId !== undefined && expected.operatorId !== operatorId) return undefined
  const passkey = { credentialId, publicKey, signCount }
  const verified = await verifiedAssertion(assertion, { ...expected, passkey })
  if (!verified) return undefined
  await usePasskey(tx, factor.id, { ...verified, lastUsedAt: now() })
  return factor
}

/** Verifies a code of the authenticator app and uses up its time step. Returns its factor. */
export async function useTotpCode(
  tx: Db,
  ctx: Pick<Context, 'now' | 'operatorSealer'>,
  operatorId: number,
  code: string,
): Promise<FactorRow | undefined> {
  const factor = await lockTotp(tx, operatorId)
  if (!factor?.totpSecret) return undefined
  const secret = ctx.operatorSealer.open(factor.totpSecret, secretOwner(operatorId))
  const totpStep = totpStepOf(secret, code, ctx.now())
  if (totpStep === undefined) return undefined
  const isUnused = await useTotpStep(tx, factor.id, { totpStep, lastUsedAt: ctx.now() })
  return isUnused ? factor : undefined
}

/** Returns the secret and the last used step of an operator's app, for development only. */
export async function totpOf(ctx: Pick<Context, 'db' | 'operatorSealer'>, operatorId: number) {
  const factors = await findFactors(ctx.db, [operatorId])
  const sealed = factors.find(({ kind }) => kind === 'TOTP')
  if (!sealed?.totpSecret) return undefined
  const secret = ctx.operatorSealer.open(sealed.totpSecret, secretOwner(operatorId))
  return { secret, usedStep: sealed.totpStep }
}
