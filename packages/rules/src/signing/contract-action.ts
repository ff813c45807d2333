import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { statesEffects } from './calldata.ts'

/** Declared here, because the plan of a mission imports the type of its action. */
type Texts = { en: string; ko: string }

/** How one argument of an action is chosen. A number or a text of the member is bounded. */
export type ActionArgument =
  | { kind: 'FIXED'; value: string }
  /** The member's own address. */
  | { kind: 'WALLET' }
  | { kind: 'TEXT'; label: Texts; maxLength: number }
  | { kind: 'NUMBER'; label: Texts; min: string; max: string }

/** A call of one function that a mission asks for. It moves no tokens and approves nothing. */
export type PlannedAction = {
  /** The name of the contract, as members know it. */
  name: Texts
  /** The change that the call makes, in a few words. */
  effect: Texts
  /** The ABI fragment of the function, such as `sign(string line)`. */
  function: string
  /** One for each parameter, in order. */
  arguments: readonly ActionArgument[]
  /** The coin that is sent along, in the smallest unit. */
  value: string
}

/** The coin that an action may send along: a hundredth of a coin with 18 decimals. */
export const MAX_ACTION_VALUE = 10n ** 16n
export const MAX_ACTION_TEXT = 200
const MAX_PARAMETERS = 6

export type ActionParameter = { type: string; name: string }
export type ActionFunction = {
  name: string
  parameters: ActionParameter[]
  selector: string
}

const FUNCTION = /^(?:function )?([A-Za-z_$][\w$]{0,63})\(([^()]{0,300})\)(?: external| payable)*$/
const PARAMETER = /^([a-z]+\d*)(?: ([A-Za-z_$][\w$]{0,63}))?$/
const TYPE = /^(?:address|bool|string|u?int(?:8|16|32|64|128|256)|bytes32)$/

/** Reads an ABI fragment with simple parameters; undefined for anything else. */
export function parseFunction(fragment: string): ActionFunction | undefined {
  const found = FUNCTION.exec(fragment.trim())
  if (!found) return undefined
  const [, name = '', list = ''] = found
  const parts = list.trim() === '' ? [] : list.split(',')
  if (parts.length > MAX_PARAMETERS) return undefined
  const parameters: ActionParameter[] = []
  for (const [at, part] of parts.entries()) {
    const [, type = '', given = String(at + 1)] = PARAMETER.exec(part.trim()) ?? []
    if (!TYPE.test(type)) return undefined
    parameters.push({ type, name: given })
  }
  const canonical = `${name}(${parameters.map(({ type }) => type).join(',')})`
  return { name, parameters, selector: selectorOf(canonical) }
}

