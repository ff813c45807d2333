import { Code } from '@solstice/contract/codes'
import type { Language } from '@solstice/contract/messages'
import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  DEFAULT_INVITE_TERMS,
  inviteCost,
  validateInviteTerms,
  REFERRAL_DECIMALS,
  referralText,
  referralUnits,
  type InviteProblem,
  type InviteTerms,
} from '@solstice/rules/invite'
import { networksWithToken } from '#/modules/network/network.service.ts'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { capsFor } from '#/modules/payout/payout.service.ts'
import { inLanguage, reloadProgramme } from '#/modules/season/programme.service.ts'
import { listPublicSeasons } from '#/modules/season/season.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findPromises,
  findTerms,
  findTermsHistory,
  insertTerms,
  isAnythingOwed,
} from './terms.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>

export async function currentTerms(db: Db): Promise<InviteTerms> {
  return (await findTerms(db))?.terms ?? DEFAULT_INVITE_TERMS
}

/** Returns the terms with the daily limit reduced to what the treasury pays one member per day. */
export async function withdrawalTerms(db: Db): Promise<InviteTerms> {
  const terms = await currentTerms(db)
  const cap = await withdrawalCap(db, terms.symbol)
  return cap !== undefined && cap < terms.maxWithdrawPerDay
    ? { ...terms, maxWithdrawPerDay: cap }
    : terms
}

/** Without caps nothing limits the request; its payout waits until an operator sets them. */
async function withdrawalCap(db: Db, symbol: string): Promise<bigint | undefined> {
  const caps = await capsFor(db, { symbol, decimals: REFERRAL_DECIMALS })
  if (!caps) return undefined
  return caps.perMember < caps.perDay ? caps.perMember : caps.perDay
}

/** Returns the season of the event: the ongoing one, else the next, else the last. */
export async function eventSeason(ctx: Context, language: Language = 'en') {
  const { list } = await listPublicSeasons(ctx, language, { page: 1, size: 1 })
  return list[0]
}

const WITHOUT_SEASON = {
  en: { title: 'Invite friends', description: 'The next season opens soon.' },
  ko: { title: '친구 초대', description: '곧 다음 시즌이 열려요.' },
}

export async function showEvent(
  ctx: Context,
  language: Language,
): Promise<CallData<'invite.terms'>> {
  const terms = await withdrawalTerms(ctx.db)
  const networks = await networksWithToken(ctx, terms.symbol)
  return {
    ...(await eventOf(ctx, language)),
    firstInviteXp: terms.firstInviteXp,
    totalInviteCount: terms.totalInviteCount,
    totalInviteXp: terms.totalInviteXp,
    referralReward: referralText(terms.referralReward),
    referralSymbol: terms.symbol,
    checkInDays: terms.checkInDays,
    claimDelayDays: terms.claimDelayDays,
    minWithdraw: referralText(terms.minWithdraw),
    maxWithdrawPerDay: referralText(terms.maxWithdrawPerDay),
    networks: networks.map(({ chainId, name }) => ({ chainId, networkName: name })),
  }
}

/** Describes the event by the season's invite mission and its title. */
async function eventOf(ctx: Context, language: Language) {
  const season = await eventSeason(ctx, language)
  if (!season) {
    const now = ctx.now().toISOString()
    return { eventId: 0, seasonId: null, startAt: now, endAt: now, ...WITHOUT_SEASON[language] }
  }
  const { seasonId, startAt, endAt } = season
  const { missions } = await reloadProgramme(ctx, ctx.db, seasonId)
  const mission = missions.find(({ type }) => type === 'INVITE')
  const title = mission ? inLanguage(mission.title, language) : season.title
  const description = mission ? inLanguage(mission.description, language) : season.description
  return { eventId: seasonId, seasonId, title, description, startAt, endAt }
}

