import { isTimeZone } from '@solstice/rules/alert'
import { ACCOUNT_EN } from './explanation-texts/account.en.ts'
import { ACCOUNT_KO } from './explanation-texts/account.ko.ts'
import {
  amountText,
  fill,
  type Alternatives,
  type Facts,
  type Reader,
} from './explanation-texts/fill.ts'
import { MISSION_EN } from './explanation-texts/mission.en.ts'
import { MISSION_KO } from './explanation-texts/mission.ko.ts'
import { REWARD_EN } from './explanation-texts/reward.en.ts'
import { REWARD_KO } from './explanation-texts/reward.ko.ts'
import { SHARED_EN } from './explanation-texts/shared.en.ts'
import { SHARED_KO } from './explanation-texts/shared.ko.ts'
import type { Explanation, OutcomeText, SharedTexts } from './explanation-texts/shape.ts'
import { MESSAGES, type Language } from './messages.ts'

/*
 * The texts use these inputs. A text that lacks one uses a shorter form.
 *
 * check-in: number, baseXp, bonusEvery, bonusXp, level, levelPercent, tier, tierPercent
 * spin: prizeXp, chancePercent, usedTicket, freePerDay, freeUsedToday, tickets, ticketsPerSpin
 * ticket: ticketsPerDay, tier
 * mission: rewardXp, level, levelPercent, tier, tierPercent, doneAt or doneOn (a day),
 *   maxCompletions, budgetLeft, startAt, endAt, waitSeconds, openedAt, needed, found, symbol
 * round: number, startAt, endAt, xp, allXp, checkInDays, excusedDay (a day), checkInDaysNeeded,
 *   members, pool, symbol, reward, state, expiresAt, payoutEntryId
 * friend: checkInDays, checkInDaysNeeded, joinedAt, qualifiedAt, claimableAt, claimDelayDays,
 *   reward, symbol, maxPerReferrer, promisedToReferrer, seasonBudget
 * invite: claimType, progress, goal, friends
 * payout: amount, symbol, purpose, createdAt, sentAt, confirmedAt, until, event, eventAt,
 *   perMember, paidToMember, perDay, failure
 * push: devices, sentAt, dueAt, expiresAt, quietFrom, quietTo, timeZone, attempts
 * purchase: state, price, payType, symbol, createdAt, payBy, confirmations, confirmationsNeeded, failure
 * refund: type, requestedAt, decidedAt, completedAt, forOperator, fee, symbol
 * adjustment: reason
 * refusal: code, reason, count, lastAt, amount, balance, symbol, minWithdraw, withdrawnToday,
 *   maxWithdrawPerDay, pausedUntil, invites, goal
 * A kept refusal of any rule has lastAt, so that its text names the day.
 * next: number, checkInDays, checkInDaysNeeded (ROUND); reward, symbol (FRIEND); email (SUPPORT)
 */

export type ExplanationText = {
  /** The explained entry, such as `Check-in` or `Round 2 · 8 June to 14 June`. */
  subject: string
  /** Such as `Why 155 XP?`. */
  title: string
  /** The rule in one or two sentences, with the member's own numbers. */
  sentence: string
  /** The member's numbers and the thresholds, such as `Your days: 2 of 3 needed`. */
  rows: { label: string; value: string }[]
  /** One label for each part of each sum, in the same order. */
  parts: string[][]
  /** The total of each sum with its unit, such as `155 XP`. */
  totals: string[]
  /** One text for each step, in the same order. */
  steps: string[]
  /** Says what still works while something is on hold, and what happens without the member. */
  assurances: string[]
  /** The next chance; null if there is none. */
  next: string | null
}

type Outcomes = Readonly<Record<string, Readonly<Record<string, OutcomeText>>>>

const OUTCOMES: Readonly<Record<Language, Outcomes>> = {
  en: { ...MISSION_EN, ...REWARD_EN, ...ACCOUNT_EN },
  ko: { ...MISSION_KO, ...REWARD_KO, ...ACCOUNT_KO },
}
const SHARED: Readonly<Record<Language, SharedTexts>> = { en: SHARED_EN, ko: SHARED_KO }

/** The time zone of the reader; the device's by default. */
export type Zone = Omit<Reader, 'language'>

type Tell = (alternatives: Alternatives, facts?: Facts) => string | undefined

