import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type BuiltChunk, filesOf } from './built-chunks.ts'

/** The app, which starts after the first paint, lazy parts of its shell, and a visitor's first screen. */
const SHELL_MODULES = /\/src\/(main\.tsx|shell\/|locales\/en\/shell\.json|routes\/auth\/login\.tsx)/
/** Modules that load after the first screen and are useless without a network. */
const ONLINE_ONLY =
  /node_modules\/@(firebase|sentry)\/|\/shell\/(install|errors|maintenance)\/(remote-flag|install-guide|report)/
/** Public files outside the bundle that the shell shows. */
const PUBLIC_FILES = ['favicon.svg', 'logo-mark.svg', 'logo-white.svg', 'icons/icon-192.png']
const NAMED_FILES = [
  'index.html',
  'recovery/index.html',
  'manifest.webmanifest',
  'manifest.ko.webmanifest',
]
/**
 * A font with a hundred subsets, of which a page needs few; the browser's HTTP cache stores those.
 */
const NOT_PRECACHED = /\.map$|Pretendard/
const PLACEHOLDER = '__SHELL__'

/** Writes the list of files of this release into the built worker. */
export function serviceWorker(): Plugin {
  return {
    name: 'solstice:service-worker',
    apply: 'build',
    writeBundle(options, bundle) {
      const folder = options.dir ?? ''
      const chunks = Object.values(bundle).filter(
        (file): file is BuiltChunk => file.type === 'chunk',
      )
      const worker = chunks.find((chunk) => chunk.fileName === 'sw.js')
      if (!worker) return this.error('The build produced no sw.js')
      // Browsers start it as a classic script, so it must be a single file.
      if (worker.imports.length > 0) {
        return this.error(`sw.js imports ${worker.imports.join(', ')}: it must be a single file`)
      }
      const kept = shellFiles(chunks)
      const files = [...kept, ...NAMED_FILES, ...PUBLIC_FILES].toSorted()
      const hash = createHash('sha256')
      for (const file of files)
        hash
          .update(file)
          .update('\0')
          .update(readFileSync(join(folder, file)))
      const assets = Object.keys(bundle).filter((file) => file.startsWith('assets/'))
      const shell = {
        version: hash.digest('hex').slice(0, 12),
        files: files.map((file) => `/${file}`),
        assets: assets.filter((file) => !NOT_PRECACHED.test(file)).map((file) => `/${file}`),
        screens: [...screenFiles(chunks)]
          .filter((file) => !kept.has(file))
          .toSorted()
          .map((file) => `/${file}`),
      }
      const path = join(folder, 'sw.js')
      const code = readFileSync(path, 'utf8')
      if (code.split(PLACEHOLDER).length !== 2) this.error(`sw.js must contain ${PLACEHOLDER} once`)
      // Use a function, because `$` has a special meaning in a replacement string.
      writeFileSync(
        path,
        code.replace(PLACEHOLDER, () => JSON.stringify(shell)),
      )
    },
  }
}

function shellFiles(chunks: readonly BuiltChunk[]): Set<string> {
  return filesOf(chunks, (chunk) => {
    const isPage = chunk.isEntry && chunk.fileName !== 'sw.js'
    return isPage || (SHELL_MODULES.test(chunk.facadeModuleId ?? '') && !isOnlineOnly(chunk))
  })
}

/** Returns all other files that a screen may need, in every language. */
function screenFiles(chunks: readonly BuiltChunk[]): Set<string> {
  return filesOf(chunks, (chunk) => chunk.fileName !== 'sw.js' && !isOnlineOnly(chunk))
}

function isOnlineOnly({ moduleIds }: BuiltChunk): boolean {
  return moduleIds.some((id) => ONLINE_ONLY.test(id))
}
