import type { Call } from './client.ts'

export type Option = {
  /** The placeholder of the value in the help, such as `text`; omitted for a switch. */
  value?: string
  help: string
  required?: true
}

/** The values on the command line, by the names that the command declares. */
export type Given = {
  /** Returns a positional argument; required ones are always present. */
  argument: (name: string) => string
  /** Returns the value of an option; a switch returns undefined. */
  option: (name: string) => string | undefined
  /** Returns true when a switch was given. */
  has: (name: string) => boolean
}

export type Result = {
  /** Printed with --json: the exact data of the response. */
  data: unknown
  /** The human-readable output. */
  text: string
  /** True when a verification found a problem; the program exits with 1. */
  broken?: boolean
}

export type Command = {
  /** The words that select the command. */
  name: string
  summary: string
  /**
   * The names of the positional arguments in order; those ending with a question mark are optional.
   */
  arguments?: readonly string[]
  options?: Readonly<Record<string, Option>>
  examples?: readonly string[]
  run: (call: Call, given: Given) => Promise<Result>
}

/** The commands of one file in `commands/`, which form a section of the help. */
export type CommandGroup = { title: string; commands: readonly Command[] }

/** Invalid input on the command line. The program prints the usage and exits with 2. */
export class UsageError extends Error {
  readonly command: Command | undefined

  constructor(message: string, command?: Command) {
    super(message)
    this.command = command
  }
}
