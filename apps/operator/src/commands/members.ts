import { randomUUID } from 'node:crypto'
import { asset, memberStatus } from '@solstice/contract/operator.schemas'
import type { CallData } from '@solstice/contract/wire'
import { UsageError, type Command, type CommandGroup, type Given } from '#/command.ts'
import { idOf, oneOf, PAGING, paging } from '#/options.ts'
import { amount, pageTable, when } from '#/show.ts'
import { facts, table } from '#/table.ts'

const reason = {
  value: 'text',
  help: 'reason for the audit log: no names, no addresses',
  required: true,
} as const

const note = {
  value: 'text',
  help: 'note for the member, shown with its date when the log-in is rejected',
} as const

function statusCommand(
  verb: 'suspend' | 'disable' | 'restore',
  summary: string,
  done: string,
): Command {
  return {
    name: `members ${verb}`,
    summary,
    arguments: ['userId'],
    options: verb === 'restore' ? { reason } : { reason, note },
    examples: [`members ${verb} 12 --reason "Ticket 4711"`],
    run: async (call, given) => {
      const userId = idOf(given, 'userId')
      const shown = verb === 'restore' ? undefined : given.option('note')
      const data = await call(`operator.${verb}Member`, {
        params: { userId },
        body: { reason: given.option('reason') ?? '', ...(shown && { note: shown }) },
      })
      return { data, text: `Member ${userId} ${done}.` }
    },
  }
}

export const membersCommands: CommandGroup = {
  title: 'Members',
  commands: [
    {
      name: 'members find',
      summary:
        'Finds members by part of email or nickname, by id or by the start of the wallet address',
      arguments: ['text?'],
      options: {
        status: { value: 'status', help: `only ${memberStatus.options.join(', ')}` },
        ...PAGING,
      },
      examples: ['members find harbor.example', 'members find --status SUSPENDED --json'],
      run: async (call, given) => {
        const search = given.argument('text')
        const status = given.option('status')
        const data = await call('operator.findMembers', {
          query: {
            ...paging(given),
            ...(search === '' ? {} : { search }),
            ...(status === undefined
              ? {}
              : { status: oneOf(memberStatus.options, status, '--status') }),
          },
        })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ userId }) => String(userId) },
            { title: 'Email', max: 36, of: ({ email }) => email },
            { title: 'Nickname', max: 20, of: ({ nickname }) => nickname },
            { title: 'Status', of: statusOf },
            { title: 'Wallet', max: 14, of: ({ walletAddress }) => walletAddress ?? '-' },
            { title: 'Since', of: ({ createdAt }) => when(createdAt) },
          ],
          'No members found.',
        )
        return { data, text }
      },
    },
    {
      name: 'members show',
      summary: 'Shows one member with balances and open sessions',
      arguments: ['userId'],
      run: async (call, given) => {
        const data = await call('operator.showMember', {
          params: { userId: idOf(given, 'userId') },
        })
        return { data, text: memberPage(data) }
      },
    },
    {
      name: 'members email',
      summary: 'Shows the whole email address of a member; the read is recorded',
      arguments: ['userId'],
      run: async (call, given) => {
        const data = await call('member.revealEmail', {
          params: { userId: idOf(given, 'userId') },
        })
        return { data, text: data.email }
      },
    },
    statusCommand(
      'suspend',
      'Suspends a member temporarily, effective immediately',
      'is suspended',
    ),
    statusCommand('disable', 'Disables a member permanently, effective immediately', 'is disabled'),
    statusCommand('restore', 'Restores the access of a member', 'may log in again'),
    {
      name: 'members unfreeze',
      summary: 'Unfreezes payouts with the code mailed to the member',
      arguments: ['userId'],
      options: {
        code: {
          value: 'digits',
          help: 'the six digits that the member reads out; the owner needs none for a deleted member',
        },
        reason,
      },
      examples: ['members unfreeze 12 --code 402917 --reason "Ticket 4711, identity checked"'],
      run: async (call, given) => {
        const userId = idOf(given, 'userId')
        const code = given.option('code')
        const data = await call('freeze.liftForMember', {
          params: { userId },
          body: { ...(code !== undefined && { code }), reason: given.option('reason') ?? '' },
        })
        return { data, text: `Payouts of member ${userId} are no longer frozen.` }
      },
    },
    {
      name: 'members adjust',
      summary: 'Credits an amount to a member or takes it back',
      arguments: ['userId'],
      options: {
        asset: { value: 'asset', help: `one of ${asset.options.join(', ')}`, required: true },
        give: { value: 'amount', help: 'amount to credit' },
        take: { value: 'amount', help: 'amount to take back' },
        scope: { value: 'scope', help: 'scope of the amount, such as season:3' },
        reason,
        key: {
          value: 'text',
          help: 'idempotency key: the same key has one effect (default: a new key)',
        },
      },
      examples: [
        'members adjust 12 --asset XP --give 50 --reason "Lost in the outage"',
        'members adjust 12 --asset TICKET --take 1 --reason "Given twice"',
      ],
      run: async (call, given) => {
        const userId = idOf(given, 'userId')
        const signed = signedAmount(given)
        const scope = given.option('scope')
        const data = await call(
          'operator.adjustBalance',
          {
            params: { userId },
            body: {
              asset: oneOf(asset.options, given.option('asset') ?? '', '--asset'),
              ...(scope === undefined ? {} : { scope }),
              amount: signed,
              reason: given.option('reason') ?? '',
            },
          },
          { 'idempotency-key': given.option('key') ?? randomUUID() },
        )
        const assetName = [data.asset, data.scope].filter(Boolean).join(' ')
        const text = `Member ${userId} has ${amount(data.balance)} ${assetName} (transaction ${data.transactionId}).`
        return { data, text }
      },
    },
  ],
}

/** Two options instead of a sign, because a minus is easily mistyped. */
function signedAmount(given: Given): string {
  const give = given.option('give')
  const take = given.option('take')
  if ((give === undefined) === (take === undefined)) {
    throw new UsageError('Use either --give or --take')
  }
  const digits = give ?? take ?? ''
  if (!/^[1-9]\d*$/.test(digits))
    throw new UsageError('The amount must be a whole number of at least 1')
  return give === undefined ? `-${digits}` : digits
}

/** Shows deleted accounts as DELETED, because their status alone looks like a ban. */
function statusOf({
  status,
  deletedAt,
}: Pick<CallData<'operator.showMember'>, 'status' | 'deletedAt'>): string {
  return deletedAt === null ? status : 'DELETED'
}

function memberPage(member: CallData<'operator.showMember'>): string {
  const about = facts([
    ['Id', String(member.userId)],
    ['Email', member.email],
    ['Nickname', member.nickname],
    ['Status', statusOf(member)],
    ['Wallet', member.walletAddress ?? '-'],
    ['Language', member.language],
    ['Since', when(member.createdAt)],
    ['Open sessions', String(member.openSessions)],
  ])
  if (member.balances.length === 0) return `${about}\n\nNo balances.`
  const balances = table(
    [{ title: 'Asset' }, { title: 'Scope' }, { title: 'Balance', align: 'right' }],
    member.balances.map(({ asset, scope, balance }) => [asset, scope || '-', amount(balance)]),
  )
  return `${about}\n\n${balances}`
}
