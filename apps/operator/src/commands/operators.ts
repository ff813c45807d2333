import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import type { CommandGroup } from '#/command.ts'
import { idOf, oneOf, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'

function tokenNote({ expiresAt }: { expiresAt: string }): string {
  return `The token is valid until ${when(expiresAt)} and is not shown again:`
}

export const operatorsCommands: CommandGroup = {
  title: 'Operators',
  commands: [
    {
      name: 'operators list',
      summary: 'All operators of this programme',
      options: PAGING,
      run: async (call, given) => {
        const data = await call('operator.listOperators', { query: paging(given) })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ operatorId }) => String(operatorId) },
            { title: 'Name', of: ({ name }) => name },
            { title: 'Role', of: ({ role }) => role },
            { title: 'Since', of: ({ createdAt }) => when(createdAt) },
            { title: 'Token until', of: ({ expiresAt }) => when(expiresAt) },
            { title: 'Disabled', of: ({ disabledAt }) => when(disabledAt) },
          ],
          'No operators.',
        )
        return { data, text }
      },
    },
    {
      name: 'operators add',
      summary: 'Adds an operator and prints the token once',
      arguments: ['name'],
      options: {
        role: { value: 'role', help: `one of ${OPERATOR_ROLES.join(', ')}`, required: true },
      },
      examples: ['operators add min.kim --role SUPPORT'],
      run: async (call, given) => {
        const role = oneOf(OPERATOR_ROLES, given.option('role') ?? '', '--role')
        const data = await call('operator.addOperator', {
          body: { name: given.argument('name'), role },
        })
        const text = [
          `${data.name} is operator ${data.operatorId} with the role ${data.role}. ${tokenNote(data)}`,
          '',
          data.token,
        ].join('\n')
        return { data, text }
      },
    },
    {
      name: 'operators rotate',
      summary: 'Replaces the token of an operator and prints the new one once',
      arguments: ['operatorId'],
      examples: ['operators rotate 2'],
      run: async (call, given) => {
        const operatorId = idOf(given, 'operatorId')
        const data = await call('operator.rotateToken', { params: { operatorId } })
        const text = [`${data.name} has a new token. ${tokenNote(data)}`, '', data.token].join('\n')
        return { data, text }
      },
    },
    {
      name: 'operators remove',
      summary: 'Takes the token of an operator away; the name stays in the audit',
      arguments: ['operatorId'],
      run: async (call, given) => {
        const operatorId = idOf(given, 'operatorId')
        const data = await call('operator.disableOperator', { params: { operatorId } })
        return { data, text: `Operator ${operatorId} is disabled.` }
      },
    },
  ],
}
