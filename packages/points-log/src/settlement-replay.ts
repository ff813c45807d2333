import {
  CHECK_IN_DAYS_FOR_REWARD,
  CHECK_IN_KIND,
  countsForRound,
  decideRewards,
  REWARD_RULE_VERSION,
  REWARD_RULE_WITHOUT_EXCUSED_DAYS,
  shareOfPool,
} from '@solstice/rules/round'
import { programmeDayOf, type ProgrammeDay } from '@solstice/rules/programme-day'
import { commitmentTo, parseEntry, type LogEntry } from './entry.ts'
import { readLeaves, treeBefore, type ReadFile } from './log-leaves.ts'
import { equal, leafHash, type Sha256 } from './merkle.ts'
import { SettlementMembers } from './settlement-members.ts'
import type {
  OpeningLine,
  Openings,
  SettlementFacts,
  SettlementLine,
} from './settlement-openings.ts'
import { SettlementRoot } from './settlement-root.ts'
import { TILE_WIDTH } from './tile.ts'

export type Problem =
  /** Leaves of the log, by their index. */
  | { problem: 'LEAF_ALTERED' | 'LEAF_UNREADABLE'; index: number }
  | {
      problem: 'NOT_OPENED' | 'OPENED_TWICE' | 'NOT_OF_THE_ROUND' | 'OPENING_ALTERED'
      index: number
    }
  /** The entries of a member are counted, so an opening with an earlier number is not theirs. */
  | { problem: 'OUT_OF_SEQUENCE'; index: number; memberId: number }
  | { problem: 'WRONG_SHARE'; memberId: number; paid: bigint; expected: bigint }
  | { problem: 'WRONG_XP'; stated: number; found: number }
  | { problem: 'WRONG_TOTAL'; stated: bigint; found: bigint }
  | { problem: 'WRONG_COUNT'; stated: number; found: number }
  /** The shares have another root or total, or more of this round than was paid. */
  | { problem: 'WRONG_ROOT'; stated: string; found: string }
  | {
      problem: 'ABOVE_POOL' | 'ERASED_ABOVE_SHARE' | 'LOG_ALTERED' | 'LOG_TOO_SHORT' | 'OTHER_RULE'
    }

/** How many leaves of each kind were found. */
type Count = { xp: number; rewards: number }

export type Replay = {
  facts: SettlementFacts
  logSize: number
  opened: Count
  notOpened: number
  erased: Count
  otherRounds: number
  late: number
  members: number
  /** The sums over all openings. */
  xp: number
  paid: bigint
  expected: bigint
  expectedMembers: number
  root: ReturnType<SettlementRoot['found']>
  problems: readonly Problem[]
  problemCount: number
}

/** More problems are counted and not kept. */
const KEPT_PROBLEMS = 100

export type ReplaySource = {
  read: ReadFile
  checkpoint: { size: number; root: Uint8Array }
  sha256: Sha256
  openings: Openings
  /** Leaves before this one are taken from the hashes of the tree and not read. */
  since?: number
  onProgress?: (leaves: number) => void
}

/**
 * Replays the settlement of a round: checks each opening against its leaf, the leaves against the
 * checkpoint, and every share against the rule. Memory grows with the members of the round only.
 */
export async function replaySettlement(source: ReplaySource): Promise<Replay> {
  const { read, checkpoint, sha256, openings, onProgress } = source
  const replaying = new Replaying(sha256, openings)
  const from = Math.floor((source.since ?? 0) / TILE_WIDTH) * TILE_WIDTH
  const { size } = checkpoint
  const tree = await treeBefore({ read, sha256, size }, from)
  await replaying.skipTo(from)
  for await (const { first, entries, hashes } of readLeaves(read, { from, size })) {
    for (const [at, entry] of entries.entries()) {
      const hash = hashes[at] ?? new Uint8Array(0)
      tree.add(hash)
      if (replaying.needsOpening(first + at)) await replaying.skipTo(first + at)
      replaying.readLeaf(first + at, entry, equal(hash, leafHash(sha256, entry)))
    }
    onProgress?.(first + entries.length)
  }
  await replaying.skipTo(Infinity)
  if (!equal(tree.root(), checkpoint.root)) replaying.add({ problem: 'LOG_ALTERED' })
  return replaying.result(size)
}

class Replaying {
  readonly #sha256: Sha256
  readonly #facts: SettlementFacts
  readonly #lines: AsyncIterator<SettlementLine>
  readonly #root = new SettlementRoot()
  #next: OpeningLine | undefined
  #lastIndex = -1
  readonly #members = new SettlementMembers()
  readonly #joinedAfter: ReadonlyMap<number, ProgrammeDay>
  readonly #problems: Problem[] = []
  #problemCount = 0
  readonly #opened: Count = { xp: 0, rewards: 0 }
  readonly #erased: Count = { xp: 0, rewards: 0 }
  #notOpened = 0
  #otherRounds = 0
  #late = 0
  #xp = 0
  #paid = 0n

