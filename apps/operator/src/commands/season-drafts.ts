import { randomUUID } from 'node:crypto'
import type { CallData } from '@solstice/contract/wire'
import { programmeDayOf, startOfDay, type ProgrammeDay } from '@solstice/rules/programme-day'
import { UsageError, type Command, type Given } from '#/command.ts'
import { idOf, OPTIONAL_REASON, optionalReason, PAGING, paging } from '#/options.ts'
import { pageTable, when } from '#/show.ts'
import { facts } from '#/table.ts'

type Shown = CallData<'seasonPlan.show'>

/** The commands about drafts and revisions, which `seasons` lists with its other commands. */
export const seasonDraftCommands: readonly Command[] = [
  {
    name: 'seasons show',
    summary: 'One season with every problem of its newest plan',
    arguments: ['seasonId'],
    options: { plan: { help: 'print the plan as JSON, for a file' } },
    examples: ['seasons show 4', 'seasons show 4 --plan'],
    run: async (call, given) => {
      const data = await call('seasonPlan.show', { params: { seasonId: idOf(given, 'seasonId') } })
      const isPlan = given.has('plan')
      return { data, text: isPlan ? JSON.stringify(data.plan, null, 2) : seasonText(data) }
    },
  },
  {
    name: 'seasons revisions',
    summary: 'The saved states of a season, newest first',
    arguments: ['seasonId'],
    options: PAGING,
    run: async (call, given) => {
      const seasonId = idOf(given, 'seasonId')
      const data = await call('seasonPlan.revisions', {
        params: { seasonId },
        query: paging(given),
      })
      const text = pageTable(
        data,
        [
          { title: 'Revision', align: 'right', of: ({ revision }) => String(revision) },
          { title: 'Kind', of: ({ kind }) => kind },
          { title: 'Saved', of: ({ savedAt }) => when(savedAt) },
          { title: 'By', max: 30, of: ({ savedBy }) => savedBy ?? '-' },
          { title: 'Simulated', of: ({ isSimulated }) => (isSimulated ? 'yes' : '-') },
          { title: 'Reason', max: 40, of: ({ reason }) => reason ?? '' },
        ],
        'No revisions.',
      )
      return { data, text }
    },
  },
  {
    name: 'seasons copy',
    summary: 'Makes a draft from another season, which begins on another day',
    arguments: ['seasonId'],
    options: {
      start: { value: 'day', required: true, help: 'first programme day, such as 2027-03-01' },
      ...OPTIONAL_REASON,
    },
    examples: ['seasons copy 4 --start 2027-03-01'],
    run: async (call, given) => {
      const seasonId = idOf(given, 'seasonId')
      const data = await call(
        'seasonPlan.copy',
        { params: { seasonId }, body: { startAt: startOf(given), ...optionalReason(given) } },
        { 'idempotency-key': randomUUID() },
      )
      const text = `Season ${data.seasonId} is a draft that begins ${when(data.startAt)}. Its proof codes are empty.`
      return { data, text }
    },
  },
  {
    name: 'seasons discard',
    summary: 'Deletes a draft and its revisions; a published season stays',
    arguments: ['seasonId'],
    options: OPTIONAL_REASON,
    run: async (call, given) => {
      const seasonId = idOf(given, 'seasonId')
      const data = await call('seasonPlan.discard', {
        params: { seasonId },
        body: optionalReason(given),
      })
      return { data, text: `Season ${seasonId} is deleted.` }
    },
  },
]

/** Returns midnight of the chosen programme day. */
function startOf(given: Given): string {
  const day = given.option('start') ?? ''
  // The comparison rejects days that no month has, such as 30 February.
  const start = /^[12]\d{3}-\d{2}-\d{2}$/.test(day) ? startOfDay(day as ProgrammeDay) : undefined
  if (!start || Number.isNaN(start.getTime()) || programmeDayOf(start) !== day) {
    throw new UsageError('--start takes a day such as 2027-03-01')
  }
  return start.toISOString()
}

function seasonText({ season, problems, savedAt, savedBy, simulation }: Shown): string {
  const about = facts([
    ['Title', season.title.en || '-'],
    ['Phase', season.phase],
    ['From', when(season.startAt)],
    ['Until', when(season.endAt)],
    ['Pools', season.pool === null ? '-' : `${season.pool} ${season.symbol ?? ''}`],
    ['Revision', `${season.revision}, ${when(savedAt)}, ${savedBy ?? '-'}`],
    ['Simulated', simulation ? when(simulation.simulatedAt) : 'not yet'],
  ])
  const lines = problems.map(({ path, text }) => `  - ${path}: ${text}`)
  return lines.length === 0 ? about : `${about}\n\nIt cannot be published:\n${lines.join('\n')}`
}
