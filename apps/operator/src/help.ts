import type { Command, CommandGroup, Option } from './command.ts'
import { usageOf } from './options.ts'

const PROGRAM = 'npm run operator --'

export const GLOBAL_OPTIONS: Readonly<Record<string, Option>> = {
  server: { value: 'url', help: 'URL of the server (default: http://localhost:4000)' },
  json: { help: 'prints the response as JSON, for programs' },
  help: { help: 'prints this help, or the help of a command' },
}

export function generalHelp(groups: readonly CommandGroup[]): string {
  const commands = groups.flatMap(({ title, commands }) => [
    '',
    title,
    ...twoColumns(commands.map(({ name, summary }) => [name, summary])),
  ])
  return [
    'Manages a Solstice programme from the command line.',
    '',
    `  ${PROGRAM} <command> [options]`,
    ...commands,
    '',
    'Global options',
    ...optionLines(GLOBAL_OPTIONS),
    '',
    'The token is read from SOLSTICE_OPERATOR_TOKEN, else from secrets/operator-token in the',
    'data folder (SOLSTICE_DATA, default .data). Exit codes: 0 success, 1 rejected, 2 invalid usage, 3 waits for approval.',
    '',
    `Help for one command: ${PROGRAM} help <command>`,
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const { summary, options = {}, examples = [] } = command
  return [
    summary,
    '',
    `  ${PROGRAM} ${usageOf(command)}`,
    ...(Object.keys(options).length === 0 ? [] : ['', 'Options', ...optionLines(options)]),
    '',
    'Global options',
    ...optionLines(GLOBAL_OPTIONS),
    ...(examples.length === 0 ? [] : ['', 'Examples']),
    ...examples.map((example) => `  ${PROGRAM} ${example}`),
  ].join('\n')
}

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  return twoColumns(
    Object.entries(options).map(([name, { value, help, required }]) => [
      value === undefined ? `--${name}` : `--${name} <${value}>`,
      required ? `${help} (needed)` : help,
    ]),
  )
}

function twoColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
