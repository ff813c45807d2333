import fc from 'fast-check'
import { expect } from 'vitest'
import { violatedUnique, type Db } from '#/platform/process/db.ts'
import {
  AlreadyReversedError,
  balanceOf,
  InsufficientBalanceError,
  post,
  reverse,
  type Asset,
  type Entry,
} from '#/platform/books/ledger.ts'

const at = new Date('2026-06-23T08:00:00.000Z')
export const MEMBERS = 3
const MODEL_ASSETS = ['XP', 'TICKET', 'SEASON_XP'] as const satisfies readonly Asset[]
type ModelAsset = (typeof MODEL_ASSETS)[number]

/** One movement in the model: members are indices, `undefined` is the programme. */
type Move = { from: number | undefined; to: number | undefined; asset: ModelAsset; amount: bigint }
type Written = {
  key: string
  kind: string
  moves: Move[]
  reversed: boolean
  transactionId: number
}

/** The expected state of the ledger: balances, and the postings by key. */
export type Model = { balances: Map<string, bigint>; written: Written[] }
export type Real = { db: Db; members: number[]; run: string; next: () => number }

const assetAndScope = (modelAsset: ModelAsset) => ({
  asset: modelAsset,
  scope: modelAsset === 'SEASON_XP' ? 'season:1' : '',
})

const cell = (memberIndex: number, asset: ModelAsset) => `${memberIndex} ${asset}`

/** Returns the balances after the moves, or undefined if one would be negative. */
function afterMoves(model: Model, moves: readonly Move[]): Map<string, bigint> | undefined {
  const after = new Map(model.balances)
  for (const { from, to, asset, amount } of moves) {
    if (from !== undefined)
      after.set(cell(from, asset), (after.get(cell(from, asset)) ?? 0n) - amount)
    if (to !== undefined) after.set(cell(to, asset), (after.get(cell(to, asset)) ?? 0n) + amount)
  }
  return Array.from(after.values()).some((balance) => balance < 0n) ? undefined : after
}

function entriesOf(real: Real, moves: readonly Move[]): Entry[] {
  const holder = (memberIndex: number | undefined) =>
    memberIndex === undefined
      ? ({ system: 'ISSUANCE' } as const)
      : { member: real.members[memberIndex] ?? 0 }
  return moves.flatMap(({ from, to, asset, amount }) => {
    const assetScope = assetAndScope(asset)
    return [
      { holder: holder(from), ...assetScope, amount: -amount },
      { holder: holder(to), ...assetScope, amount },
    ]
  })
}

const freshKey = (real: Real) => `${real.run}:${real.next()}`

/** Posts the moves and compares the outcome with the model. */
async function postAndCompare(model: Model, real: Real, db: Db, moves: Move[]): Promise<boolean> {
  const key = freshKey(real)
  const after = afterMoves(model, moves)
  const posting = { kind: 'MOVE', key, at, entries: entriesOf(real, moves) }
  if (!after) {
    await expect(post(db, posting)).rejects.toThrow(InsufficientBalanceError)
    return false
  }
  const { transactionId, fresh } = await post(db, posting)
  expect(fresh).toBe(true)
  model.balances = after
  model.written.push({ key, kind: 'MOVE', moves, reversed: false, transactionId })
  return true
}

type Step = fc.AsyncCommand<Model, Real>

class Post implements Step {
  readonly moves: Move[]
  constructor(moves: Move[]) {
    this.moves = moves
  }
  check = () => true
  run = async (model: Model, real: Real) => {
    await postAndCompare(model, real, real.db, this.moves)
  }
  toString = () =>
    `post(${this.moves.map((move) => `${move.from}->${move.to} ${move.amount}`).join()})`
}

/**
 * Posts under the same key again: the same request returns the same transaction, a different one is
 * rejected, and nothing moves.
 */
class Repeat implements Step {
  readonly pick: number
  readonly change: bigint
  constructor(pick: number, change: bigint) {
    this.pick = pick
    this.change = change
  }
  check = (model: Readonly<Model>) => model.written.some(({ kind }) => kind === 'MOVE')
  run = async (model: Model, real: Real) => {
    const moves = model.written.filter(({ kind }) => kind === 'MOVE')
    const before = moves[this.pick % moves.length]
    if (!before) return
    const again = before.moves.map((move) => ({ ...move, amount: move.amount + this.change }))
    const posting = { kind: 'MOVE', key: before.key, at, entries: entriesOf(real, again) }
    if (this.change === 0n) {
      const { transactionId } = before
      expect(await post(real.db, posting)).toEqual({ transactionId, fresh: false })
      return
    }
    const error = await post(real.db, posting).catch((reason: unknown) => reason)
    expect(violatedUnique(error)).toBe('ledger_key_reused')
  }
  toString = () => `repeat(${this.pick}, +${this.change})`
}

