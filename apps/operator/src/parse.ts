import { parseArgs } from 'node:util'
import { UsageError, type Command, type CommandGroup, type Given } from './command.ts'
import { GLOBAL_OPTIONS } from './help.ts'

const DEFAULT_SERVER = 'http://localhost:4000'
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The parsed command line: a help request or a command to run. */
export type ParsedCommandLine =
  | { kind: 'general-help'; groups: readonly CommandGroup[] }
  | { kind: 'command-help'; command: Command }
  | { kind: 'run'; command: Command; given: Given; server: URL; json: boolean }

export function parse(groups: readonly CommandGroup[], args: readonly string[]): ParsedCommandLine {
  const commands = groups.flatMap((group) => group.commands)
  const isHelpRequested = args[0] === 'help' || args.includes('--help')
  const [named, rest] = nameAndRest(args[0] === 'help' ? args.slice(1) : args, commands)
  if (!named) {
    const [first] = rest.filter((arg) => !arg.startsWith('-'))
    if (first === undefined && (isHelpRequested || args.length === 0)) {
      return { kind: 'general-help', groups }
    }
    const family = groups.filter((group) =>
      group.commands.some((one) => startsWithWord(one, first)),
    )
    if (isHelpRequested && family.length > 0) return { kind: 'general-help', groups: family }
    throw new UsageError(unknown(first, commands))
  }
  if (isHelpRequested) return { kind: 'command-help', command: named }
  try {
    return parseCommand(named, rest)
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(error.message, named)
    throw error
  }
}

/** Returns the command that the arguments start with, and the remaining arguments. */
function nameAndRest(
  args: readonly string[],
  commands: readonly Command[],
): [Command | undefined, readonly string[]] {
  for (const command of commands) {
    const name = command.name.split(' ')
    if (name.every((part, at) => args[at] === part)) return [command, args.slice(name.length)]
  }
  return [undefined, args]
}

function startsWithWord(command: Command, first: string | undefined): boolean {
  return command.name.startsWith(`${first} `)
}

function unknown(first: string | undefined, commands: readonly Command[]): string {
  if (first === undefined) return 'A command is required'
  const family = commands.filter((command) => startsWithWord(command, first))
  if (family.length === 0) return `There is no command ${first}`
  return `Say what to do with ${first}: ${family.map(({ name }) => name.slice(first.length + 1)).join(', ')}`
}

function parseCommand(command: Command, args: readonly string[]): ParsedCommandLine {
  const { values, positionals } = parseOptions(command, args)
  const names = command.arguments ?? []
  const needed = names.filter((name) => !name.endsWith('?'))
  const missing = needed[positionals.length]
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing`)
  const extra = positionals[names.length]
  if (extra !== undefined)
    throw new UsageError(`Unexpected argument ${extra}. Texts with spaces need quotes`)
  for (const [name, { required }] of Object.entries(command.options ?? {})) {
    if (required && !values[name]) throw new UsageError(`--${name} is missing`)
  }

  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const given: Given = {
    argument: (name) =>
      positionals[names.findIndex((each) => each.replace('?', '') === name)] ?? '',
    option: text,
    has: (name) => values[name] === true,
  }
  const server = serverOf(text('server') ?? DEFAULT_SERVER)
  return { kind: 'run', command, given, server, json: values['json'] === true }
}

function parseOptions(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...GLOBAL_OPTIONS, ...command.options }).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // The first sentence names the option; the later ones explain the library.
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(message.split(/\. |\n/, 1)[0] ?? message)
  }
}

/** Validates the server URL, which receives the token: it must be https or this machine. */
function serverOf(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--server takes an address such as ${DEFAULT_SERVER}`)
  }
  if (url.protocol === 'https:' || LOOPBACK_HOST.test(url.hostname)) return url
  throw new UsageError(
    '--server must be https unless it is this machine: the token could be intercepted',
  )
}
