import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { HOUR_MS } from '@solstice/rules/duration'
import type { TestApp } from './test-app.ts'
import { giveReferralBalance } from './test-invite.ts'
import { logInAgain, openBrowser, PASSWORD, signUpMember, type Browser } from './test-member.ts'
import { aSalt, blindPin, enrolPin, enterPin, PIN } from './test-pin.ts'
import { aSeason, earnXp, settleRound } from './test-season.ts'
import { advanceChains } from './test-treasury.ts'
import { aWallet, endPauses, registerWallet, signedChallenge } from './test-wallet.ts'

export const VICTIMS = ['no-pin', 'no-wallet', 'wallet', 'disconnected'] as const
export type Victim = Awaited<ReturnType<typeof aVictim>>

/**
 * Creates a member with something to steal: a balance, a pending reward, and a round that ends
 * tomorrow.
 */
export async function aVictim(server: TestApp, kind: (typeof VICTIMS)[number]) {
  const member = await signUpMember(server)
  const own = aWallet()
  if (kind === 'no-wallet') await enrolPin(member, PIN)
  if (kind === 'wallet' || kind === 'disconnected') await registerWallet(member, own)
  if (kind === 'disconnected') {
    const pinToken = (await enterPin(member, PIN, 'WALLET_DISCONNECT')).data?.pinToken ?? ''
    const params = { address: own.address }
    await member.call('wallet.disconnect', { params }, { 'x-pin-token': pinToken })
  }
  await endPauses(server, member.userId)
  await giveReferralBalance(server, member.userId, '50')
  // Makes no call until the settlement, because a call would run the round's job too early and
  // settle it without members.
  const season = await aSeason(server, { startsInDays: -13 })
  const [first, second] = season.rounds
  if (!first || !second) throw new Error('The season has fewer than two rounds')
  for (const round of [first, second]) {
    await earnXp(server, season.seasonId, new Map([[member.userId, 100]]), round)
  }
  await server.ctx.db.execute(
    sql`update round_standings set check_in_days = 3 where member_id = ${member.userId}`,
  )
  await settleRound(server.ctx, first.roundId)
  server.mails.length = 0
  return { ...member, hasPin: kind !== 'no-pin', own: own.address }
}

/** The knowledge and actions of the thief. The device and the mailbox stay with the member. */
export type Model = { elapsedMs: number }
export type Real = {
  server: TestApp
  victim: Victim
  thief: Browser
  knowsPassword: boolean
  /** The PIN that the thief has set, if any. */
  pin: string | undefined
  addresses: string[]
  /** The tokens of the links with which the member has reported the theft. */
  reported: Set<string>
}

/** An action of the thief; the treasury keeps working after each. */
type Act = (real: Real) => Promise<unknown>

class Step implements fc.AsyncCommand<Model, Real> {
  readonly name: string
  readonly act: Act
  readonly tookMs: number
  constructor(name: string, act: Act, tookMs = 0) {
    this.name = name
    this.act = act
    this.tookMs = tookMs
  }
  check = ({ elapsedMs }: Readonly<Model>): boolean => elapsedMs + this.tookMs < 47 * HOUR_MS
  toString = (): string => this.name
  async run(model: Model, real: Real): Promise<void> {
    model.elapsedMs += this.tookMs
    real.server.clock.advance(this.tookMs)
    await real.server.ctx.db.execute(sql`delete from rate_limits`)
    // Five wrong PINs end the session, and so does its expiry.
    if ((await real.thief.call('users.me', {})).status === 401) await logIn(real)
    await this.act(real)
    await advanceChains(real.server, 1)
  }
}

async function token({ thief, pin }: Real, purpose: Parameters<typeof enterPin>[2]) {
  const entered = await enterPin(thief, pin ?? '000000', purpose)
  return entered.data?.pinToken === undefined ? {} : { 'x-pin-token': entered.data.pinToken }
}

const logIn: Act = async ({ thief, victim: { email }, knowsPassword }) => {
  if (knowsPassword) await thief.call('auth.login', { body: { email, password: PASSWORD } })
  else await thief.call('auth.reissue', {})
}

const setPin =
  (pin: string, headers: (real: Real) => Promise<Record<string, string>>): Act =>
  async (real) => {
    const salt = aSalt()
    const entry = blindPin(pin, salt)
    const body = { salt, blinded: entry.blinded }
    const password = real.knowsPassword ? { password: PASSWORD } : {}
    const begun = await real.thief.call(
      'pin.enrol',
      { body: { ...body, ...password } },
      await headers(real),
    )
    if (!begun.data) return
    const { proof } = entry.finish(begun.data.evaluated)
    const { enrolmentId } = begun.data
    const set = await real.thief.call('pin.set', { body: { enrolmentId, proof } })
    if (set.code === 0) real.pin = pin
  }