function selectorOf(canonical: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(canonical))).slice(0, 8)}`
}

/** The functions that approve or move assets under the names that wallets and tokens share. */
const ASSET_FUNCTION =
  /^(?:approve|increaseAllowance|setApprovalForAll|permit\w*|transfer|transferFrom|safeTransfer\w*|safeBatchTransfer\w*|send|operatorSend|burn\w*)$/

export type ActionProblem =
  /** The fragment cannot be read. */
  | 'FUNCTION'
  /** The selector of the proof is of another function. */
  | 'SELECTOR'
  /** The function approves or moves assets by its name or its selector. */
  | 'ASSETS'
  /** There are more or fewer arguments than parameters. */
  | 'COUNT'
  /** An argument does not fit its parameter, or has no bounds. */
  | 'ARGUMENT'
  | 'VALUE'

/** Returns the problems of a planned action that its text alone reveals. */
export function actionProblems(action: PlannedAction, selector: string): ActionProblem[] {
  return problemsOf(action, selector)
}

/**
 * True if a phone may offer an action. The check of a plan has the same rules, but a phone trusts
 * no reply with the contract that it calls or the coin that it sends.
 */
export const isOfferable = (action: EncodableAction & { value: string }): boolean =>
  problemsOf(action).length === 0

function problemsOf(
  action: EncodableAction & { value: string },
  selector?: string,
): ActionProblem[] {
  const parsed = parseFunction(action.function)
  if (!parsed) return ['FUNCTION']
  const { name, parameters } = parsed
  const problems: ActionProblem[] = []
  if (selector !== undefined && parsed.selector !== selector.toLowerCase()) {
    problems.push('SELECTOR')
  }
  // Another name can have the selector of a transfer.
  if (ASSET_FUNCTION.test(name) || statesEffects(parsed.selector)) problems.push('ASSETS')
  if (parameters.length !== action.arguments.length) problems.push('COUNT')
  else if (!parameters.every(({ type }, at) => fits(type, action.arguments[at]))) {
    problems.push('ARGUMENT')
  }
  if (!/^\d{1,30}$/.test(action.value) || BigInt(action.value) > MAX_ACTION_VALUE) {
    problems.push('VALUE')
  }
  return problems
}

function fits(type: string, argument: Bounded | undefined): boolean {
  switch (argument?.kind) {
    case 'FIXED':
      return wordOf(type, argument.value) !== undefined
    case 'WALLET':
      return type === 'address'
    case 'TEXT':
      return type === 'string' && argument.maxLength >= 1 && argument.maxLength <= MAX_ACTION_TEXT
    case 'NUMBER': {
      const [min, max] = [integerOf(argument.min), integerOf(argument.max)]
      if (min === undefined || max === undefined || min > max || !/^u?int/.test(type)) return false
      return isInRange(type, min) && isInRange(type, max)
    }
    case undefined:
      return false
  }
}

/** The values that a member gives, by the position of their argument. */
export type GivenValues = Readonly<Record<number, string>>

/** Returns the argument whose value is missing or out of bounds; undefined if all are right. */
export function wrongArgument(
  { arguments: all }: Pick<EncodableAction, 'arguments'>,
  given: GivenValues,
): number | undefined {
  const at = all.findIndex((argument, index) => !isGiven(argument, given[index] ?? ''))
  return at < 0 ? undefined : at
}

function isGiven(argument: Bounded, value: string): boolean {
  switch (argument.kind) {
    case 'TEXT':
      return isPlainText(value) && Array.from(value).length <= argument.maxLength
    case 'NUMBER': {
      const number = integerOf(value)
      if (number === undefined) return false
      return number >= BigInt(argument.min) && number <= BigInt(argument.max)
    }
    case 'FIXED':
    case 'WALLET':
      return true
  }
}

/** A text that stays on a chain for good has no hidden characters. */
const isPlainText = (value: string) => value.trim() !== '' && !/[\p{C}\p{Zl}\p{Zp}]/u.test(value)

/** The part of an argument that does not depend on a language. */
type Bounded =
  | Extract<ActionArgument, { kind: 'FIXED' | 'WALLET' }>
  | { kind: 'TEXT'; maxLength: number }
  | { kind: 'NUMBER'; min: string; max: string }

export type EncodableAction = {
  function: string
  arguments: readonly Bounded[]
}

/** Encodes the call. Throws for an action with problems or for values out of bounds. */
export function encodeAction(
  action: EncodableAction,
  wallet: string,
  given: GivenValues,
): `0x${string}` {
  const parsed = parseFunction(action.function)
  if (!parsed || parsed.parameters.length !== action.arguments.length) {
    throw new RangeError('The action has no readable function')
  }
  const values = action.arguments.map((argument, at) => {
    if (!isGiven(argument, given[at] ?? '')) throw new RangeError(`Argument ${at + 1} is wrong`)
    if (argument.kind === 'FIXED') return argument.value
    return argument.kind === 'WALLET' ? wallet : (given[at] ?? '')
  })
  const heads: string[] = []
  let tail = ''
  const headBytes = values.length * WORD_BYTES
  for (const [at, { type }] of parsed.parameters.entries()) {
    const encoded = wordOf(type, values[at] ?? '')
    if (encoded === undefined) throw new RangeError(`Argument ${at + 1} does not fit ${type}`)
    if (type === 'string') {
      heads.push(word(BigInt(headBytes + tail.length / 2)))
      tail += encoded
    } else heads.push(encoded)
  }
  return `0x${parsed.selector.slice(2)}${heads.join('')}${tail}`
}

/** Sample values for the test of a plan: the shortest text and the lowest number. */
export function sampleValues({ arguments: all }: Pick<EncodableAction, 'arguments'>): GivenValues {
  const values: Record<number, string> = {}
  for (const [at, argument] of all.entries()) {
    if (argument.kind === 'TEXT') values[at] = 'A'
    if (argument.kind === 'NUMBER') values[at] = argument.min
  }
  return values
}

const WORD_BYTES = 32
const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** Encodes one value; undefined if it does not fit the type. */
function wordOf(type: string, value: string): string | undefined {
  switch (type) {
    case 'address':
      return /^0x[0-9a-fA-F]{40}$/.test(value)
        ? value.slice(2).toLowerCase().padStart(64, '0')
        : undefined
    case 'bool':
      return value === 'true' || value === 'false' ? word(value === 'true' ? 1n : 0n) : undefined
    case 'bytes32':
      return /^0x[0-9a-fA-F]{64}$/.test(value) ? value.slice(2).toLowerCase() : undefined
    case 'string': {
      const hex = bytesToHex(utf8ToBytes(value))
      const length = word(BigInt(hex.length / 2))
      return length + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
    }
    default: {
      const number = integerOf(value)
      if (number === undefined || !isInRange(type, number)) return undefined
      return word(number < 0n ? 2n ** 256n + number : number)
    }
  }
}

function integerOf(value: string): bigint | undefined {
  return /^-?\d{1,78}$/.test(value) ? BigInt(value) : undefined
}

function isInRange(type: string, number: bigint): boolean {
  const bits = BigInt(type.replace(/^u?int/, ''))
  if (type.startsWith('uint')) return number >= 0n && number < 2n ** bits
  return number >= -(2n ** (bits - 1n)) && number < 2n ** (bits - 1n)
}

/** The action of an on-chain proof as a member sees it. */
export type ShownAction = {
  contract: string
  name: string
  effect: string
  function: string
  arguments: (
    | Extract<ActionArgument, { kind: 'FIXED' | 'WALLET' }>
    | { kind: 'TEXT'; label: string; maxLength: number }
    | { kind: 'NUMBER'; label: string; min: string; max: string }
  )[]
  value: string
}

/** Writes an action in one language. */
export function shownAction(
  { contract, action }: { contract: string; action?: PlannedAction | undefined },
  inLanguage: (texts: Texts) => string,
): ShownAction | undefined {
  if (!action) return undefined
  return {
    contract,
    name: inLanguage(action.name),
    effect: inLanguage(action.effect),
    function: action.function,
    arguments: action.arguments.map((argument) =>
      'label' in argument ? { ...argument, label: inLanguage(argument.label) } : argument,
    ),
    value: action.value,
  }
}
