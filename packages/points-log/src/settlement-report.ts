import { tokenText } from '@solstice/rules/round'
import type { PostedRoot } from './settlement-openings.ts'
import type { Problem, Replay } from './settlement-replay.ts'

const SHOWN_PROBLEMS = 20

/** Returns the result of a replay as text; its last line is the verdict. */
export function settlementReport(replay: Replay): string {
  const { facts, opened, erased, problems, problemCount } = replay
  const money = (amount: bigint) => `${tokenText(amount, facts.decimals)} ${facts.symbol}`
  const shown = problems.slice(0, SHOWN_PROBLEMS).map((each) => `  ${problemText(each, money)}`)
  const more = problemCount - shown.length
  return [
    `Round ${facts.roundId}: number ${facts.number} of season ${facts.seasonId}, ${facts.startAt.toISOString()} to ${facts.endAt.toISOString()}`,
    `Terms: pool ${money(facts.pool)}, at least ${facts.checkInDaysNeeded} check-in days, rule ${facts.rule}, season version ${facts.seasonVersion}`,
    ...(facts.excusedDays.length > 0
      ? [
          `Excused: ${facts.excusedDays.join(', ')}; ${count(facts.latecomers.length)} members joined later and are named`,
        ]
      : []),
    `Log: ${count(replay.logSize)} leaves, of which ${count(opened.xp)} with XP and ${count(opened.rewards)} rewards of this round are opened`,
    `Not opened: ${count(replay.notOpened)}; erased: ${count(erased.xp)} with XP and ${count(erased.rewards)} rewards; of other rounds: ${count(replay.otherRounds)}; posted during the settlement: ${count(replay.late)}`,
    `XP: ${count(replay.xp)} of ${count(replay.members)} members are opened, ${count(facts.allXp)} were shared`,
    `By the rule: ${money(replay.expected)} for ${count(replay.expectedMembers)} members`,
    `Paid: ${money(replay.paid)} for ${count(opened.rewards)} members are opened, ${money(facts.rewarded)} for ${count(facts.rewardedMembers)} in all`,
    ...(facts.root ? [rootText(replay, facts.root, money)] : []),
    ...(problemCount > 0 ? [`Problems: ${count(problemCount)}`, ...shown] : []),
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
    verdict(replay, money),
  ].join('\n')
}

function rootText(
  { facts, root }: Replay,
  { chainId, contract, number }: PostedRoot,
  money: (amount: bigint) => string,
): string {
  const waiting = facts.rewarded - root.ofRound
  return (
    `Root: ${count(root.shares)} shares of ${money(root.total)} have the root ${root.root}; of this round are ` +
    `${money(root.ofRound)}, ${money(waiting)} are in no root. Compare it with root ${number} of ${contract} on chain ${chainId}`
  )
}

function verdict(replay: Replay, money: (amount: bigint) => string): string {
  const { facts, erased, problemCount } = replay
  if (problemCount > 0) {
    return 'Verdict: the settlement does NOT follow from the log, see the problems above.'
  }
  const hidden = erased.xp + erased.rewards
  if (hidden === 0) return 'Verdict: every member was paid exactly what the rule gives.'
  return (
    'Verdict: every member whose account exists was paid exactly what the rule gives. ' +
    `${count(hidden)} leaves of erased accounts hide ${count(facts.allXp - replay.xp)} XP and ` +
    `${money(facts.rewarded - replay.paid)} of rewards, no more than the share of that XP.`
  )
}

function problemText(of: Problem, money: (amount: bigint) => string): string {
  switch (of.problem) {
    case 'LEAF_ALTERED':
      return `leaf ${of.index}: the entry does not have the hash that the tree has for it`
    case 'LEAF_UNREADABLE':
      return `leaf ${of.index}: the entry cannot be read`
    case 'NOT_OPENED':
      return `leaf ${of.index}: it is part of the round and nobody opened it`
    case 'OPENED_TWICE':
      return `leaf ${of.index}: it is opened twice or out of order`
    case 'NOT_OF_THE_ROUND':
      return `leaf ${of.index}: it is opened and not part of the round`
    case 'OPENING_ALTERED':
      return `leaf ${of.index}: the opening does not match the commitment`
    case 'OUT_OF_SEQUENCE':
      return `leaf ${of.index}: member ${of.memberId} has a later entry before it`
    case 'WRONG_SHARE':
      return `member ${of.memberId}: paid ${money(of.paid)}, by the rule ${money(of.expected)}`
    case 'WRONG_XP':
      return `XP of all members: ${count(of.stated)} were shared, ${count(of.found)} are in the log`
    case 'WRONG_TOTAL':
      return `all rewards: ${money(of.stated)} are stated, ${money(of.found)} are in the log`
    case 'WRONG_COUNT':
      return `all rewards: ${count(of.stated)} are stated, ${count(of.found)} are in the log`
    case 'WRONG_ROOT':
      return `the root: ${of.stated} is stated, the shares have ${of.found}`
    case 'ABOVE_POOL':
      return 'all rewards together exceed the pool'
    case 'ERASED_ABOVE_SHARE':
      return 'the erased rewards exceed the share of the erased XP'
    case 'LOG_ALTERED':
      return 'the leaves do not have the root of the signed checkpoint'
    case 'LOG_TOO_SHORT':
      return 'the log has fewer leaves than at the export'
    case 'OTHER_RULE':
      return 'the round was settled by a rule that this release does not have'
  }
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