const registerOwn: Act = async (real) => {
  const wallet = aWallet()
  real.addresses.push(wallet.address)
  const headers = await token(real, 'WALLET_REGISTER')
  const body = await signedChallenge(real.thief, wallet)
  await real.thief.call('wallet.register', { body }, headers)
}

const disconnect: Act = async (real) => {
  const { data } = await real.thief.call('wallet.info', {})
  const params = { address: data?.ethAddress ?? real.victim.own }
  await real.thief.call('wallet.disconnect', { params }, await token(real, 'WALLET_DISCONNECT'))
}

const withdraw: Act = async (real) =>
  real.thief.call(
    'invite.withdraw',
    { body: { amount: '10', chainId: 31_337 } },
    { ...(await token(real, 'WITHDRAW')), 'idempotency-key': randomUUID() },
  )

const unfreeze: Act = async (real) => {
  await real.thief.call('freeze.sendCode', {})
  const headers = await token(real, 'PAYOUT_UNFREEZE')
  await real.thief.call('freeze.lift', { body: { code: '000000' } }, headers)
}

/** Returns the tokens of the links in the member's mailbox, oldest first. */
export const mailedTokens = ({ server, victim }: Real): string[] =>
  server.mails
    .filter(({ to, code }) => to === victim.email && !code)
    .flatMap(({ text }) => /#(\S+)/.exec(text)?.[1] ?? [])

const report: Act = async (real) => {
  const token = mailedTokens(real).at(-1)
  if (token === undefined) return
  await openBrowser(real.server).call('freeze.report', { body: { token } })
  real.reported.add(token)
}

const changePassword: Act = async (real) => {
  const headers = await token(real, 'PASSWORD_CHANGE')
  const body = { currentPassword: PASSWORD, newPassword: PASSWORD }
  if (real.knowsPassword) await real.thief.call('account.changePassword', { body }, headers)
}

const steps = [
  new Step(
    'sets a PIN',
    setPin('246802', async () => ({})),
  ),
  new Step(
    'sets another PIN',
    setPin('864209', async () => ({})),
  ),
  new Step(
    'changes the PIN',
    setPin('975310', (real) => token(real, 'PIN_CHANGE')),
  ),
  new Step('guesses the PIN', async ({ thief }) => {
    for (let time = 0; time < 5; time += 1) await enterPin(thief, '000000')
  }),
  new Step('registers a wallet', registerOwn),
  new Step('registers another wallet', registerOwn),
  new Step('disconnects the wallet', disconnect),
  new Step('withdraws', withdraw),
  new Step('claims', ({ thief }) => thief.call('invite.claim', { query: { type: 'REFERRAL' } })),
  new Step('deletes the account', async (real) =>
    real.thief.call(
      'account.delete',
      { body: { reason: 'OTHER', agreed: true } },
      await token(real, 'ACCOUNT_DELETE'),
    ),
  ),
  new Step('tries to unfreeze', unfreeze),
  new Step('sees the member report it', report),
  new Step('changes the password', changePassword),
  new Step('forges a link', ({ thief }) =>
    thief.call('freeze.report', { body: { token: `1.${'a'.repeat(43)}` } }),
  ),
  new Step('waits an hour', logIn, HOUR_MS),
  new Step('waits half a day', logIn, 12 * HOUR_MS),
]

/** Steps that lead to tokens are more frequent; otherwise few thefts would get far. */
const frequentSteps = steps.filter(({ name }) =>
  /^(sets a PIN|guesses|registers a wallet)/.test(name),
)

export const theft = fc.commands(
  [...steps, ...frequentSteps, ...frequentSteps].map((step) => fc.constant(step)),
  { maxCommands: 18, size: 'max' },
)

/** Creates a thief with a copy of the member's cookies or with the password. */
export async function aThief(
  server: TestApp,
  victim: Victim,
  { knowsPassword, isFresh }: { knowsPassword: boolean; isFresh: boolean },
): Promise<Real> {
  if (!isFresh) server.clock.advance(HOUR_MS)
  if (!isFresh) await victim.call('auth.reissue', {})
  const thief = openBrowser(server)
  if (knowsPassword) await logInAgain({ ...thief, email: victim.email })
  else for (const [name, value] of victim.cookies) thief.cookies.set(name, value)
  return {
    server,
    victim,
    thief,
    knowsPassword,
    pin: undefined,
    addresses: [],
    reported: new Set(),
  }
}
