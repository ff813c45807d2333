import { readFileSync } from 'node:fs'

/** Returns the constants that name the version and the release of a build. */
export function versions(): Record<string, string> {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string } // Our own file, which npm reads too.
  return {
    'import.meta.env.VERSION': JSON.stringify(version),
    // Identifies a build: error reports contain it, and it distinguishes two builds of the same
    // sources.
    'import.meta.env.RELEASE': JSON.stringify(process.env['SOLSTICE_RELEASE'] ?? version),
  }
}