  constructor(sha256: Sha256, { facts, lines }: Openings) {
    this.#sha256 = sha256
    this.#facts = facts
    this.#joinedAfter = new Map(facts.latecomers.map(({ memberId, after }) => [memberId, after]))
    this.#lines = lines[Symbol.asyncIterator]()
  }

  add(problem: Problem): void {
    this.#problemCount += 1
    if (this.#problems.length < KEPT_PROBLEMS) this.#problems.push(problem)
  }

  /** Most leaves are of another season or time, and the next opening is far ahead. */
  needsOpening(index: number): boolean {
    return !this.#next || this.#next.index < index
  }

  /** Reads the openings of earlier leaves, none of which may be left. */
  async skipTo(index: number): Promise<void> {
    while (await this.#hasOpeningBefore(index)) {
      if (this.#next) this.add({ problem: 'NOT_OF_THE_ROUND', index: this.#next.index })
      this.#next = undefined
    }
  }

  async #hasOpeningBefore(index: number): Promise<boolean> {
    while (!this.#next) {
      const line = await this.#lines.next()
      if (line.done) return false
      if ('account' in line.value) {
        this.#root.add(line.value)
        continue
      }
      const { index } = line.value
      if (index > this.#lastIndex) {
        this.#next = line.value
        this.#lastIndex = index
      } else {
        this.add({ problem: 'OPENED_TWICE', index })
      }
    }
    return this.#next.index < index
  }

  readLeaf(index: number, bytes: Uint8Array, isInTree: boolean): void {
    if (!isInTree) this.add({ problem: 'LEAF_ALTERED', index })
    const entry = parseEntry(bytes)
    if (!entry) this.add({ problem: 'LEAF_UNREADABLE', index })
    const line = this.#next?.index === index ? this.#next : undefined
    if (line) this.#next = undefined
    const part = entry && partOf(entry, this.#facts)
    if (!entry || !part) {
      if (line && entry) this.add({ problem: 'NOT_OF_THE_ROUND', index })
    } else if (!line) {
      this.#notOpened += 1
      this.add({ problem: 'NOT_OPENED', index })
    } else if ('erased' in line) {
      this.#erased[part.role] += 1
    } else if ('roundId' in line) {
      if (part.role === 'rewards' && line.roundId !== this.#facts.roundId) this.#otherRounds += 1
      else this.add({ problem: 'OPENING_ALTERED', index })
    } else {
      this.#open(entry, line, part)
    }
  }

  #open(entry: LogEntry, line: Extract<OpeningLine, { salt: Uint8Array }>, part: Part): void {
    const { index, memberId, sequence, amounts } = line
    const amount = amounts[part.account]
    const isTheirs =
      amount !== undefined &&
      amounts.length === entry.accounts.length &&
      commitmentTo(this.#sha256, line) === entry.commitment
    if (!isTheirs) return this.add({ problem: 'OPENING_ALTERED', index })
    if (!this.#members.isNext(memberId, sequence)) {
      this.add({ problem: 'OUT_OF_SEQUENCE', index, memberId })
    }
    if (part.role === 'rewards') {
      this.#members.addReward(memberId, amount)
      this.#paid += amount
    } else {
      this.#addXp(memberId, Number(amount), this.#checkInOf(entry))
    }
    this.#opened[part.role] += 1
  }

  #checkInOf({ kind, at }: LogEntry): { days: number; onExcused: number } {
    if (kind !== CHECK_IN_KIND) return { days: 0, onExcused: 0 }
    return { days: 1, onExcused: this.#facts.excusedDays.includes(programmeDayOf(at)) ? 1 : 0 }
  }

  /**
   * Returns the number of days that are excused for a member: none for days before the member joined
   * or with a check-in, and one at most.
   */
  #excusedOf(memberId: number, onExcused: number): number {
    const { rule, excusedDays } = this.#facts
    if (rule === REWARD_RULE_WITHOUT_EXCUSED_DAYS) return 0
    const after = this.#joinedAfter.get(memberId)
    const open = excusedDays.filter((day) => after === undefined || day > after)
    return open.length > onExcused ? 1 : 0
  }

  /** XP that follows a reward in the log was posted when the sum of all XP had been read. */
  #addXp(memberId: number, xp: number, days: { days: number; onExcused: number }): void {
    const hasBegun = this.#opened.rewards + this.#erased.rewards > 0
    if (hasBegun) {
      this.#late += 1
      this.#members.addLateXp(memberId, xp, days)
    } else {
      this.#xp += xp
      this.#members.addXp(memberId, xp, days)
    }
  }

  result(logSize: number): Replay {
    this.#checkFacts(logSize)
    const found = this.#root.found()
    const stated = this.#facts.root?.root ?? ''
    const isTotal = found.total === (this.#facts.root?.total ?? 0n)
    if (found.root !== stated || !isTotal || found.ofRound > this.#facts.rewarded) {
      this.add({ problem: 'WRONG_ROOT', stated, found: found.root })
    }
    const { expected, expectedMembers } = this.#checkShares()
    return {
      facts: this.#facts,
      logSize,
      opened: this.#opened,
      notOpened: this.#notOpened,
      erased: this.#erased,
      otherRounds: this.#otherRounds,
      late: this.#late,
      members: this.#members.size,
      xp: this.#xp,
      paid: this.#paid,
      expected,
      expectedMembers,
      root: found,
      problems: this.#problems,
      problemCount: this.#problemCount,
    }
  }

  /** Sums must be exact unless erased leaves hide a part of them. */
  #checkFacts(logSize: number): void {
    const { rule, checkInDaysNeeded, allXp, rewarded, rewardedMembers, pool } = this.#facts
    const isKnown = rule === REWARD_RULE_VERSION || rule === REWARD_RULE_WITHOUT_EXCUSED_DAYS
    if (!isKnown || checkInDaysNeeded !== CHECK_IN_DAYS_FOR_REWARD) {
      this.add({ problem: 'OTHER_RULE' })
    }
    if (logSize < this.#facts.logSize) this.add({ problem: 'LOG_TOO_SHORT' })
    if (this.#erased.xp > 0 ? this.#xp > allXp : this.#xp !== allXp) {
      this.add({ problem: 'WRONG_XP', stated: allXp, found: this.#xp })
    }
    if (this.#erased.rewards > 0 ? this.#paid > rewarded : this.#paid !== rewarded) {
      this.add({ problem: 'WRONG_TOTAL', stated: rewarded, found: this.#paid })
    }
    const found = this.#opened.rewards + this.#erased.rewards
    if (found !== rewardedMembers) {
      this.add({ problem: 'WRONG_COUNT', stated: rewardedMembers, found })
    }
    if (rewarded > pool) this.add({ problem: 'ABOVE_POOL' })
    // Erased accounts cannot have got more than the share of the XP that they hide.
    const hidden = shareOfPool(pool, allXp - this.#xp, allXp)
    if (this.#erased.rewards > 0 && rewarded - this.#paid > hidden) {
      this.add({ problem: 'ERASED_ABOVE_SHARE' })
    }
  }

  #checkShares(): { expected: bigint; expectedMembers: number } {
    const { pool, allXp } = this.#facts
    let [expected, expectedMembers] = [0n, 0]
    for (const memberId of this.#members.ids()) {
      const { xp, days, onExcused, reward, late } = this.#members.of(memberId)
      const shareWith = (member: { xp: number; checkInDays: number; onExcused: number }) => {
        const excusedDays = this.#excusedOf(memberId, member.onExcused)
        const facts = { memberId, hasWallet: true, ...member, excusedDays }
        return decideRewards({ pool, allXp, left: pool - expected }, [facts])[0]?.amount ?? 0n
      }
      let share = shareWith({ xp, checkInDays: days, onExcused })
      // Whether XP that was posted during the settlement came in time depends on the member's turn.
      if (share !== reward && late) {
        share = shareWith({
          xp: xp + late.xp,
          checkInDays: days + late.days,
          onExcused: onExcused + late.onExcused,
        })
      }
      if (share !== reward) {
        this.add({ problem: 'WRONG_SHARE', memberId, paid: reward, expected: share })
      }
      expected += share
      if (share > 0n) expectedMembers += 1
    }
    return { expected, expectedMembers }
  }
}

type Part = { role: 'xp' | 'rewards'; account: number }

/** Returns what a leaf is to the round, and which of its accounts; undefined if it is not part of it. */
function partOf(entry: LogEntry, facts: SettlementFacts): Part | undefined {
  const { kind, at } = entry
  const scope = `season:${facts.seasonId}`
  const accountOf = (asset: string) =>
    entry.accounts.findIndex((account) => account.asset === asset && account.scope === scope)
  if (countsForRound(kind) && facts.startAt <= at && at < facts.endAt) {
    const account = accountOf('SEASON_XP')
    return account < 0 ? undefined : { role: 'xp', account }
  }
  if (kind === 'ROUND_REWARD' && facts.endAt <= at && at <= facts.settledAt) {
    const account = accountOf('REWARD')
    return account < 0 ? undefined : { role: 'rewards', account }
  }
  return undefined
}
