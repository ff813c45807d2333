import { withFundsSafe } from '@solstice/contract/funds-safe'
import type { CallData } from '@solstice/contract/wire'
import { UsageError, type CommandGroup, type Given } from '#/command.ts'
import { instantOf, OPTIONAL_REASON, optionalReason } from '#/options.ts'
import { when } from '#/show.ts'
import { facts } from '#/table.ts'

type State = CallData<'maintenance.show'>

export const maintenanceCommands: CommandGroup = {
  title: 'Maintenance',
  commands: [
    {
      name: 'maintenance show',
      summary: 'Shows whether maintenance is on',
      run: async (call) => {
        const data = await call('maintenance.show', {})
        return { data, text: textOf(data) }
      },
    },
    {
      name: 'maintenance on',
      summary: 'Shows the maintenance screen to every member and rejects their writes',
      options: {
        minutes: { value: 'number', help: 'expected duration' },
        at: { value: 'instant', help: 'start time, such as 2026-12-24T01:00:00Z (default: now)' },
        announce: { help: 'notify members: a notice now, a push at the start and at the end' },
        title: { value: 'text', help: 'the title of the screen' },
        description: {
          value: 'text',
          help: 'the text of the screen; that funds are safe is added to it',
        },
        ...OPTIONAL_REASON,
      },
      examples: [
        'maintenance on --minutes 90',
        'maintenance on --at 2026-12-24T01:00:00Z --announce',
      ],
      run: async (call, given) => {
        const title = given.option('title')
        const description = given.option('description')
        const data = await call('maintenance.set', {
          body: {
            enabled: true,
            ...optionalReason(given),
            estimatedDuration: minutesOf(given),
            scheduledTime: instantOf(given, 'at') ?? null,
            // Without the option, an earlier announcement stays.
            ...(given.has('announce') ? { announce: true } : {}),
            // The maintenance screen is in English only, so the Korean text stays empty.
            ...(title === undefined ? {} : { title: { en: title, ko: '' } }),
            ...(description === undefined
              ? {}
              : { description: { en: withFundsSafe(description), ko: '' } }),
          },
        })
        return { data, text: textOf(data) }
      },
    },
    {
      name: 'maintenance off',
      summary: 'Ends maintenance',
      options: OPTIONAL_REASON,
      run: async (call, given) => {
        const data = await call('maintenance.set', {
          body: { enabled: false, ...optionalReason(given) },
        })
        return { data, text: textOf(data) }
      },
    },
  ],
}

function minutesOf(given: Given): number | null {
  const text = given.option('minutes')
  if (text === undefined) return null
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--minutes takes a whole number above 0')
  return Number(text)
}

function textOf(state: State): string {
  const verdict = state.on
    ? 'Maintenance is ON: members cannot use the app.'
    : state.enabled
      ? 'Maintenance is scheduled.'
      : 'Maintenance is off.'
  const lines = [
    verdict,
    '',
    facts([
      ['From', state.scheduledTime === null ? 'at once' : when(state.scheduledTime)],
      ['Minutes', state.estimatedDuration === null ? '-' : String(state.estimatedDuration)],
      ['Announced', state.announced ? 'yes' : 'no'],
      ['Headline', state.title.en],
      ['Version', String(state.version)],
    ]),
  ]
  if (state.externalProject !== null) {
    lines.push('', externalAdvice(state))
  }
  return lines.join('\n')
}

function externalAdvice(state: State): string {
  const value = {
    enabled: state.enabled,
    title: state.title,
    description: state.description,
    scheduled_time: state.scheduledTime,
    estimated_duration: state.estimatedDuration,
  }
  return (
    `The app reads its flag from the Firebase project ${state.externalProject}. ` +
    `Set the Remote Config parameter "maintenance" there to:\n${JSON.stringify(value)}`
  )
}