class Reverse implements Step {
  readonly pick: number
  constructor(pick: number) {
    this.pick = pick
  }
  check = (model: Readonly<Model>) => model.written.length > 0
  run = async (model: Model, real: Real) => {
    const before = model.written[this.pick % model.written.length]
    if (!before) return
    const key = freshKey(real)
    const request = { transactionId: before.transactionId, kind: 'BACK', key, at }
    if (before.reversed) {
      await expect(reverse(real.db, request)).rejects.toThrow(AlreadyReversedError)
      return
    }
    const moves = before.moves.map(({ from, to, ...rest }) => ({ from: to, to: from, ...rest }))
    const after = afterMoves(model, moves)
    if (!after) {
      await expect(reverse(real.db, request)).rejects.toThrow(InsufficientBalanceError)
      return
    }
    const { transactionId } = await reverse(real.db, request)
    expect(await reverse(real.db, request)).toEqual({ transactionId, fresh: false })
    before.reversed = true
    model.balances = after
    model.written.push({ key, kind: 'BACK', moves, reversed: false, transactionId })
  }
  toString = () => `reverse(${this.pick})`
}

/** A transaction of several postings: either all of them happen or none. */
class AtomicPostings implements Step {
  readonly steps: Move[][]
  readonly fails: boolean
  constructor(steps: Move[][], fails: boolean) {
    this.steps = steps
    this.fails = fails
  }
  check = () => true
  run = async (model: Model, real: Real) => {
    const inside: Model = { balances: new Map(model.balances), written: [...model.written] }
    const done = await real.db
      .transaction(async (tx) => {
        for (const moves of this.steps) {
          if (!(await postAndCompare(inside, real, tx, moves))) throw new Interrupted()
        }
        if (this.fails) throw new Interrupted()
        return true
      })
      .catch((error: unknown) => {
        if (error instanceof Interrupted) return false
        throw error
      })
    if (done) Object.assign(model, inside)
  }
  toString = () => `together(${this.steps.length}${this.fails ? ', then fails' : ''})`
}

class Interrupted extends Error {}

/** Concurrent debits of the same amount: exactly as many succeed as the balance covers. */
class ConcurrentDebits implements Step {
  readonly memberIndex: number
  readonly amount: bigint
  readonly count: number
  constructor(memberIndex: number, amount: bigint, count: number) {
    this.memberIndex = memberIndex
    this.amount = amount
    this.count = count
  }
  check = () => true
  run = async (model: Model, real: Real) => {
    const move: Move = { from: this.memberIndex, to: undefined, asset: 'XP', amount: this.amount }
    const outcomes = await Promise.all(
      Array.from({ length: this.count }, async () => {
        const key = freshKey(real)
        const entries = entriesOf(real, [move])
        return post(real.db, { kind: 'MOVE', key, at, entries }).then(
          ({ transactionId }) => ({ key, transactionId }),
          (error: unknown) => {
            if (error instanceof InsufficientBalanceError) return undefined
            throw error
          },
        )
      }),
    )
    const taken = outcomes.filter((outcome) => outcome !== undefined)
    const had = model.balances.get(cell(this.memberIndex, 'XP')) ?? 0n
    const possible = had / this.amount
    expect(BigInt(taken.length)).toBe(possible < this.count ? possible : BigInt(this.count))
    model.balances.set(cell(this.memberIndex, 'XP'), had - this.amount * BigInt(taken.length))
    for (const one of taken) {
      model.written.push({ ...one, kind: 'MOVE', moves: [move], reversed: false })
    }
  }
  toString = () => `rush(${this.count} x ${this.amount} from ${this.memberIndex})`
}

const memberIndex = fc.nat(MEMBERS - 1)
const asset = fc.constantFrom(...MODEL_ASSETS)
const amount = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 2n ** 200n))
const credit = fc.record({ from: fc.constant(undefined), to: memberIndex, asset, amount })
const spend = fc.record({ from: memberIndex, to: fc.constant(undefined), asset, amount })
const gift = fc
  .record({ from: memberIndex, to: memberIndex, asset, amount })
  .filter(({ from, to }) => from !== to)

const move = fc.oneof({ weight: 3, arbitrary: credit }, spend, gift)
/**
 * Two moves of one posting must not cancel each other out, because an entry of zero is rejected.
 */
const moves = fc
  .array(move, { minLength: 1, maxLength: 3 })
  .filter((list) => new Set(list.map((each) => each.asset)).size === list.length)

export const commands = fc.commands(
  [
    moves.map((list): Step => new Post(list)),
    moves.map((list): Step => new Post(list)),
    fc
      .tuple(fc.nat(), fc.constantFrom(0n, 0n, 1n))
      .map(([pick, change]): Step => new Repeat(pick, change)),
    fc.nat().map((pick): Step => new Reverse(pick)),
    fc
      .tuple(fc.array(moves, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([steps, fails]): Step => new AtomicPostings(steps, fails)),
    fc
      .tuple(memberIndex, fc.bigInt(1n, 20n), fc.integer({ min: 2, max: 6 }))
      .map(([member, each, count]): Step => new ConcurrentDebits(member, each, count)),
  ],
  { maxCommands: 25 },
)

/** Compares every balance of the model with the database. */
export async function compareBalances(model: Model, real: Real): Promise<void> {
  for (const [index, member] of real.members.entries()) {
    for (const where of MODEL_ASSETS) {
      const expected = model.balances.get(cell(index, where)) ?? 0n
      expect(await balanceOf(real.db, { member, ...assetAndScope(where) })).toBe(expected)
    }
  }
}
