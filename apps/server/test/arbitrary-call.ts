import fc from 'fast-check'
import { z } from 'zod'
import { aSalt, blindPin } from './test-pin.ts'

/** The part of JSON Schema that the contract's schemas use. */
type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Realistic values by field name; `*` applies to every field. */
export type FieldValues = Readonly<Record<string, readonly string[]>>

/** Values that commonly break programs. */
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202Eabc',
  '１２３',
  "' or 1=1 --",
  '%00%',
  '../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  'a'.repeat(5000),
  '9'.repeat(90),
  '1e3',
  'NaN',
  '-1',
  -1,
  0,
  -0.5,
  1e308,
  2 ** 53,
  true,
  [],
  [[[]]],
  {},
  { constructor: { prototype: { admin: true } } },
]

const hostileValue = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue({ maxDepth: 3 }))

function arbitraryOf(schema: z.ZodType, fieldValues: FieldValues): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return valid(json as JsonSchema, fieldValues) // The type above covers the parts that are read.
}

/**
 * Fields that random values cannot fill, because services reject most of what their schema accepts.
 */
const VALID_VALUES: FieldValues = {
  '*': ['1'],
  endpoint: ['https://fcm.googleapis.com/fcm/send/abc'],
  blinded: [blindPin('135790', aSalt()).blinded],
}

/**
 * Returns a value that the schema accepts if one was generated, else one of its shape; the same in
 * every run.
 */
export function aLikelyValue(schema: z.ZodType): unknown {
  const drawn = fc.sample(arbitraryOf(schema, VALID_VALUES), { numRuns: 200, seed: 1 })
  return drawn.find((value) => schema.safeParse(value).success) ?? drawn[0]
}

export function aValidValue(schema: z.ZodType): unknown {
  const found = aLikelyValue(schema)
  if (!schema.safeParse(found).success) throw new Error('No generated value is valid')
  return found
}

/** Generates mostly valid values; in the others one part is invalid, or all of it. */
export function nearlyValid(schema: z.ZodType, fieldValues: FieldValues): fc.Arbitrary<unknown> {
  const right = arbitraryOf(schema, fieldValues)
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 4, arbitrary: fc.tuple(right, fc.nat(), hostileValue).map(corruptOneField) },
    { weight: 1, arbitrary: right.map((value) => withField(value, 'somethingElse', true)) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function valid(schema: JsonSchema, fieldValues: FieldValues, name = '*'): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.allOf
  if (options) return fc.oneof(...options.map((option) => valid(option, fieldValues, name)))
  switch (schema.type ?? 'any') {
    case 'string':
      return text(schema, fieldValues, name)
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer(bounds(schema)))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, fieldValues, name), { maxLength: 4 })
    case 'object':
      return object(schema, fieldValues)
    default:
      return fc.oneof(knownValues(fieldValues, name), hostileValue)
  }
}

function bounds({ minimum = -1000, maximum = 1_000_000 }: JsonSchema) {
  const clamp = (value: number) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value))
  return { min: clamp(minimum), max: clamp(maximum) }
}

function object(schema: JsonSchema, fieldValues: FieldValues): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, valid(field, fieldValues, name)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}

/** Values that the server knows, such as a member's address, reach further than random ones. */
function text(schema: JsonSchema, fieldValues: FieldValues, name: string): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 40 } = schema
  const free = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  })
  const fitting =
    (schema.pattern === undefined ? undefined : matchingPattern(schema.pattern)) ?? free
  return fc.oneof(
    { weight: fieldValues[name] ? 8 : 1, arbitrary: knownValues(fieldValues, name) },
    { weight: 2, arbitrary: fitting },
  )
}

function knownValues(fieldValues: FieldValues, name: string): fc.Arbitrary<string> {
  return fc.constantFrom(...(fieldValues[name] ?? fieldValues['*'] ?? ['']))
}

/** Building these took a fifth of the time of the fuzz test, and calls share most patterns. */
const matching = new Map<string, fc.Arbitrary<string> | undefined>()

function matchingPattern(pattern: string): fc.Arbitrary<string> | undefined {
  if (!matching.has(pattern)) matching.set(pattern, newMatchingPattern(pattern))
  return matching.get(pattern)
}

/** Returns undefined for a pattern from which no text can be generated. */
function newMatchingPattern(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return undefined
  }
}

function corruptOneField([value, at, badValue]: [unknown, number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return badValue
  const names = Object.keys(value)
  const name = names[at % Math.max(1, names.length)]
  if (name === undefined) return badValue
  if (at % 3 !== 0) return withField(value, name, badValue)
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

function withField(value: unknown, name: string, field: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value, [name]: field } : field
}
