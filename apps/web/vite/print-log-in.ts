import { pathToFileURL } from 'node:url'
import type { Language } from '@solstice/contract/messages'
import { Window } from 'happy-dom'
import type { renderLogIn } from '../src/render-log-in.tsx'

/** The parts of a browser that the router expects when it is created. */
const GLOBALS = ['document', 'history', 'location', 'localStorage', 'sessionStorage'] as const

/** Prints the markup of the log-in. Arguments: the built renderer and the language. */
const [, , renderer = '', language = ''] = process.argv

const page = new Window({ url: 'http://localhost/auth/login' })
for (const name of GLOBALS) {
  Object.defineProperty(globalThis, name, { value: page[name], configurable: true })
}
Object.assign(globalThis, {
  window: page,
  self: page,
  addEventListener: page.addEventListener.bind(page),
})
// The build writes this module from the file that the type names.
const built = (await import(pathToFileURL(renderer).href)) as { renderLogIn: typeof renderLogIn }
const html = await built.renderLogIn(language as Language) // The build passes its languages.
// React keeps a message channel open, which would keep the process running.
process.stdout.write(html, () => process.exit())