/** Explains a decision in words. Members and operators read the same text. */
export function explanationText(
  explanation: Explanation,
  language: Language,
  zone: string | Zone = {},
): ExplanationText {
  const shared = SHARED[language]
  const given = typeof zone === 'string' ? { timeZone: zone } : zone
  const reader = { language, ...(memberZone(explanation, given) ?? given) }
  const totals = explanation.sums.map((sum) => withUnit(sum.total, sum.unit, language))
  const facts = factsOf(explanation, totals, reader)
  const tell: Tell = (alternatives, of = facts) => fill(alternatives, of, reader)
  const texts = OUTCOMES[language][explanation.rule]?.[explanation.outcome] ?? shared.unknown
  const { next } = explanation
  return {
    subject: tell(shared.subjects[explanation.rule]) ?? '',
    title: tell(texts.title) ?? '',
    sentence: sentencesOf(texts, tell),
    rows: (texts.rows ?? []).flatMap(([label, value]) => {
      const shown = tell(value)
      return shown === undefined ? [] : [{ label, value: shown }]
    }),
    parts: explanation.sums.map(({ parts }) =>
      parts.map(({ part }) => tell(shared.parts[part]) ?? part),
    ),
    totals,
    steps: explanation.steps.map(({ check, passed }) => {
      const step = own(shared.steps, check) ?? shared.unknownStep
      return tell(step[passed ? 0 : 1]) ?? ''
    }),
    assurances: (texts.assurances ?? []).flatMap((assurance) => tell(assurance) ?? []),
    next: next && (tell(shared.next[next.kind], nextFacts(explanation, next)) ?? null),
  }
}

/** Quiet hours are in the zone that the member chose, so the times beside them are as well. */
function memberZone({ rule, inputs }: Explanation, { timeZone }: Zone): Zone | undefined {
  const chosen = rule === 'push' ? inputs['timeZone'] : undefined
  if (typeof chosen !== 'string' || !isTimeZone(chosen)) return undefined
  const expected = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return expected === chosen ? { timeZone: chosen } : { timeZone: chosen, zoneName: chosen }
}

function sentencesOf({ sentences }: OutcomeText, tell: Tell): string {
  return sentences.flatMap((sentence) => tell(sentence) ?? []).join(' ')
}

/** The inputs, and what the texts derive from the rest of the explanation. */
function factsOf(explanation: Explanation, totals: readonly string[], reader: Reader): Facts {
  const { inputs, rule, name, sums } = explanation
  const parts = sums.flatMap((sum) => sum.parts)
  const gained = totals.filter((_, at) => isPositive(sums[at]?.total ?? '0'))
  const moved = totals.filter((_, at) => !isZero(sums[at]?.total ?? '0'))
  return {
    ...inputs,
    ...Object.fromEntries(
      parts.flatMap(({ part, amount }) =>
        isZero(amount) ? [] : [[`part${pascal(part)}`, amount]],
      ),
    ),
    rule,
    name,
    // The title asks for the gain; a price without a gain is asked for itself.
    total: (gained.length > 0 ? gained : moved).join(SHARED[reader.language].and) || totals[0],
    bonusBase: bonusBase(parts),
    message: rule === 'refusal' ? refusalMessage(explanation, reader) : null,
  }
}

/** The level and tier bonuses are percentages of the base and of the check-in bonus. */
function bonusBase(parts: Explanation['sums'][number]['parts']): number | null {
  const of = parts.filter(({ part }) => part === 'BASE' || part === 'FIFTH_BONUS')
  return of.length === 0 ? null : of.reduce((sum, { amount }) => sum + Number(amount), 0)
}

function nextFacts(
  { rule, outcome, inputs: { reward, symbol } }: Explanation,
  { at, inputs }: NonNullable<Explanation['next']>,
): Facts {
  const daysLeft = Number(inputs['checkInDaysNeeded']) - Number(inputs['checkInDays'])
  return { rule, outcome, reward, symbol, ...inputs, at, daysLeft: daysLeft > 0 ? daysLeft : null }
}

/** Returns the reason if it is known, otherwise the message of the code. */
function refusalMessage({ inputs }: Explanation, reader: Reader): string {
  const { reason, code } = inputs
  const { language } = reader
  const shared = SHARED[language]
  if (typeof reason === 'string') {
    const known = own(shared.reasons, reason) ?? ruleReason(reason, inputs, reader)
    if (known !== undefined) return known
  }
  // A message with places for values is replaced, because a refusal does not keep them.
  const message = own(shared.refusals, String(code)) ?? own(MESSAGES, String(code))?.[language]
  return message && !message.includes('{') ? message : shared.refused
}

/** A reason may be the outcome of a rule, which explains it. */
function ruleReason(reason: string, inputs: Facts, reader: Reader): string | undefined {
  for (const rule of ['mission', 'spin']) {
    const texts = own(OUTCOMES[reader.language][rule] ?? {}, reason)
    if (texts) return sentencesOf(texts, (alternatives) => fill(alternatives, inputs, reader))
  }
  return undefined
}

function withUnit(amount: string, unit: string, language: Language): string {
  const template = own(SHARED[language].units, unit)
  return (template && fill(template, { amount }, { language })) ?? `${amountText(amount)} ${unit}`
}

function isPositive(amount: string): boolean {
  return !amount.startsWith('-') && !isZero(amount)
}

function isZero(amount: string): boolean {
  return /^-?0*(\.0*)?$/.test(amount)
}

/** `FIFTH_BONUS` becomes `FifthBonus`. */
function pascal(code: string): string {
  return code.toLowerCase().replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
}

function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
