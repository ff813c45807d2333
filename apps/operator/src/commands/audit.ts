import type { CommandGroup } from '#/command.ts'
import { PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'
import { facts } from '#/table.ts'

export const auditCommands: CommandGroup = {
  title: 'Audit',
  commands: [
    {
      name: 'audit list',
      summary: 'Audit entries, newest first',
      options: {
        actor: { value: 'actor', help: 'only entries by this actor, such as operator:min.kim' },
        subject: { value: 'subject', help: 'only entries about this subject, such as member:12' },
        ...PAGING,
      },
      examples: ['audit list --subject member:12'],
      run: async (call, given) => {
        const actor = given.option('actor')
        const subject = given.option('subject')
        const data = await call('operator.listAudit', {
          query: {
            ...paging(given),
            ...(actor === undefined ? {} : { actor }),
            ...(subject === undefined ? {} : { subject }),
          },
        })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ auditId }) => String(auditId) },
            { title: 'When', of: ({ at }) => when(at) },
            { title: 'Who', max: 24, of: (each) => each.actor },
            { title: 'What', max: 24, of: ({ action }) => action },
            { title: 'About', max: 24, of: (each) => each.subject },
            { title: 'Details', max: 60, of: (each) => details(each.data) },
          ],
          'No audit entries.',
        )
        return { data, text }
      },
    },
    {
      name: 'audit verify',
      summary: 'Verifies the complete chain; exits with 1 if it is broken',
      run: async (call) => {
        const data = await call('operator.verifyAudit', {})
        const verdict = data.ok
          ? 'The audit log is valid.'
          : data.firstBrokenId === null
            ? 'Every entry is valid, but the database no longer rejects changes: its rules are disabled.'
            : `The audit is BROKEN at entry ${data.firstBrokenId}.`
        const text = `${verdict}\n\n${facts([
          ['Valid entries', String(data.count)],
          ['Last hash', data.lastHash],
        ])}`
        return { data, text, broken: !data.ok }
      },
    },
  ],
}

/** Prints the reason first, then the other fields unchanged. */
function details({ reason, ...rest }: Record<string, unknown>): string {
  const others = Object.entries(rest)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return [...(typeof reason === 'string' ? [reason] : []), ...others].join(', ')
}
