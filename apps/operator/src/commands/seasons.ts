import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { UsageError, type CommandGroup, type Given, type Option } from '#/command.ts'
import { idOf, REASON, reasonOf } from '#/options.ts'
import { when } from '#/show.ts'
import { facts, table } from '#/table.ts'
import { seasonDraftCommands } from './season-drafts.ts'

type Plan = CallInput<'seasonPlan.create'>['body']['plan']
type Simulation = NonNullable<CallData<'seasonPlan.check'>['simulation']>

const CONFIRM: Option = {
  value: 'names',
  help: 'accepts these warnings: BUDGET_150,COVER',
}

const FILE = 'A season is a JSON file; docs/programme.md says what is in it'

export const seasonsCommands: CommandGroup = {
  title: 'Seasons',
  commands: [
    {
      name: 'seasons list',
      summary: 'All seasons, including drafts',
      run: async (call) => {
        const data = await call('seasonPlan.list', {})
        const rows = data.list.map(({ seasonId, title, state, startAt, endAt }) => [
          String(seasonId),
          title.en,
          state,
          when(startAt),
          when(endAt),
        ])
        const columns = [
          { title: 'Id', align: 'right' },
          { title: 'Title', max: 30 },
          { title: 'State' },
          { title: 'From' },
          { title: 'Until' },
        ] as const
        return { data, text: rows.length === 0 ? 'No seasons.' : table(columns, rows) }
      },
    },
    {
      name: 'seasons check',
      summary: 'Checks a season file and shows what the season would give away',
      arguments: ['file'],
      options: {
        members: { value: 'number', help: 'number of participants (default: as in the budget)' },
      },
      examples: ['seasons check winter.json', 'seasons check winter.json --members 50000'],
      run: async (call, given) => {
        const members = membersOf(given)
        const data = await call('seasonPlan.check', {
          body: { plan: planFrom(given), ...(members === undefined ? {} : { members }) },
        })
        const verdict =
          data.problems.length === 0
            ? 'The season file is valid.'
            : `It cannot be published:\n${listed(data.problems.map(({ text }) => text))}`
        const parts = [verdict, ...(data.simulation ? [simulationText(data.simulation)] : [])]
        return { data, text: parts.join('\n\n'), broken: data.problems.length > 0 }
      },
    },
    {
      name: 'seasons create',
      summary: 'Makes a draft of a season file; members do not see it yet',
      arguments: ['file'],
      options: {
        key: {
          value: 'text',
          help: 'idempotency key: the same key creates one draft (default: a new key)',
        },
      },
      examples: ['seasons create winter.json'],
      run: async (call, given) => {
        const data = await call(
          'seasonPlan.create',
          { body: { plan: planFrom(given) } },
          { 'idempotency-key': given.option('key') ?? randomUUID() },
        )
        const next = `npm run operator -- seasons publish ${data.seasonId} --confirm BUDGET_150,COVER --reason "…"`
        return {
          data,
          text: `Season ${data.seasonId} is a draft. To publish it:\n\n${next}`,
        }
      },
    },
    {
      name: 'seasons publish',
      summary: 'Shows a draft to members; refused if it is broken or over its budget',
      arguments: ['seasonId'],
      options: { ...REASON, confirm: CONFIRM },
      run: async (call, given) => {
        const seasonId = idOf(given, 'seasonId')
        const data = await call('seasonPlan.publish', {
          params: { seasonId },
          body: { reason: reasonOf(given), confirmed: confirmedOf(given) },
        })
        return { data, text: `Season ${seasonId} is published. It begins ${when(data.startAt)}.` }
      },
    },
    {
      name: 'seasons odds',
      summary: 'Gives the spin of a season the odds of a file; open commitments become void',
      arguments: ['seasonId', 'file'],
      options: REASON,
      examples: ['seasons odds 3 odds.json --reason "Too many tickets"'],
      run: async (call, given) => {
        const seasonId = idOf(given, 'seasonId')
        const prizes = seasonPlanSchema.shape.spin.shape.prizes.safeParse(jsonFrom(given))
        if (!prizes.success) throw notAPlan(prizes.error.issues)
        const data = await call('seasonPlan.changeOdds', {
          params: { seasonId },
          body: { prizes: prizes.data, reason: reasonOf(given) },
        })
        return { data, text: `The spin of season ${seasonId} has new odds.` }
      },
    },
    ...seasonDraftCommands,
  ],
}

/** The warnings of the publish gate; the problems are never accepted. */
const WARNINGS = ['BUDGET_150', 'COVER'] as const

function confirmedOf(given: Given): (typeof WARNINGS)[number][] {
  const names = given.option('confirm')?.split(',') ?? []
  return names.map((name) => {
    const warning = WARNINGS.find((each) => each === name.trim())
    if (!warning) throw new UsageError(`--confirm takes ${WARNINGS.join(' and ')}, not ${name}`)
    return warning
  })
}

function membersOf(given: Given): number | undefined {
  const text = given.option('members')
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new UsageError('--members takes a whole number above 0')
  return Number(text)
}

/**
 * Validates the form of the file here, where every error can be reported with its path; the server
 * checks the rest.
 */
function planFrom(given: Given): Plan {
  const plan = seasonPlanSchema.safeParse(jsonFrom(given))
  if (!plan.success) throw notAPlan(plan.error.issues)
  return plan.data
}

function jsonFrom(given: Given): unknown {
  const file = given.argument('file')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`${file} cannot be read. ${FILE}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

type Issue = { path: PropertyKey[]; message: string }

function notAPlan(issues: readonly Issue[]): UsageError {
  const lines = issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
  return new UsageError(`${FILE}. Problems in this file:\n${listed(lines)}`)
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `  - ${line}`).join('\n')
}

const formatNumber = (value: number) => value.toLocaleString('en-US')

function simulationText(simulation: Simulation): string {
  const all = facts([
    ['Members', formatNumber(simulation.members)],
    ['Days', formatNumber(simulation.days)],
    ['XP', formatNumber(simulation.xp)],
    ['Tickets', formatNumber(simulation.tickets)],
    ['Spins', formatNumber(simulation.spins)],
    ['Check-ins', formatNumber(simulation.checkIns)],
    ['Cost at most', `${simulation.reward} ${simulation.rewardSymbol}`],
  ])
  const rows = simulation.habits.map(({ name, members, daysPerWeek, each }) => [
    name,
    formatNumber(members),
    String(daysPerWeek),
    formatNumber(each.xp),
    formatNumber(each.tickets),
    formatNumber(each.spins),
  ])
  const right = 'right' as const
  const each = table(
    [
      { title: 'Habit' },
      { title: 'Members', align: right },
      { title: 'Days a week', align: right },
      { title: 'XP each', align: right },
      { title: 'Tickets each', align: right },
      { title: 'Spins each', align: right },
    ],
    rows,
  )
  return `Estimate for a typical season:\n\n${all}\n\n${each}`
}
