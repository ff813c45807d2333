import type { CallData } from '@solstice/contract/wire'
import { type CommandGroup, type Given, UsageError } from '#/command.ts'
import { instantOf, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'
import { facts } from '#/table.ts'

/** The options that select entries. */
const FILTER = {
  actor: { value: 'actor', help: 'only entries by this actor, such as operator:min.kim' },
  subject: { value: 'subject', help: 'only entries about this subject, such as season:5' },
  member: { value: 'userId', help: 'only entries about this member' },
  action: { value: 'action', help: 'only this action, such as member.adjust' },
  from: { value: 'time', help: 'only entries from this time on' },
  to: { value: 'time', help: 'only entries before this time' },
} as const

export const auditCommands: CommandGroup = {
  title: 'Audit',
  commands: [
    {
      name: 'audit list',
      summary: 'Audit entries, newest first',
      options: { ...FILTER, ...PAGING },
      examples: ['audit list --subject member:12'],
      run: async (call, given) => {
        const data = await call('operator.listAudit', {
          query: { ...paging(given), ...filterOf(given) },
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
      summary: 'Verifies the log; exits with 1 if it is broken',
      options: { full: { help: 'starts a verification of every entry in the background' } },
      run: async (call, given) => {
        if (given.has('full')) await call('operator.verifyAuditFully', {})
        const data = await call('operator.verifyAudit', {})
        const verdict = data.ok
          ? 'The audit log is valid.'
          : data.firstBrokenId === null
            ? 'Every entry is valid, but the database no longer rejects changes: its rules are disabled.'
            : `The audit is BROKEN at entry ${data.firstBrokenId}.`
        const text = `${verdict}\n\n${facts([
          ['Valid entries', String(data.count)],
          ['Last hash', data.lastHash],
          ['Every entry', data.full ? progressOf(data.full) : 'not verified yet'],
        ])}`
        return { data, text, broken: !data.ok }
      },
    },
    {
      name: 'audit checkpoints',
      summary: 'The signed states of the log, newest first',
      options: PAGING,
      run: async (call, given) => {
        const data = await call('audit.checkpoints', { query: paging(given) })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ checkpointId }) => String(checkpointId) },
            { title: 'When', of: ({ createdAt }) => when(createdAt) },
            { title: 'Entry', align: 'right', of: ({ entryId }) => String(entryId) },
            { title: 'Hash of the entry', of: ({ entryHash }) => entryHash },
            { title: 'Mailed', of: ({ mailedAt }) => when(mailedAt) },
            { title: 'Intact', of: ({ intact }) => (intact ? 'yes' : 'NO') },
          ],
          'No checkpoints.',
        )
        return { data, text, broken: data.list.some(({ intact }) => !intact) }
      },
    },
    {
      name: 'audit export',
      summary: 'All entries as lines of JSON or as CSV, oldest first',
      options: {
        after: { value: 'id', help: 'only entries after this one' },
        csv: { help: 'for a spreadsheet, with at most 100,000 entries' },
        ...FILTER,
      },
      examples: ['audit export --after 120', 'audit export --csv --action member.adjust'],
      run: async (call, given) => {
        const pieces: string[] = []
        for (let after: number | null = exportAfter(given); after !== null;) {
          const piece: CallData<'audit.export'> = await call('audit.export', {
            query: { ...filterOf(given), after, format: given.has('csv') ? 'csv' : 'ndjson' },
          })
          pieces.push(piece.text)
          after = piece.nextAfter
        }
        const text = pieces.join('').trimEnd()
        return { data: text, text }
      },
    },
    {
      name: 'audit reads',
      summary: 'Which operator opened the file of which member',
      options: { member: { value: 'userId', help: 'only this member' }, ...PAGING },
      examples: ['audit reads --member 12'],
      run: async (call, given) => {
        const member = given.option('member')
        const data = await call('operator.listReads', {
          query: {
            ...paging(given),
            ...(member === undefined ? {} : { userId: wholeId(member, '--member') }),
          },
        })
        const text = pageTable(
          data,
          [
            { title: 'When', of: ({ at }) => when(at) },
            { title: 'Who', max: 24, of: ({ operator }) => operator },
            { title: 'Member', align: 'right', of: ({ userId }) => String(userId) },
            { title: 'Call', of: (each) => each.call },
          ],
          'No reads.',
        )
        return { data, text }
      },
    },
  ],
}

function filterOf(given: Given) {
  const actor = given.option('actor')
  const subject = given.option('subject')
  const member = given.option('member')
  const action = given.option('action')
  const from = instantOf(given, 'from')
  const to = instantOf(given, 'to')
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(subject === undefined ? {} : { subject }),
    ...(member === undefined ? {} : { userId: wholeId(member, '--member') }),
    ...(action === undefined ? {} : { action }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

function exportAfter(given: Given): number {
  const after = given.option('after')
  return after === undefined ? 0 : wholeId(after, '--after')
}

function wholeId(text: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`${name} takes a whole number from 1`)
  return Number(text)
}

function progressOf(full: NonNullable<CallData<'operator.verifyAudit'>['full']>): string {
  const { finishedAt, verifiedId, lastId } = full
  return finishedAt === null
    ? `verifying: ${verifiedId} of ${lastId}`
    : `verified ${when(finishedAt)}`
}

/** Prints the reason first, then the other fields unchanged. */
function details({ reason, ...rest }: Record<string, unknown>): string {
  const others = Object.entries(rest)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return [...(typeof reason === 'string' ? [reason] : []), ...others].join(', ')
}
