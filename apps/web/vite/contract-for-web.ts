import { Code } from '@solstice/contract/codes'
import type { Plugin } from 'vite'

const ENDPOINTS = /\/packages\/contract\/src\/[\w-]+\.endpoints\.ts$/
const SOURCE = /\/(?:apps\/web|packages\/contract)\/src\/.*\.tsx?$/

/** What only the server and its documentation read of a call. */
const FOR_THE_SERVER =
  /^\s*(?:summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?:codes|limits|roles): (?:\[[^\]]*\]|\w+)|(?:id|access|pin): '[^']*'|(?:openInMaintenance|idempotent): true),\n/gm

const NAMED_CODE = /\bCode\.([A-Z_]+)\b/g

/**
 * Lightens the contract for the first load: the web calls by method and path, and knows a code by
 * its number. Names and summaries stay where people read them.
 */
export function contractForWeb(): Plugin {
  return {
    name: 'solstice:contract-for-web',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!SOURCE.test(id) || !/\bCode\b|^export const \w+Endpoints/m.test(code)) return undefined
      const lightened = ENDPOINTS.test(id) ? code.replace(FOR_THE_SERVER, '') : code
      return { code: lightened.replace(NAMED_CODE, numberOf), map: null }
    },
  }
}

function numberOf(written: string, name: string): string {
  return name in Code ? String(Code[name as keyof typeof Code]) : written
}
