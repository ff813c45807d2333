import { refundState } from '@solstice/contract/refund.schemas'
import type { CallData } from '@solstice/contract/wire'
import type { CommandGroup } from '#/command.ts'
import { idOf, oneOf, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'

type Refund = CallData<'refund.decide'>

const note = { value: 'text', help: 'note that the member reads', required: true } as const

export const refundsCommands: CommandGroup = {
  title: 'Refunds',
  commands: [
    {
      name: 'refunds list',
      summary: 'Refund requests that need a decision, or all requests in a state',
      options: {
        state: {
          value: 'state',
          help: `one of ${refundState.options.join(', ')} (default: needs a decision)`,
        },
        ...PAGING,
      },
      run: async (call, given) => {
        const state = given.option('state')
        const data = await call('refund.queue', {
          query: {
            ...paging(given),
            ...(state === undefined ? {} : { state: oneOf(refundState.options, state, '--state') }),
          },
        })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ refundId }) => String(refundId) },
            { title: 'Member', align: 'right', of: ({ userId }) => String(userId) },
            { title: 'Type', of: ({ type }) => type },
            { title: 'Paid', of: ({ price }) => price },
            { title: 'For', max: 24, of: ({ product }) => product ?? '-' },
            { title: 'State', of: ({ state, outcome }: Refund) => outcome ?? state },
            { title: 'Asked', of: ({ requestedAt }) => when(requestedAt) },
            { title: 'Reason', max: 50, of: ({ reason }) => reason ?? '-' },
          ],
          state === undefined ? 'No refund requests need a decision.' : 'None.',
        )
        return { data, text }
      },
    },
    {
      name: 'refunds grant',
      summary: 'Grants a refund: takes back the goods and returns the payment to the paying wallet',
      arguments: ['refundId'],
      options: { note },
      examples: ['refunds grant 12 --note "As an exception"'],
      run: async (call, given) => {
        const refundId = idOf(given, 'refundId')
        const data = await call('refund.decide', {
          params: { refundId },
          body: { approve: true, note: given.option('note') ?? '' },
        })
        return { data, text: grantedText(data) }
      },
    },
    {
      name: 'refunds decline',
      summary: 'Declines a refund with a reason that the member reads',
      arguments: ['refundId'],
      options: { note },
      run: async (call, given) => {
        const refundId = idOf(given, 'refundId')
        const data = await call('refund.decide', {
          params: { refundId },
          body: { approve: false, note: given.option('note') ?? '' },
        })
        return { data, text: `Refund ${refundId} is declined.` }
      },
    },
  ],
}

function grantedText({ refundId, state, outcome, payoutId }: Refund): string {
  if (state === 'APPROVED')
    return `Refund ${refundId} is granted; it is paid by payout ${payoutId}.`
  if (state === 'COMPLETED') return `Refund ${refundId} is granted and done.`
  return `Refund ${refundId} cannot be granted: ${outcome}.`
}
