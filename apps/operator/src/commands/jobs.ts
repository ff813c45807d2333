import type { CommandGroup } from '#/command.ts'
import { idOf, oneOf, OPTIONAL_REASON, optionalReason, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'
import { table, type Column } from '#/table.ts'

const STATES = ['dead', 'waiting'] as const

export const jobsCommands: CommandGroup = {
  title: 'Jobs',
  commands: [
    {
      name: 'jobs list',
      summary: 'Dead jobs that need attention, or waiting jobs',
      options: {
        state: { value: 'state', help: `one of ${STATES.join(', ')} (dead)` },
        kind: { value: 'kind', help: 'only jobs of this kind' },
        ...PAGING,
      },
      run: async (call, given) => {
        const state = oneOf(STATES, given.option('state') ?? 'dead', '--state')
        const kind = given.option('kind')
        const data = await call('operator.listJobs', {
          query: { ...paging(given), state, ...(kind === undefined ? {} : { kind }) },
        })
        const text = pageTable(
          data,
          [
            { title: 'Id', align: 'right', of: ({ jobId }) => String(jobId) },
            { title: 'Kind', max: 32, of: ({ kind }) => kind },
            { title: 'Tries', align: 'right', of: ({ attempts }) => String(attempts) },
            state === 'dead'
              ? { title: 'Given up', of: ({ deadAt }) => when(deadAt) }
              : { title: 'Due', of: ({ dueAt }) => when(dueAt) },
            { title: 'Last error', max: 60, of: ({ lastError }) => lastError ?? '-' },
          ],
          state === 'dead' ? 'No dead jobs.' : 'No waiting jobs.',
        )
        return { data, text }
      },
    },
    {
      name: 'jobs retry',
      summary: 'Retries a dead job now',
      arguments: ['jobId'],
      options: OPTIONAL_REASON,
      run: async (call, given) => {
        const jobId = idOf(given, 'jobId')
        const data = await call('operator.retryJob', {
          params: { jobId },
          body: optionalReason(given),
        })
        return { data, text: `Job ${jobId} is due now.` }
      },
    },
    {
      name: 'jobs kinds',
      summary: 'Jobs by kind: waiting, late and dead',
      run: async (call) => {
        const data = await call('operator.listJobKinds', {})
        const columns: Column[] = [
          { title: 'Kind', max: 32 },
          { title: 'Waiting', align: 'right' },
          { title: 'Late', align: 'right' },
          { title: 'Dead', align: 'right' },
        ]
        const rows = data.list.map(({ kind, waiting, lateSeconds, dead }) => [
          kind,
          String(waiting),
          lateSeconds === 0 ? '-' : `${lateSeconds} s`,
          String(dead),
        ])
        return { data, text: table(columns, rows) }
      },
    },
    {
      name: 'jobs retry-all',
      summary: 'Retries all dead jobs of a kind now',
      arguments: ['kind'],
      options: { reason: { value: 'text', help: 'stored in the audit log', required: true } },
      run: async (call, given) => {
        const kind = given.argument('kind')
        const reason = given.option('reason') ?? ''
        const data = await call('operator.retryJobs', { body: { kind, reason } })
        const left = data.left > 0 ? ` ${data.left} are left; run it again.` : ''
        return { data, text: `${data.retried} jobs are due now.${left}` }
      },
    },
  ],
}
