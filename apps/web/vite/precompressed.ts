import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Excludes index.html, which the server renders, and the page of the preview, which it reads. */
const TEXT = /\.(js|css|svg|json|webmanifest)$|^(recovery|data-page)\/index\.html$/
/** Below this size compression saves no network packet. */
const MIN_COMPRESSED_BYTES = 1000
/** Of 11. The last two levels take ten times as long and save one percent. */
const QUALITY = 9

/**
 * Compresses text once at build time; the server sends the `.br` or `.gz` next to a file unchanged.
 */
export function precompressed(): Plugin {
  let folder = ''
  return {
    name: 'solstice:precompressed',
    apply: 'build',
    writeBundle(options) {
      folder = options.dir ?? ''
    },
    closeBundle() {
      if (!folder) return
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!TEXT.test(file)) continue
        const path = join(folder, file)
        const body = readFileSync(path)
        if (body.length < MIN_COMPRESSED_BYTES) continue
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
        )
        writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
      }
    },
  }
}
