import { type Command, type Given, type Option, UsageError } from './command.ts'

/** The options of every list. */
export const PAGING: Readonly<Record<string, Option>> = {
  page: { value: 'number', help: 'which page (1)' },
  size: { value: 'number', help: 'entries per page (default: 20, at most 100)' },
}

export function paging(given: Given): { page?: number; size?: number } {
  const page = wholeNumber(given, 'page')
  const size = wholeNumber(given, 'size')
  return { ...(page === undefined ? {} : { page }), ...(size === undefined ? {} : { size }) }
}

function wholeNumber(given: Given, name: string): number | undefined {
  const text = given.option(name)
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--${name} takes a whole number from 1`)
  return Number(text)
}

const why: Option = { value: 'text', help: 'reason for the audit log: no names, no addresses' }

/** The option of commands whose call requires a reason. */
export const REASON: Readonly<Record<string, Option>> = { reason: { ...why, required: true } }
export const OPTIONAL_REASON: Readonly<Record<string, Option>> = { reason: why }

export function reasonOf(given: Given): string {
  return given.option('reason') ?? ''
}

export function optionalReason(given: Given): { reason?: string } {
  const reason = given.option('reason')
  return reason === undefined ? {} : { reason }
}

/** Reads an id, which is a whole number; rejects anything else without a call. */
export function idOf(given: Given, name: string): number {
  const text = given.argument(name)
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`<${name}> is a whole number, not ${text}`)
  return Number(text)
}

export function instantOf(given: Given, name: string): string | undefined {
  const text = given.option(name)
  if (text === undefined) return undefined
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) {
    throw new UsageError(`--${name} takes a time such as 2026-12-24T01:00:00Z`)
  }
  return new Date(ms).toISOString()
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  text: string,
  name: string,
): Value {
  const value = values.find((each) => each === text || each.toLowerCase() === text.toLowerCase())
  if (value === undefined) throw new UsageError(`${name} is one of ${values.join(', ')}`)
  return value
}

export function usageOf(command: Command): string {
  const named = (command.arguments ?? []).map((name) =>
    name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`,
  )
  const options = Object.entries(command.options ?? {}).map(([name, { value, required }]) => {
    const text = value === undefined ? `--${name}` : `--${name} <${value}>`
    return required ? text : `[${text}]`
  })
  return [command.name, ...named, ...options].join(' ')
}
