import { describe, expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { groups } from './groups.ts'
import { commandHelp, generalHelp } from './help.ts'
import { parse } from './parse.ts'

const commands = groups.flatMap((group) => group.commands)

function problem(...args: string[]): string {
  try {
    parse(groups, args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return 'understood'
}

describe('parse', () => {
  test('reads the command, its arguments and its options in any order', () => {
    const parsed = parse(groups, ['members', 'suspend', '--reason', 'two words', '12', '--json'])

    if (parsed.kind !== 'run') throw new Error('Expected a command to run')
    expect(parsed.command.name).toBe('members suspend')
    expect(parsed.given.argument('userId')).toBe('12')
    expect(parsed.given.option('reason')).toBe('two words')
    expect(parsed).toMatchObject({ json: true, server: new URL('http://localhost:4000') })
  })

  test('accepts a command without its optional parts', () => {
    const parsed = parse(groups, ['members', 'find', '--server', 'https://app.example.com'])

    if (parsed.kind !== 'run') throw new Error('Expected a command to run')
    expect(parsed.given.argument('text')).toBe('')
    expect(parsed.given.option('status')).toBeUndefined()
    expect(parsed).toMatchObject({ json: false, server: new URL('https://app.example.com') })
  })

  test.each([
    [['dance'], 'There is no command dance'],
    [
      ['members'],
      'Say what to do with members: find, show, email, suspend, disable, restore, unfreeze, adjust',
    ],
    [
      ['members', 'dance'],
      'Say what to do with members: find, show, email, suspend, disable, restore, unfreeze, adjust',
    ],
    [['--json'], 'A command is required'],
    [['members', 'show'], '<userId> is missing'],
    [['members', 'suspend', '12'], '--reason is missing'],
    [['members', 'suspend', '12', '--reason', ''], '--reason is missing'],
    [
      ['members', 'suspend', '12', 'out', '--reason', 'x'],
      'Unexpected argument out. Texts with spaces need quotes',
    ],
    [['members', 'show', '12', '--colour', 'red'], "Unknown option '--colour'"],
    [
      ['me', '--server', 'localhost:4000'],
      '--server takes an address such as http://localhost:4000',
    ],
    [['me', '--server', 'ftp://x'], '--server takes an address such as http://localhost:4000'],
    ...[
      'http://app.example.com',
      'http://10.0.0.5:4000',
      'http://0.0.0.0:4000',
      'http://localhost.example.com',
      'http://localhost@app.example.com',
      'http://127.0.0.1.example.com',
      'http://[2001:db8::1]',
      'HTTP://app.example.com',
    ].map((server): [string[], string] => [
      ['me', '--server', server],
      '--server must be https unless it is this machine: the token could be intercepted',
    ]),
  ])('rejects invalid arguments with a message: %j', (args, message) => {
    expect(problem(...args)).toBe(message)
  })
})

test.each([
  'https://app.example.com',
  'https://10.0.0.5:4000',
  'http://localhost:4000',
  'http://127.0.0.1:4000',
  'http://127.1.2.3',
  'http://[::1]:4000',
])('accepts %s as a server for the token', (server) => {
  expect(problem('me', '--server', server)).toBe('understood')
})

describe('help', () => {
  test.each([[[]], [['help']], [['--help']]])('is general for %j', (args) => {
    expect(parse(groups, args)).toEqual({ kind: 'general-help', groups })
  })

  test.each([
    ['help', 'members'],
    ['members', '--help'],
  ])('covers a group for %s %s', (...args) => {
    const parsed = parse(groups, args)

    if (parsed.kind !== 'general-help') throw new Error('Expected the general help')
    expect(parsed.groups.map(({ title }) => title)).toEqual(['Members'])
  })

  test('lists every command', () => {
    for (const { name, summary } of commands) {
      expect(generalHelp(groups)).toMatch(new RegExp(`^  ${name} +${summary}`, 'm'))
    }
  })

  test.each(commands.map((command) => [command.name, command] as const))(
    'shows the arguments and options of %s in both ways to request it',
    (name, command) => {
      const args = name.split(' ')

      expect(parse(groups, ['help', ...args])).toEqual({ kind: 'command-help', command })
      expect(parse(groups, [...args, '--help'])).toEqual({ kind: 'command-help', command })
      const help = commandHelp(command)
      for (const argument of command.arguments ?? [])
        expect(help).toContain(argument.replace('?', ''))
      for (const option of Object.keys(command.options ?? {})) expect(help).toContain(`--${option}`)
    },
  )

  test.each(
    commands.flatMap(({ name, examples = [] }) => examples.map((each) => [name, each] as const)),
  )('gives valid examples of %s: %s', (name, example) => {
    const args = Array.from(
      example.matchAll(/"([^"]*)"|(\S+)/g),
      ([, quoted, plain]) => quoted ?? plain ?? '',
    )

    expect(parse(groups, args)).toMatchObject({ kind: 'run', command: { name } })
  })
})
