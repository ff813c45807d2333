import { isUnlimited } from '@solstice/rules/signing/simulated-effects'
import { visibleText } from './visible-text.ts'

/** One field of typed data. A structure or a list contains fields, anything else a text. */
export type TypedField = {
  name: string
  type: string
  /** The value for display, with hidden characters made visible; undefined if it has `fields`. */
  text: string | undefined
  fields: TypedField[] | undefined
}

/** Typed data (EIP-712) that was checked, for display and for signing. */
export type TypedDataView = {
  primaryType: string
  domain: TypedField[]
  message: TypedField[]
  /** Undefined if the data binds no chain. */
  chainId: number | undefined
  verifyingContract: string | undefined
  /** A permission to spend tokens (EIP-2612, Permit2), which works without a transaction. */
  permit: { spender: string; isUnlimited: boolean } | undefined
  /** The tokens that a permit lets others take, if its form says so without doubt. */
  takes: { address: string; amount: bigint } | undefined
  /** Exactly what is displayed. Sign this, because it lacks the fields that no type declares. */
  signable: SignableTypedData
}

export type SignableTypedData = {
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

export type TypedDataProblem =
  /** Not typed data, or a value that does not match its type. */
  | 'invalid'
  /** Deeper, longer or with more fields than a person can read. */
  | 'too-big'

export type ParsedTypedData =
  | { ok: true; view: TypedDataView }
  | { ok: false; problem: TypedDataProblem }

const INPUT_MAX = 100_000
const DEPTH_MAX = 8
const FIELDS_MAX = 200
const TEXT_MAX = 2_000
/** `__proto__` would set the prototype of the copy. */
const NAME = /^(?!__proto__$)[A-Za-z_$][A-Za-z0-9_$]{0,63}$/
const DOMAIN_FIELDS: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

class Refused extends Error {
  readonly problem: TypedDataProblem
  constructor(problem: TypedDataProblem) {
    super(problem)
    this.problem = problem
  }
}

type Types = Map<string, { name: string; type: string }[]>
type Reader = { types: Types; count: number }

/**
 * Checks typed data from another app, given as JSON or as an object. Anything that could display
 * differently from what is signed is refused.
 */
export function parseTypedData(given: unknown): ParsedTypedData {
  try {
    return { ok: true, view: viewOf(objectIn(given)) }
  } catch (cause) {
    const problem = cause instanceof Refused ? cause.problem : 'invalid'
    return { ok: false, problem }
  }
}

function objectIn(given: unknown): Record<string, unknown> {
  if (typeof given !== 'string') return recordOf(given)
  if (given.length > INPUT_MAX) throw new Refused('too-big')
  return recordOf(JSON.parse(given))
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused('invalid')
  // A copy of the own fields, so that no getter and no prototype answers differently later.
  return { ...value }
}

function viewOf(given: Record<string, unknown>): TypedDataView {
  const types = typesIn(recordOf(given['types']))
  const primaryType = given['primaryType']
  if (typeof primaryType !== 'string' || primaryType === 'EIP712Domain')
    throw new Refused('invalid')
  const domain = recordOf(given['domain'])
  types.set('EIP712Domain', domainTypeOf(types, domain))
  const reader: Reader = { types, count: 0 }
  const readDomain = readStruct(reader, 'EIP712Domain', domain, 0)
  const readMessage = readStruct(reader, primaryType, recordOf(given['message']), 0)
  const { chainId, verifyingContract } = readDomain.value
  return {
    primaryType,
    domain: readDomain.fields,
    message: readMessage.fields,
    chainId: typeof chainId === 'string' ? Number(chainId) : undefined,
    verifyingContract: typeof verifyingContract === 'string' ? verifyingContract : undefined,
    permit: permitIn(primaryType, readMessage.value),
    takes: takesIn(types.get(primaryType) ?? [], primaryType, {
      verifyingContract,
      value: readMessage.value['value'],
    }),
    signable: {
      types: Object.fromEntries(types),
      primaryType,
      domain: readDomain.value,
      message: readMessage.value,
    },
  }
}

function typesIn(given: Record<string, unknown>): Types {
  const types: Types = new Map()
  for (const [name, list] of Object.entries(given)) {
    if (!NAME.test(name) || isBasic(name) || !Array.isArray(list)) throw new Refused('invalid')
    if (list.length > FIELDS_MAX) throw new Refused('too-big')
    const fields = list.map((each: unknown) => {
      const field = recordOf(each)
      if (typeof field['name'] !== 'string' || typeof field['type'] !== 'string') {
        throw new Refused('invalid')
      }
      if (!NAME.test(field['name']) || field['type'].length > 100) throw new Refused('invalid')
      return { name: field['name'], type: field['type'] }
    })
    if (new Set(fields.map((field) => field.name)).size !== fields.length)
      throw new Refused('invalid')
    types.set(name, fields)
  }
  return types
}

/** Libraries derive the type from the fields if it is missing; a given one may only use known fields. */
function domainTypeOf(types: Types, domain: Record<string, unknown>) {
  const declared = types.get('EIP712Domain')
  if (declared?.some(({ name, type }) => DOMAIN_FIELDS[name] !== type)) throw new Refused('invalid')
  // A field that is not declared is not signed, so data for any chain could name this one.
  const isSigned = (field: string) => declared?.some(({ name }) => name === field) ?? true
  if (Object.keys(DOMAIN_FIELDS).some((field) => domain[field] !== undefined && !isSigned(field)))
    throw new Refused('invalid')
  return (
    declared ??
    Object.entries(DOMAIN_FIELDS)
      .filter(([name]) => domain[name] !== undefined)
      .map(([name, type]) => ({ name, type }))
  )
}

type Read = {
  value: unknown
  text: string | undefined
  fields: TypedField[] | undefined
}

function readStruct(reader: Reader, type: string, given: Record<string, unknown>, depth: number) {
  const declared = reader.types.get(type)
  if (!declared) throw new Refused('invalid')
  if (depth > DEPTH_MAX) throw new Refused('too-big')
  const value: Record<string, unknown> = {}
  const fields = declared.map((field): TypedField => {
    if (!Object.hasOwn(given, field.name)) throw new Refused('invalid')
    const read = readValue(reader, field.type, given[field.name], depth)
    value[field.name] = read.value
    return { ...field, text: read.text, fields: read.fields }
  })
  return { value, fields }
}

function readValue(reader: Reader, type: string, given: unknown, depth: number): Read {
  reader.count += 1
  if (reader.count > FIELDS_MAX) throw new Refused('too-big')
  const list = /^(.+)\[(\d*)\]$/.exec(type)
  if (list) return readList(reader, { of: list[1] ?? '', size: list[2] ?? '' }, given, depth)
  if (isBasic(type)) {
    const { value, text } = readBasic(type, given)
    return {
      value,
      text: text === undefined ? visibleText(String(value)) : text,
      fields: undefined,
    }
  }
  return {
    ...readStruct(reader, type, recordOf(given), depth + 1),
    text: undefined,
  }
}

function readList(
  reader: Reader,
  { of, size }: { of: string; size: string },
  given: unknown,
  depth: number,
): Read {
  if (!Array.isArray(given) || (size !== '' && given.length !== Number(size))) {
    throw new Refused('invalid')
  }
  if (given.length > FIELDS_MAX || depth >= DEPTH_MAX) throw new Refused('too-big')
  const reads = given.map((each: unknown) => readValue(reader, of, each, depth + 1))
  return {
    value: reads.map(({ value }) => value),
    text: undefined,
    fields: reads.map(({ text, fields }, at) => ({
      name: String(at + 1),
      type: of,
      text,
      fields,
    })),
  }
}

const INTEGER = /^(u?)int(\d{1,3})$/
const BYTES = /^bytes(\d{0,2})$/

function isBasic(type: string): boolean {
  const integer = INTEGER.exec(type)
  if (integer) return isWidth(Number(integer[2]))
  const bytes = BYTES.exec(type)
  if (bytes) return bytes[1] === '' || (Number(bytes[1]) >= 1 && Number(bytes[1]) <= 32)
  return type === 'address' || type === 'bool' || type === 'string'
}

const isWidth = (bits: number) => bits >= 8 && bits <= 256 && bits % 8 === 0

/** Returns the value in its canonical form; `text` is set where it is displayed differently. */
function readBasic(type: string, given: unknown): { value: unknown; text?: string } {
  if (type === 'string') {
    if (typeof given !== 'string') throw new Refused('invalid')
    if (given.length > TEXT_MAX) throw new Refused('too-big')
    return { value: given }
  }
  if (type === 'bool') {
    if (typeof given !== 'boolean') throw new Refused('invalid')
    return { value: given }
  }
  if (type === 'address') {
    if (typeof given !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(given))
      throw new Refused('invalid')
    return { value: given }
  }
  const integer = INTEGER.exec(type)
  if (integer) return { value: integerIn(given, integer[1] === 'u', Number(integer[2])) }
  return { value: bytesIn(given, Number(BYTES.exec(type)?.[1] ?? 0)) }
}

function integerIn(given: unknown, isUnsigned: boolean, bits: number): string {
  const isSafe = typeof given === 'number' && Number.isSafeInteger(given)
  const isText = typeof given === 'string' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(given)
  if (!isSafe && !isText && typeof given !== 'bigint') throw new Refused('invalid')
  const number = BigInt(given)
  const limit = 2n ** BigInt(isUnsigned ? bits : bits - 1)
  if (number >= limit || number < (isUnsigned ? 0n : -limit)) throw new Refused('invalid')
  return String(number)
}

function bytesIn(given: unknown, size: number): string {
  if (typeof given !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(given))
    throw new Refused('invalid')
  if (given.length > TEXT_MAX) throw new Refused('too-big')
  if (size > 0 && given.length !== 2 + 2 * size) throw new Refused('invalid')
  return given
}

/** The permits of tokens (EIP-2612, DAI) and of Permit2, by their primary types. */
const PERMITS: ReadonlySet<string> = new Set([
  'Permit',
  'PermitSingle',
  'PermitBatch',
  'PermitTransferFrom',
  'PermitBatchTransferFrom',
  'PermitWitnessTransferFrom',
  'PermitBatchWitnessTransferFrom',
])

/** Transfers of a token that anybody may submit (EIP-3009). */
const AUTHORISATIONS: ReadonlySet<string> = new Set([
  'TransferWithAuthorization',
  'ReceiveWithAuthorization',
])

function permitIn(primaryType: string, message: Record<string, unknown>): TypedDataView['permit'] {
  const spender = AUTHORISATIONS.has(primaryType) ? message['to'] : message['spender']
  // A permit without a readable spender cannot be explained.
  if (typeof spender !== 'string' && PERMITS.has(primaryType)) throw new Refused('invalid')
  if (typeof spender !== 'string') return undefined
  const amounts = amountsIn(message)
  const isEverything =
    message['allowed'] === true || amounts.some((each) => isUnlimited(BigInt(each)))
  return { spender, isUnlimited: isEverything }
}

/** The exact fields of the permits and transfers of a token (EIP-2612, EIP-3009). */
const TOKEN_FORMS: Readonly<Record<string, string>> = {
  Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
  TransferWithAuthorization:
    'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
  ReceiveWithAuthorization:
    'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
}

/** Other forms may mean anything to their contract, whatever their fields are called. */
function takesIn(
  fields: readonly { name: string; type: string }[],
  primaryType: string,
  { verifyingContract, value }: { verifyingContract: unknown; value: unknown },
): TypedDataView['takes'] {
  const form = fields.map(({ name, type }) => `${type} ${name}`).join()
  if (form !== TOKEN_FORMS[primaryType] || typeof verifyingContract !== 'string') return undefined
  const amount = BigInt(String(value))
  return isUnlimited(amount) ? undefined : { address: verifyingContract, amount }
}

/** Collects `value` and `amount`, also of the tokens inside a permit of Permit2. */
function amountsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(amountsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    (name === 'value' || name === 'amount') && typeof each === 'string' && /^\d+$/.test(each)
      ? [each]
      : amountsIn(each),
  )
}
