import { saveFile } from '#/lib/save-file.ts'
import { exportOpened, passphraseProblem } from '#/vault/recovery.ts'
import type { Opened } from '#/vault/recovery.ts'
import { button, element, passwordField, whileBusy } from './dom.ts'
import { fill } from './texts.ts'
import type { RecoveryTexts } from './texts.ts'

/** Hides the secret after a minute without a key press or a touch on it. */
const SHOWN_MS = 60_000

/** Shows the opened wallet with hidden secrets and a way to export them. */
export function openedView(
  texts: RecoveryTexts,
  opened: Opened,
  onClose: () => void,
): HTMLElement[] {
  const labels = texts.opened
  const heading = element('h2', { tabindex: '-1' }, labels.title)
  const phrase = opened.words
  return [
    element(
      'section',
      { class: 'card' },
      heading,
      element('p', { class: 'notice' }, labels.warning),
      element('h3', {}, labels.address),
      element('p', { class: 'address' }, opened.address),
      ...(phrase ? secretSection(texts, labels.phrase, () => wordList(texts, phrase)) : []),
      ...secretSection(texts, labels.key, () =>
        element('p', { class: 'address' }, opened.privateKey),
      ),
      element('p', { class: 'soft' }, labels.next),
    ),
    exportSection(texts, opened),
    button('quiet', labels.close, onClose),
  ]
}

function wordList(texts: RecoveryTexts, words: readonly string[]): HTMLElement {
  return element(
    'ol',
    { class: words.length > 12 ? 'words many' : 'words' },
    ...words.map((word, at) => {
      const position = String(at + 1)
      return element(
        'li',
        { tabindex: '0', 'aria-label': fill(texts.opened.word, { place: position, word }) },
        element('span', { class: 'place' }, position),
        word,
      )
    }),
  )
}

/**
 * Shows a secret on a press and hides it on the next press, after a minute without input, and when
 * the page is hidden.
 */
function secretSection(
  texts: RecoveryTexts,
  title: string,
  draw: () => HTMLElement,
): HTMLElement[] {
  const labels = texts.opened
  const container = element('div', { class: 'secret' }, labels.hidden)
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    // Move the focus, because it would be lost with the hidden word.
    if (container.contains(document.activeElement)) toggle.focus()
    container.replaceChildren(labels.hidden)
    label(labels.show, 'false')
  }
  const stay = () => {
    clearTimeout(timer)
    timer = setTimeout(hide, SHOWN_MS)
  }
  const toggle = button('quiet', labels.show, () => {
    if (toggle.getAttribute('aria-expanded') === 'true') return hide()
    const secret = draw()
    for (const kind of ['focusin', 'keydown', 'pointerdown']) secret.addEventListener(kind, stay)
    container.replaceChildren(secret)
    label(labels.hide, 'true')
    stay()
  })
  const label = (action: string, isExpanded: 'true' | 'false') => {
    toggle.textContent = action
    toggle.setAttribute('aria-label', `${action}: ${title}`)
    toggle.setAttribute('aria-expanded', isExpanded)
  }
  label(labels.show, 'false')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hide()
  })
  return [element('h3', {}, title), container, toggle]
}

function exportSection(texts: RecoveryTexts, opened: Opened): HTMLElement {
  const labels = texts.export
  const passphrase = passwordField(labels.passphrase, 'new-password', labels.hint)
  const again = passwordField(labels.again, 'new-password')
  const make = button('lit', labels.make)
  const status = element('p', { class: 'faint', role: 'status' })
  const problem = element('p', { class: 'problem', role: 'alert' })
  const refusals = { short: labels.short, ambiguous: texts.problem.ambiguousPassphrase }
  const form = element(
    'form',
    { class: 'card', novalidate: true },
    element('h2', {}, labels.title),
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
    if (again.input.value !== chosen) return again.refuse(labels.againWrong)
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
    status.textContent = labels.ready
    // Needs a separate press, because browsers open the share sheet only for a user gesture.
    const save = button('lit', labels.save, () => void saveFile(file))
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
