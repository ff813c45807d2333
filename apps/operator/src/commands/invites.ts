import type { CallData, CallInput } from '@solstice/contract/wire'
import { UsageError, type CommandGroup, type Given } from '#/command.ts'
import { REASON, reasonOf } from '#/options.ts'
import { when } from '#/show.ts'
import { facts, table } from '#/table.ts'

type Terms = CallData<'invite.showTerms'>
type Change = Omit<CallInput<'invite.setTerms'>['body'], 'reason'>

const number = { value: 'number' } as const
const amount = { value: 'amount' } as const

/** The options with the term that each one changes and its help text. */
const OPTIONS = {
  'first-xp': { ...number, help: 'XP for the first friend of a season' },
  'total-count': { ...number, help: 'friends needed for the large reward' },
  'total-xp': { ...number, help: 'XP of the large reward' },
  symbol: { value: 'text', help: 'the token of the rewards' },
  reward: { ...amount, help: 'reward for each friend who qualifies' },
  'check-in-days': { ...number, help: 'days on which a friend must check in' },
  'claim-delay': { ...number, help: 'days until a reward can be claimed' },
  'max-per-member': { ...amount, help: 'the most that one member can earn in a season' },
  budget: { ...amount, help: 'the most that all members together can earn in a season' },
  'min-withdraw': { ...amount, help: 'the smallest withdrawal' },
  'max-per-day': { ...amount, help: 'the most that a member can withdraw in a day' },
} as const

export const invitesCommands: CommandGroup = {
  title: 'Invites',
  commands: [
    {
      name: 'invites terms',
      summary: 'The terms of invites and the rewards promised in each season',
      run: async (call) => {
        const data = await call('invite.showTerms', {})
        return { data, text: page(data) }
      },
    },
    {
      name: 'invites set',
      summary: 'Changes the named terms from now on; earlier promises stay',
      options: { ...OPTIONS, ...REASON },
      examples: [
        'invites set --reward 2 --budget 5000 --reason "Summer campaign"',
        'invites set --min-withdraw 5 --reason "Decided on 3 June"',
      ],
      run: async (call, given) => {
        const body = changeFrom(given)
        if (Object.keys(body).length === 0) {
          throw new UsageError('Give at least one of the terms, such as --reward 2')
        }
        const data = await call('invite.setTerms', { body: { ...body, reason: reasonOf(given) } })
        return { data, text: page(data) }
      },
    },
  ],
}

function changeFrom(given: Given): Change {
  const wholeNumber = (name: keyof typeof OPTIONS): number | undefined => {
    const text = given.option(name)
    if (text === undefined) return undefined
    if (!/^\d{1,7}$/.test(text)) throw new UsageError(`--${name} takes a whole number`)
    return Number(text)
  }
  const money = (name: keyof typeof OPTIONS): string | undefined => {
    const text = given.option(name)
    if (text !== undefined && !/^\d{1,12}(\.\d{1,6})?$/.test(text)) {
      throw new UsageError(`--${name} takes an amount such as 2.50`)
    }
    return text
  }
  const named: Change = {
    firstInviteXp: wholeNumber('first-xp'),
    totalInviteCount: wholeNumber('total-count'),
    totalInviteXp: wholeNumber('total-xp'),
    symbol: given.option('symbol'),
    referralReward: money('reward'),
    checkInDays: wholeNumber('check-in-days'),
    claimDelayDays: wholeNumber('claim-delay'),
    maxPerReferrer: money('max-per-member'),
    seasonBudget: money('budget'),
    minWithdraw: money('min-withdraw'),
    maxWithdrawPerDay: money('max-per-day'),
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}

function page({ terms, setAt, seasons }: Terms): string {
  const { symbol } = terms
  const all = facts([
    ['First friend', `${terms.firstInviteXp} XP`],
    [`${terms.totalInviteCount} friends`, `${terms.totalInviteXp} XP`],
    ['Each friend', `${terms.referralReward} ${symbol}`],
    ['Qualifies by', `a wallet and check-ins on ${terms.checkInDays} days`],
    ['Claimable after', `${terms.claimDelayDays} days`],
    ['Per member', `${terms.maxPerReferrer} ${symbol} a season`],
    ['Budget', `${terms.seasonBudget} ${symbol} a season`],
    ['Withdrawals', `${terms.minWithdraw} to ${terms.maxWithdrawPerDay} ${symbol} a day`],
    ['Set', setAt === null ? 'never' : when(setAt)],
  ])
  if (seasons.length === 0) return all
  const promised = table(
    [
      { title: 'Season', align: 'right' },
      { title: 'Friends', align: 'right' },
      { title: 'Promised', align: 'right' },
    ],
    seasons.map((each) => [
      String(each.seasonId),
      String(each.friends),
      `${each.promised} ${symbol}`,
    ]),
  )
  return `${all}\n\n${promised}`
}
