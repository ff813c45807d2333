import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ProgrammeDay } from '@solstice/rules/programme-day'
import type { Opening } from './entry.ts'

/**
 * The file with which anybody can replay the settlement of a round: a line of public facts, then one
 * line for each leaf of the round, in the order of the log. It has salts, never the key of a member, so
 * that it opens this round alone.
 */
const FORMAT = 'solstice-settlement-openings/1'

export type SettlementFacts = {
  roundId: number
  seasonId: number
  number: number
  startAt: Date
  endAt: Date
  settledAt: Date
  /** The pool and everything paid, in the smallest unit of the token. */
  pool: bigint
  rewarded: bigint
  rewardedMembers: number
  symbol: string
  decimals: number
  /** The sum of which each member got a share. */
  allXp: number
  /** The versions of the rule and of the season that settled the round. */
  rule: number
  seasonVersion: number
  checkInDaysNeeded: number
  /** The days on which members could not check in, and who joined after the last one of them. */
  excusedDays: readonly ProgrammeDay[]
  latecomers: readonly Latecomer[]
  /** The log that has the leaves, and how many leaves it had at the export. */
  logKey: string
  logSize: number
  /** The newest posted root, if the round is paid by roots. */
  root: PostedRoot | null
}

/** A member to whom the excused days up to this one do not apply. */
export type Latecomer = { memberId: number; after: ProgrammeDay }

export type PostedRoot = {
  chainId: number
  contract: string
  number: number
  root: string
  total: bigint
}

/** An account of the root: everything it may have claimed, and the part that is of this round. */
export type ShareLine = { account: string; cumulative: bigint; ofRound: bigint }

export type OpeningLine =
  | ({ index: number } & Opening)
  /** The account was deleted, and the salt with it. */
  | { index: number; erased: true }
  /** A reward of the same season that belongs to another round. */
  | { index: number; roundId: number }

/** The shares of the root follow the openings. */
export type SettlementLine = OpeningLine | ShareLine

export function factsLine(facts: SettlementFacts): string {
  return JSON.stringify({
    format: FORMAT,
    ...facts,
    pool: facts.pool.toString(),
    rewarded: facts.rewarded.toString(),
    root: facts.root && { ...facts.root, total: facts.root.total.toString() },
  })
}

export function openingLine(line: SettlementLine): string {
  if ('account' in line) {
    const { account, cumulative, ofRound } = line
    return JSON.stringify({
      account,
      cumulative: cumulative.toString(),
      ofRound: ofRound.toString(),
    })
  }
  if (!('salt' in line)) return JSON.stringify(line)
  const { index, memberId, sequence, amounts, salt } = line
  return JSON.stringify({
    index,
    memberId,
    sequence,
    amounts: amounts.map(String),
    salt: bytesToHex(salt),
  })
}

/** Thrown for a line that is not of the format. */
export class OpeningsFormatError extends Error {
  constructor(number: number, problem: string) {
    super(`Line ${number} of the openings: ${problem}`)
  }
}

export type Openings = { facts: SettlementFacts; lines: AsyncIterable<SettlementLine> }

/** Parses a file line by line, so that its length does not matter. */
export async function parseOpenings(text: AsyncIterable<string>): Promise<Openings> {
  const lines = text[Symbol.asyncIterator]()
  const first = await lines.next()
  const facts = parseFacts(objectIn(first.done ? '' : first.value, 1))
  return { facts, lines: parseLines(lines) }
}

async function* parseLines(lines: AsyncIterator<string>): AsyncGenerator<SettlementLine> {
  for (let number = 2; ; number += 1) {
    const next = await lines.next()
    if (next.done) return
    if (next.value !== '') yield parseLine(objectIn(next.value, number))
  }
}

type Fields = { number: number; of: (name: string) => unknown }

function objectIn(text: string, number: number): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) {
      const values = new Map<string, unknown>(Object.entries(value))
      return { number, of: (name) => values.get(name) }
    }
  } catch {
    // The line is refused below.
  }
  throw new OpeningsFormatError(number, 'it is not a JSON object')
}

