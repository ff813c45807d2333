import { saveFile } from '#/lib/save-file.ts'
import { exportOpened, passphraseProblem } from '#/vault/recovery.ts'
import type { Opened } from '#/vault/recovery.ts'
import { button, element, passwordField, whileBusy } from './dom.ts'
import { fill } from './texts.ts'
import type { RecoveryTexts } from './texts.ts'

/** A minute without a key or a touch on the secret. */
const SHOWN_MS = 60_000

/** The wallet that was opened: its secrets behind a press, and a way to keep them. */
export function openedView(
  texts: RecoveryTexts,
  opened: Opened,
  onClose: () => void,
): HTMLElement[] {
  const words = texts.opened
  const heading = element('h2', { tabindex: '-1' }, words.title)
  const phrase = opened.words
  return [
    element(
      'section',
      { class: 'card' },
      heading,
      element('p', { class: 'notice' }, words.warning),
      element('h3', {}, words.address),
      element('p', { class: 'address' }, opened.address),
      ...(phrase ? secretPart(texts, words.phrase, () => wordList(texts, phrase)) : []),
      ...secretPart(texts, words.key, () => element('p', { class: 'address' }, opened.privateKey)),
      element('p', { class: 'soft' }, words.next),
    ),
    exportSection(texts, opened),
    button('quiet', words.close, onClose),
  ]
}

function wordList(texts: RecoveryTexts, words: readonly string[]): HTMLElement {
  return element(
    'ol',
    { class: words.length > 12 ? 'words many' : 'words' },
    ...words.map((word, at) => {
      const place = String(at + 1)
      return element(
        'li',
        { tabindex: '0', 'aria-label': fill(texts.opened.word, { place, word }) },
        element('span', { class: 'place' }, place),
        word,
      )
    }),
  )
}

/** Shown by a press, hidden by the next one, after a minute of rest, and when the page goes out of sight. */
function secretPart(texts: RecoveryTexts, title: string, draw: () => HTMLElement): HTMLElement[] {
  const words = texts.opened
  const place = element('div', { class: 'secret' }, words.hidden)
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    // Focus on a word that goes away would be lost.
    if (place.contains(document.activeElement)) toggle.focus()
    place.replaceChildren(words.hidden)
    label(words.show, 'false')
  }
  const stay = () => {
    clearTimeout(timer)
    timer = setTimeout(hide, SHOWN_MS)
  }
  const toggle = button('quiet', words.show, () => {
    if (toggle.getAttribute('aria-expanded') === 'true') return hide()
    const secret = draw()
    for (const kind of ['focusin', 'keydown', 'pointerdown']) secret.addEventListener(kind, stay)
    place.replaceChildren(secret)
    label(words.hide, 'true')
    stay()
  })
  const label = (action: string, isExpanded: 'true' | 'false') => {
    toggle.textContent = action
    toggle.setAttribute('aria-label', `${action}: ${title}`)
    toggle.setAttribute('aria-expanded', isExpanded)
  }
  label(words.show, 'false')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hide()
  })
  return [element('h3', {}, title), place, toggle]
}

function exportSection(texts: RecoveryTexts, opened: Opened): HTMLElement {
  const words = texts.export
  const passphrase = passwordField(words.passphrase, 'new-password', words.hint)
  const again = passwordField(words.again, 'new-password')
  const make = button('lit', words.make)
  const status = element('p', { class: 'faint', role: 'status' })
  const problem = element('p', { class: 'problem', role: 'alert' })
  const refusals = { short: words.short, ambiguous: texts.problem.ambiguousPassphrase }
  const form = element(
    'form',
    { class: 'card', novalidate: true },
    element('h2', {}, words.title),
    passphrase.field,
    again.field,
    problem,
    make,
    status,
  )

  async function submit(): Promise<void> {
    const chosen = passphrase.input.value
    const refusal = passphraseProblem(chosen)
    if (refusal) return passphrase.refuse(refusals[refusal])
    if (again.input.value !== chosen) return again.refuse(words.againWrong)
    problem.textContent = ''
    status.textContent = texts.working
    try {
      offer(await exportOpened(opened, chosen))
    } catch {
      status.textContent = ''
      problem.textContent = texts.problem.fault
    }
  }

  function offer(content: string): void {
    const name = `solstice-wallet-${opened.address.slice(0, 8)}.json`
    const file = new File([content], name, { type: 'application/json' })
    status.textContent = words.ready
    // A press of its own: browsers open the share sheet for nothing else.
    const save = button('lit', words.save, () => void saveFile(file))
    make.replaceWith(save)
    passphrase.field.remove()
    again.field.remove()
    save.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void whileBusy(make, submit)
  })
  return form
}
