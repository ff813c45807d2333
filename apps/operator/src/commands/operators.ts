import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import type { CommandGroup } from '#/command.ts'
import { idOf, oneOf, PAGING, paging, REASON, reasonOf } from '#/options.ts'
import { pageTable, when } from '#/show.ts'

function tokenNote({ expiresAt }: { expiresAt: string | null }): string {
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
            { title: 'Kind', of: ({ kind }) => kind.toLowerCase() },
            { title: 'Since', of: ({ createdAt }) => when(createdAt) },
            { title: 'Token until', of: ({ expiresAt }) => when(expiresAt) },
            { title: 'Last seen', of: ({ lastSeenAt }) => when(lastSeenAt) },
            { title: 'Disabled', of: ({ disabledAt }) => when(disabledAt) },
          ],
          'No operators.',
        )
        return { data, text }
      },
    },
    {
      name: 'operators add',
      summary: 'Adds a machine and prints its token once, or a person, who gets a link by mail',
      arguments: ['name'],
      options: {
        role: { value: 'role', help: `one of ${OPERATOR_ROLES.join(', ')}`, required: true },
        email: { value: 'email', help: 'the address of a person; without it, a machine is added' },
        ...REASON,
      },
      examples: [
        'operators add nightly.export --role AUDITOR --reason "Monthly export"',
        'operators add min.kim --role SUPPORT --email min@example.com --reason "New colleague"',
      ],
      run: async (call, given) => {
        const role = oneOf(OPERATOR_ROLES, given.option('role') ?? '', '--role')
        const email = given.option('email')
        const person = email === undefined ? {} : { kind: 'PERSON' as const, email }
        const data = await call('operator.addOperator', {
          body: { name: given.argument('name'), role, ...person, reason: reasonOf(given) },
        })
        const added = `${data.name} is operator ${data.operatorId} with the role ${data.role}.`
        const text =
          data.token === null
            ? `${added} A link to sign in was mailed; it works once, for 24 hours.`
            : [`${added} ${tokenNote(data)}`, '', data.token].join('\n')
        return { data, text }
      },
    },
    {
      name: 'operators change',
      summary: 'Changes the role or the address of an operator and ends their sessions',
      arguments: ['operatorId'],
      options: {
        role: { value: 'role', help: `one of ${OPERATOR_ROLES.join(', ')}` },
        email: { value: 'email', help: 'the new address of a person' },
        ...REASON,
      },
      examples: ['operators change 2 --role OPS --reason "On call from July"'],
      run: async (call, given) => {
        const operatorId = idOf(given, 'operatorId')
        const role = given.option('role')
        const email = given.option('email')
        const data = await call('operator.change', {
          params: { operatorId },
          body: {
            ...(role === undefined ? {} : { role: oneOf(OPERATOR_ROLES, role, '--role') }),
            ...(email === undefined ? {} : { email }),
            reason: reasonOf(given),
          },
        })
        return { data, text: `${data.name} has the role ${data.role}.` }
      },
    },
    {
      name: 'operators invite',
      summary: 'Mails a person a new link, which replaces all their ways to sign in',
      arguments: ['operatorId'],
      options: REASON,
      examples: ['operators invite 2 --reason "Lost the phone"'],
      run: async (call, given) => {
        const operatorId = idOf(given, 'operatorId')
        const data = await call('operator.sendEnrolment', {
          params: { operatorId },
          body: { reason: reasonOf(given) },
        })
        return { data, text: `The link was mailed and works until ${when(data.expiresAt)}.` }
      },
    },
    {
      name: 'operators rotate',
      summary: 'Replaces the token of a machine and prints the new one once',
      arguments: ['operatorId'],
      options: REASON,
      examples: ['operators rotate 2 --reason "Yearly rotation"'],
      run: async (call, given) => {
        const operatorId = idOf(given, 'operatorId')
        const data = await call('operator.rotateToken', {
          params: { operatorId },
          body: { reason: reasonOf(given) },
        })
        const text = [`${data.name} has a new token. ${tokenNote(data)}`, '', data.token].join('\n')
        return { data, text }
      },
    },
    {
      name: 'operators remove',
      summary:
        'Revokes the token of an operator and ends their sessions; the name stays in the audit',
      arguments: ['operatorId'],
      options: REASON,
      run: async (call, given) => {
        const operatorId = idOf(given, 'operatorId')
        const data = await call('operator.disableOperator', {
          params: { operatorId },
          body: { reason: reasonOf(given) },
        })
        return { data, text: `Operator ${operatorId} is disabled.` }
      },
    },
  ],
}
