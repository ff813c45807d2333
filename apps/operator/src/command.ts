import type { Call } from './client.ts'

export type Option = {
  /** What stands for the value in the help, such as `text`; left out where the option is a switch. */
  value?: string
  help: string
  required?: true
}

/** What somebody typed, by the names the command gave it. */
export type Given = {
  /** A positional; it is always there, because it was asked for. */
  argument: (name: string) => string
  /** Its value; of a switch that was given, an empty text. */
  option: (name: string) => string | undefined
  /** Whether a switch was given. */
  has: (name: string) => boolean
}

export type Result = {
  /** Printed with --json: exactly what the server said. */
  data: unknown
  /** Printed for people. */
  text: string
  /** What was asked for was found to be broken; the program ends with 1. */
  broken?: boolean
}

export type Command = {
  /** The words that call it. */
  name: string
  summary: string
  /** Names of the positionals, in order; all are needed unless they end with a question mark. */
  arguments?: readonly string[]
  options?: Readonly<Record<string, Option>>
  examples?: readonly string[]
  run: (call: Call, given: Given) => Promise<Result>
}

/** One file of `commands/`: what belongs together in the help. */
export type CommandGroup = { title: string; commands: readonly Command[] }

/** Somebody typed something we cannot make sense of. Ends with 2 and tells how it is meant. */
export class UsageError extends Error {
  readonly command: Command | undefined

  constructor(message: string, command?: Command) {
    super(message)
    this.command = command
  }
}
