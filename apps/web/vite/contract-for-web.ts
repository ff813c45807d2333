import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { Visitor, parseSync } from 'vite'
import type { Plugin } from 'vite'

const ENDPOINTS = /\/packages\/contract\/src\/[\w-]+\.endpoints\.ts$/
const SOURCE = /\/(?:apps\/(?:web|console)|packages\/(?:contract|ui))\/src\/.*\.tsx?$/
const CODES_FILE = /\/packages\/contract\/src\/codes\.ts$/
const CODES = /^(?:@solstice\/contract\/codes|\.\/codes\.ts)$/

type Field = keyof Endpoint

/** The fields of an endpoint that `lib/api-client.ts` reads. */
const CLIENT_FIELDS: readonly Field[] = ['method', 'path', 'device']

/**
 * Reduces the contract for the initial bundle: the web needs only method, path and numeric codes,
 * not names and summaries.
 */
export function contractForWeb(fields = CLIENT_FIELDS): Plugin {
  return {
    name: 'solstice:contract-for-web',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      return ENDPOINTS.test(id) ? endpointsModule(id, fields) : undefined
    },
    transform(code, id) {
      if (!SOURCE.test(id) || !code.includes('Code.')) return undefined
      return { code: withCodeNumbers(code, id), map: null }
    },
  }
}

/**
 * Evaluates the file, which contains only data, and writes it again without the fields that only
 * the server needs.
 */
export async function endpointsModule(file: string, fields = CLIENT_FIELDS): Promise<string> {
  const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  return Object.entries(exported)
    .map(([name, value]) => {
      if (!isJson(value)) throw new Error(`${file}: ${name} is not plain data`)
      const light = name.endsWith('Endpoints')
        ? pickFields(value as Record<string, Endpoint>, fields)
        : value
      return `export const ${name} = ${JSON.stringify(light)}\n`
    })
    .join('')
}

/**
 * JSON drops functions and undefined and empties regular expressions, which would break only the
 * production build.
 */
function isJson(value: unknown): boolean {
  const written = JSON.stringify(value) as string | undefined
  return written !== undefined && isDeepStrictEqual(JSON.parse(written), value)
}

function pickFields(endpoints: Record<string, Endpoint>, fields: readonly Field[]) {
  return Object.fromEntries(
    Object.entries(endpoints).map(([id, endpoint]) => [
      id,
      Object.fromEntries(fields.map((part) => [part, endpoint[part]])),
    ]),
  )
}

/** Replaces every `Code.NAME` with its number in a file that imports `Code`. */
export function withCodeNumbers(code: string, file: string): string {
  const { program, module, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const imports = module.staticImports.filter(({ moduleRequest }) =>
    CODES.test(moduleRequest.value),
  )
  const locals = new Set(
    imports.flatMap(({ entries }) =>
      entries
        .filter(({ importName }) => importName.name === 'Code')
        .map((one) => one.localName.value),
    ),
  )
  // Include the declaring file: without named references the bundler can leave it out.
  if (CODES_FILE.test(file)) locals.add('Code')
  const found: { start: number; end: number; value: number }[] = []
  new Visitor({
    MemberExpression({ object, property, computed, start, end }) {
      if (computed || object.type !== 'Identifier' || !locals.has(object.name)) return
      if (property.type !== 'Identifier') return
      const value = Object.entries(Code).find(([name]) => name === property.name)?.[1]
      if (value !== undefined) found.push({ start, end, value })
    },
  }).visit(program)
  return found
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, value }) => text.slice(0, start) + value + text.slice(end), code)
}