function parseFacts(fields: Fields): SettlementFacts {
  if (fields.of('format') !== FORMAT) {
    throw new OpeningsFormatError(fields.number, `the format is not ${FORMAT}`)
  }
  return {
    roundId: wholeNumber(fields, 'roundId'),
    seasonId: wholeNumber(fields, 'seasonId'),
    number: wholeNumber(fields, 'number'),
    startAt: time(fields, 'startAt'),
    endAt: time(fields, 'endAt'),
    settledAt: time(fields, 'settledAt'),
    pool: amountIn(fields, fields.of('pool')),
    rewarded: amountIn(fields, fields.of('rewarded')),
    rewardedMembers: wholeNumber(fields, 'rewardedMembers'),
    symbol: text(fields, 'symbol'),
    decimals: wholeNumber(fields, 'decimals'),
    allXp: wholeNumber(fields, 'allXp'),
    rule: wholeNumber(fields, 'rule'),
    seasonVersion: wholeNumber(fields, 'seasonVersion'),
    checkInDaysNeeded: wholeNumber(fields, 'checkInDaysNeeded'),
    ...parseExcused(fields),
    logKey: text(fields, 'logKey'),
    logSize: wholeNumber(fields, 'logSize'),
    root: parseRoot(fields),
  }
}

/** Files of rounds before days could be excused have neither list. */
function parseExcused(fields: Fields): Pick<SettlementFacts, 'excusedDays' | 'latecomers'> {
  return {
    excusedDays: listIn(fields, 'excusedDays').map((day) => dayIn(fields, day)),
    latecomers: listIn(fields, 'latecomers').map((each) => {
      const latecomer = objectIn(JSON.stringify(each), fields.number)
      return {
        memberId: wholeNumber(latecomer, 'memberId'),
        after: dayIn(fields, latecomer.of('after')),
      }
    }),
  }
}

function listIn({ number, of }: Fields, name: string): readonly unknown[] {
  const list = of(name) ?? []
  if (Array.isArray(list)) return list
  throw new OpeningsFormatError(number, `${name} is not a list`)
}

function dayIn({ number }: Fields, value: unknown): ProgrammeDay {
  // The pattern is that of a programme day.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return value as ProgrammeDay
  throw new OpeningsFormatError(number, 'a day is not a date')
}

function parseRoot({ number, of }: Fields): PostedRoot | null {
  const root = of('root')
  if (root === null || root === undefined) return null
  const fields = objectIn(JSON.stringify(root), number)
  return {
    chainId: wholeNumber(fields, 'chainId'),
    contract: text(fields, 'contract'),
    number: wholeNumber(fields, 'number'),
    root: text(fields, 'root'),
    total: amountIn(fields, fields.of('total')),
  }
}

function parseShare(fields: Fields): ShareLine {
  const account = text(fields, 'account')
  if (!/^0x[0-9a-f]{40}$/.test(account)) {
    throw new OpeningsFormatError(fields.number, 'the account is not an address in lower case')
  }
  const cumulative = amountIn(fields, fields.of('cumulative'))
  const ofRound = amountIn(fields, fields.of('ofRound'))
  if (ofRound < 0n || ofRound > cumulative) {
    throw new OpeningsFormatError(fields.number, 'the part of the round exceeds the share')
  }
  return { account, cumulative, ofRound }
}

function parseLine(fields: Fields): SettlementLine {
  if (fields.of('account') !== undefined) return parseShare(fields)
  const index = wholeNumber(fields, 'index')
  if (fields.of('erased') === true) return { index, erased: true }
  if (fields.of('roundId') !== undefined) return { index, roundId: wholeNumber(fields, 'roundId') }
  const amounts = fields.of('amounts')
  const salt = text(fields, 'salt')
  if (!Array.isArray(amounts)) throw new OpeningsFormatError(fields.number, 'it has no amounts')
  if (!/^[0-9a-f]{64}$/.test(salt)) throw new OpeningsFormatError(fields.number, 'it has no salt')
  return {
    index,
    memberId: wholeNumber(fields, 'memberId'),
    sequence: wholeNumber(fields, 'sequence'),
    amounts: amounts.map((amount) => amountIn(fields, amount)),
    salt: hexToBytes(salt),
  }
}

function wholeNumber({ number, of }: Fields, name: string): number {
  const value = of(name)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new OpeningsFormatError(number, `${name} is not a whole number`)
}

function text({ number, of }: Fields, name: string): string {
  const value = of(name)
  if (typeof value === 'string') return value
  throw new OpeningsFormatError(number, `${name} is not a text`)
}

function time(fields: Fields, name: string): Date {
  const at = new Date(text(fields, name))
  if (!Number.isNaN(at.getTime())) return at
  throw new OpeningsFormatError(fields.number, `${name} is not a time`)
}

function amountIn({ number }: Fields, value: unknown): bigint {
  if (typeof value === 'string' && /^-?\d{1,78}$/.test(value)) return BigInt(value)
  throw new OpeningsFormatError(number, 'an amount is not a whole number')
}
