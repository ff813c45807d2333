import { payoutState } from '@solstice/contract/payout.schemas'
import type { CallData } from '@solstice/contract/wire'
import { UsageError, type CommandGroup, type Given } from '#/command.ts'
import { idOf, oneOf, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'
import { facts, table } from '#/table.ts'

type Payout = CallData<'payout.cancel'>
type Treasury = CallData<'payout.treasury'>
type Root = CallData<'distribution.roots'>['list'][number]

/** The share of all roots of the contract that is claimed. */
const claimedShare = ({ claimed, distributed }: Root): string =>
  Number(distributed) === 0 ? '-' : `${Math.floor((100 * Number(claimed)) / Number(distributed))} %`

const reason = { value: 'text', help: 'why; it is kept in the audit', required: true } as const
const chain = { value: 'chainId', help: 'only this network (default: all)' } as const

export const payoutsCommands: CommandGroup = {
  title: 'Treasury and payouts',
  commands: [
    {
      name: 'payouts list',
      summary: 'Payouts of the treasury, newest first',
      options: {
        state: { value: 'state', help: `one of ${payoutState.options.join(', ')} (default: all)` },
        member: { value: 'userId', help: 'only this member' },
        ...PAGING,
      },
      run: async (call, given) => {
        const state = given.option('state')
        const userId = numberOf(given, 'member')
        const data = await call('payout.list', {
          query: {
            ...paging(given),
            ...(state === undefined ? {} : { state: oneOf(payoutState.options, state, '--state') }),
            ...(userId === undefined ? {} : { userId }),
          },
        })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ payoutId }) => String(payoutId) },
            { title: 'For', max: 24, of: ({ key }) => key },
            { title: 'Member', align: 'right', of: ({ userId }) => String(userId) },
            { title: 'Amount', align: 'right', of: ({ amount, symbol }) => `${amount} ${symbol}` },
            { title: 'Chain', align: 'right', of: ({ chainId }) => String(chainId ?? '-') },
            { title: 'State', of: stateText },
            { title: 'Asked', of: ({ createdAt }) => when(createdAt) },
            { title: 'Transaction', max: 66, of: ({ txHash }) => txHash ?? '-' },
          ],
          'No payouts.',
        )
        return { data, text }
      },
    },
    {
      name: 'payouts roots',
      summary: 'Roots of rewards that members claim, newest first',
      options: PAGING,
      run: async (call, given) => {
        const data = await call('distribution.roots', { query: paging(given) })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ rootId }) => String(rootId) },
            { title: 'Chain', align: 'right', of: ({ chainId }) => String(chainId) },
            { title: 'Number', align: 'right', of: ({ number }) => String(number) },
            { title: 'Total', align: 'right', of: ({ total, symbol }) => `${total} ${symbol}` },
            { title: 'Addresses', align: 'right', of: ({ recipients }) => String(recipients) },
            { title: 'State', of: ({ state }) => state },
            { title: 'Posted', of: ({ postedAt }) => when(postedAt) },
            { title: 'Claimed', align: 'right', of: claimedShare },
          ],
          'No roots.',
        )
        return { data, text }
      },
    },
    {
      name: 'payouts cancel',
      summary: 'Gives up a payout that is not signed; its value goes back to where it came from',
      arguments: ['payoutId'],
      options: { reason },
      run: async (call, given) => {
        const payoutId = idOf(given, 'payoutId')
        const data = await call('payout.cancel', {
          params: { payoutId },
          body: { reason: given.option('reason') ?? '' },
        })
        return { data, text: `Payout ${payoutId} is cancelled.` }
      },
    },
    {
      name: 'treasury show',
      summary: 'Balances and obligations on every network, and frozen chains',
      run: async (call) => {
        const data = await call('payout.treasury', {})
        return { data, text: treasuryText(data) }
      },
    },
    {
      name: 'treasury freeze',
      summary: 'Signs nothing more, on one network or anywhere; what is signed is followed',
      options: { chain, reason },
      examples: [
        'treasury freeze --reason "Key rotation"',
        'treasury freeze --chain 56 --reason "Reorg"',
      ],
      run: async (call, given) => {
        const data = await call('payout.freeze', {
          body: { chainId: numberOf(given, 'chain') ?? null, reason: given.option('reason') ?? '' },
        })
        return { data, text: treasuryText(data) }
      },
    },
    {
      name: 'treasury unfreeze',
      summary: 'Pays again',
      options: {
        chain,
        reason,
        adopt: { help: "continue from the account's nonce on chain, once you know why it differs" },
      },
      run: async (call, given) => {
        const chainId = numberOf(given, 'chain') ?? null
        if (given.has('adopt') && chainId === null) throw new UsageError('--adopt requires --chain')
        const data = await call('payout.unfreeze', {
          body: { chainId, reason: given.option('reason') ?? '', adopt: given.has('adopt') },
        })
        return { data, text: treasuryText(data) }
      },
    },
    {
      name: 'treasury caps',
      summary: 'Daily limits of a token: withdrawals per member, and in total',
      arguments: ['symbol'],
      options: {
        member: { value: 'amount', help: 'limit per member', required: true },
        day: { value: 'amount', help: 'total limit, excluding refunds', required: true },
        refunds: { value: 'amount', help: 'limit for refunds (default: same as --day)' },
        reason,
      },
      examples: [
        'treasury caps USDS --member 100 --day 10000 --refunds 2000 --reason "More members"',
      ],
      run: async (call, given) => {
        const symbol = given.argument('symbol')
        const data = await call('payout.setCaps', {
          params: { symbol },
          body: {
            perMember: amountOf(given, 'member'),
            perDay: amountOf(given, 'day'),
            ...(given.has('refunds') ? { refundsPerDay: amountOf(given, 'refunds') } : {}),
            reason: given.option('reason') ?? '',
          },
        })
        return { data, text: treasuryText(data) }
      },
    },
  ],
}