export async function operatorTerms(
  ctx: Pick<AppContext, 'db'>,
): Promise<CallData<'invite.showTerms'>> {
  const set = await findTerms(ctx.db)
  const promises = await findPromises(ctx.db)
  const terms = set?.terms ?? DEFAULT_INVITE_TERMS
  const cost = inviteCost(terms, 1000)
  const history = await findTermsHistory(ctx.db)
  return {
    terms: toText(terms),
    setAt: set?.setAt.toISOString() ?? null,
    costOf1000: { tokens: referralText(cost.tokens), xp: cost.xp },
    history: history.map((each) => ({
      terms: toText(each.terms),
      setAt: each.setAt.toISOString(),
    })),
    seasons: promises.map(({ promised, ...rest }) => ({
      ...rest,
      promised: referralText(promised),
    })),
  }
}

type TermsText = CallData<'invite.showTerms'>['terms']

function toText(terms: InviteTerms): TermsText {
  return {
    ...terms,
    referralReward: referralText(terms.referralReward),
    maxPerReferrer: referralText(terms.maxPerReferrer),
    seasonBudget: referralText(terms.seasonBudget),
    minWithdraw: referralText(terms.minWithdraw),
    maxWithdrawPerDay: referralText(terms.maxWithdrawPerDay),
  }
}

function fromText(text: TermsText): InviteTerms {
  const units = (amount: string): bigint => {
    const parsed = referralUnits(amount)
    if (parsed === undefined) throw refuse(Code.INVALID_REQUEST)
    return parsed
  }
  return {
    ...text,
    referralReward: units(text.referralReward),
    maxPerReferrer: units(text.maxPerReferrer),
    seasonBudget: units(text.seasonBudget),
    minWithdraw: units(text.minWithdraw),
    maxWithdrawPerDay: units(text.maxWithdrawPerDay),
  }
}

type TermsChange = Omit<CallInput<'invite.setTerms'>['body'], 'reason'>

/** Changes the given terms only. */
export async function setTerms(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  change: TermsChange,
): Promise<CallData<'invite.setTerms'>> {
  const { before, after, terms } = await changedTerms(tx, change)
  await insertTerms(tx, terms, ctx.now())
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'invite.setTerms',
    subject: 'invites',
    data: changeOf(before, after),
  })
  return operatorTerms({ db: tx })
}

/** Returns the terms before and after a change; invalid ones are refused with their problems. */
export async function changedTerms(tx: Db, change: TermsChange) {
  const termsBefore = await currentTerms(tx)
  const before = toText(termsBefore)
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const after: TermsText = { ...before, ...Object.fromEntries(given) }
  const terms = fromText(after)
  const problems = [
    ...validateInviteTerms(terms),
    ...(await checkPayment(tx, terms)),
    ...(after.symbol === before.symbol ? [] : await checkToken(tx, terms)),
  ]
  if (problems.length > 0) throw refuse(Code.INVALID_REQUEST, { data: { problems } })
  return { before, after, termsBefore, terms }
}

async function checkPayment(
  tx: Db,
  { symbol, minWithdraw }: InviteTerms,
): Promise<InviteProblem[]> {
  const cap = await withdrawalCap(tx, symbol)
  if (cap === undefined || minWithdraw <= cap) return []
  const text = 'The minimum withdrawal is above the cap of the treasury'
  return [{ path: 'minWithdraw', code: 'WITHDRAWAL_ABOVE_TREASURY', text }]
}

/** Balances are in the token of the terms, so changing the token would change their value. */
async function checkToken(tx: Db, { symbol }: InviteTerms): Promise<InviteProblem[]> {
  const problems: InviteProblem[] = []
  if ((await networksWithToken({ db: tx }, symbol)).length === 0) {
    const text = `No network has a token ${symbol}`
    problems.push({ path: 'symbol', code: 'TOKEN_UNKNOWN', text })
  }
  if (await isAnythingOwed(tx)) {
    const text = 'Members have balances or promises in the current token, so it cannot change'
    problems.push({ path: 'symbol', code: 'TOKEN_OWED', text })
  }
  return problems
}
