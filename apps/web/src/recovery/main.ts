import { findStoredWallets } from '#/vault/recovery.ts'
import type { StoredWallet, Opened } from '#/vault/recovery.ts'
import { deviceSection } from './device-section.ts'
import { button, element } from './dom.ts'
import { fileSection } from './file-section.ts'
import { openedView } from './opened-view.ts'
import { LANGUAGE_NAME, firstLanguage, otherLanguage, textsIn } from './texts.ts'
import '@solstice/ui/tokens.css'
import '#/ui/base.css'
import './recovery.css'

/** The copy in docs/ is opened from a file, without access to our storage or passkeys. */
const isServed = location.protocol.startsWith('http')

const header = document.querySelector('header')
const page = document.querySelector('main')
let language = firstLanguage()
let wallets: StoredWallet[] = []
let opened: Opened | undefined

function draw(): void {
  const texts = textsIn(language)
  document.documentElement.lang = language
  document.title = `${texts.title} · Solstice`
  const other = otherLanguage(language)
  const switchLanguage = button('text', LANGUAGE_NAME[other], () => {
    language = other
    draw()
  })
  switchLanguage.lang = other
  header?.querySelector('button')?.remove()
  header?.append(switchLanguage)
  page?.replaceChildren(
    element('h1', { tabindex: '-1' }, texts.title),
    element('p', { class: 'soft' }, texts.lead),
    ...(opened
      ? openedView(texts, opened, () => show(undefined))
      : [
          ...wallets.map((wallet) => deviceSection(texts, wallet, show)),
          fileSection(texts, canOpenHere() ? 'quiet' : 'lit', show),
        ]),
    ...(isServed ? [element('a', { class: 'text', href: '/' }, texts.app)] : []),
  )
}

/**
 * Returns true if a passkey can open a wallet here; the page then emphasises the passkey, and
 * otherwise the file.
 */
const canOpenHere = () => wallets.some(({ passkeys }) => passkeys.length > 0)

function show(shown: Opened | undefined): void {
  opened = shown
  draw()
  const heading = page?.querySelector<HTMLElement>(shown ? 'h2' : 'h1')
  heading?.focus()
}

draw()
async function findWallets(): Promise<void> {
  wallets = await findStoredWallets()
  if (!opened) draw()
}

// Without a database there is no wallet here; files can still be opened.
if (isServed) findWallets().catch(() => undefined)