function numberOf(given: Given, name: string): number | undefined {
  const text = given.option(name)
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--${name} takes a whole number`)
  return Number(text)
}

function amountOf(given: Given, name: string): string {
  const text = given.option(name) ?? ''
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`--${name} takes an amount such as 100`)
  return text
}

function stateText({ state, heldFor, notBefore, failure }: Payout): string {
  if (failure !== null) return `${state}: ${failure}`
  return heldFor === null ? state : `${heldFor} until ${when(notBefore)}`
}

function treasuryText({ stoppedAt, stoppedFor, lanes, caps }: Treasury): string {
  const all = facts([
    ['Pays', stoppedAt === null ? 'yes' : `no, since ${when(stoppedAt)}: ${stoppedFor}`],
    ...caps.map(({ symbol, perMember, perDay, refundsPerDay }): [string, string] => [
      `${symbol} a day`,
      `${perMember} to a member, ${perDay} altogether, ${refundsPerDay} as refunds`,
    ]),
  ])
  const rows = lanes.map((lane) => [
    String(lane.chainId),
    lane.networkName,
    lane.address ?? '-',
    String(lane.nextNonce ?? '-'),
    String(lane.waiting),
    String(lane.onTheWay),
    lane.balances?.map(({ symbol, amount }) => `${amount} ${symbol}`).join(', ') ?? 'no answer',
    lane.frozenFor ?? lane.lowFor ?? '-',
  ])
  const right = { align: 'right' } as const
  const columns = [
    { title: 'Chain', ...right },
    { title: 'Network', max: 24 },
    { title: 'Account' },
    { title: 'Next', ...right },
    { title: 'Waiting', ...right },
    { title: 'Sent', ...right },
    { title: 'Has', max: 60 },
    { title: 'Frozen or low', max: 60 },
  ]
  return rows.length === 0 ? `${all}\n\nNo networks.` : `${all}\n\n${table(columns, rows)}`
}
