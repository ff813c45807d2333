import { approvalState } from '@solstice/contract/approval.schemas'
import type { CallData } from '@solstice/contract/wire'
import type { CommandGroup } from '#/command.ts'
import { idOf, oneOf, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'
import { facts } from '#/table.ts'

type Approval = CallData<'approval.show'>

/** A token never approves; people do so in the console. */
export const approvalsCommands: CommandGroup = {
  title: 'Approvals',
  commands: [
    {
      name: 'approvals list',
      summary: 'Proposals, newest first',
      options: {
        state: {
          value: 'state',
          help: `one of ${approvalState.options.join(', ')} (default: all)`,
        },
        ...PAGING,
      },
      run: async (call, given) => {
        const state = given.option('state')
        const data = await call('approval.list', {
          query: {
            ...paging(given),
            ...(state === undefined
              ? {}
              : { state: oneOf(approvalState.options, state, '--state') }),
          },
        })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ approvalId }) => String(approvalId) },
            { title: 'Call', of: (approval) => approval.call },
            { title: 'Subject', max: 24, of: ({ subject }) => subject },
            { title: 'State', of: (approval) => approval.state },
            { title: 'Requested by', of: ({ requestedBy }) => requestedBy.name },
            { title: 'Requested', of: ({ requestedAt }) => when(requestedAt) },
            { title: 'Expires', of: ({ expiresAt }) => when(expiresAt) },
          ],
          'No proposals.',
        )
        return { data, text }
      },
    },
    {
      name: 'approvals show',
      summary: 'One proposal, and who can approve it now',
      arguments: ['approvalId'],
      run: async (call, given) => {
        const approvalId = idOf(given, 'approvalId')
        const data = await call('approval.show', { params: { approvalId } })
        return { data, text: factsOf(data) }
      },
    },
    {
      name: 'approvals withdraw',
      summary: 'Withdraws a proposal of this token',
      arguments: ['approvalId'],
      run: async (call, given) => {
        const approvalId = idOf(given, 'approvalId')
        const data = await call('approval.withdraw', { params: { approvalId }, body: {} })
        return { data, text: factsOf(data) }
      },
    },
  ],
}

function factsOf(approval: Approval): string {
  const people = approval.approvers.map(({ name }) => name).join(', ')
  return facts([
    ['Proposal', String(approval.approvalId)],
    ['Call', approval.call],
    ['Subject', approval.subject],
    ['State', approval.state],
    ['Values', JSON.stringify(approval.sentence.values)],
    ['Changes', JSON.stringify(approval.changes)],
    ['Requested by', approval.requestedBy.name],
    ['Expires', when(approval.expiresAt)],
    ['Can approve', people === '' ? 'nobody at present' : people],
  ])
}
