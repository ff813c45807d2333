import type { CommandGroup } from '#/command.ts'
import { idOf, oneOf, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'

const STATES = ['dead', 'waiting'] as const

export const jobsCommands: CommandGroup = {
  title: 'Jobs',
  commands: [
    {
      name: 'jobs list',
      summary: 'Dead jobs that need attention, or waiting jobs',
      options: {
        state: { value: 'state', help: `one of ${STATES.join(', ')} (dead)` },
        ...PAGING,
      },
      run: async (call, given) => {
        const state = oneOf(STATES, given.option('state') ?? 'dead', '--state')
        const data = await call('operator.listJobs', { query: { ...paging(given), state } })
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
      run: async (call, given) => {
        const jobId = idOf(given, 'jobId')
        const data = await call('operator.retryJob', { params: { jobId } })
        return { data, text: `Job ${jobId} is due now.` }
      },
    },
  ],
}
