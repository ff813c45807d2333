import { openExportFile, problemOf } from '#/vault/recovery.ts'
import type { Opened } from '#/vault/recovery.ts'
import { button, element, passwordField, whileBusy } from './dom.ts'
import type { RecoveryTexts } from './texts.ts'

/** Opens an export file; nothing of it is stored when the page is left. */
export function fileSection(
  texts: RecoveryTexts,
  variant: 'lit' | 'quiet',
  onOpened: (opened: Opened) => void,
): HTMLElement {
  const { file: labels } = texts
  const input = element('input', {
    type: 'file',
    accept: 'application/json,.json',
    class: 'unseen',
    tabindex: '-1',
    'aria-label': labels.choose,
  })
  const choice = element('button', { type: 'button', class: 'choice' }, labels.choose)
  const passphrase = passwordField(labels.passphrase, 'current-password')
  const open = button(variant, labels.open)
  const status = element('p', { class: 'faint', role: 'status' })
  const problem = element('p', { class: 'problem', role: 'alert' })
  choice.addEventListener('click', () => input.click())
  input.addEventListener('change', () => {
    choice.textContent = input.files?.[0]?.name ?? labels.choose
    problem.textContent = ''
  })

  async function submit(): Promise<void> {
    problem.textContent = ''
    const file = input.files?.[0]
    if (!file) {
      problem.textContent = labels.chooseFirst
      return
    }
    if (passphrase.input.value === '') return passphrase.refuse(labels.passphraseFirst)
    status.textContent = texts.working
    try {
      const opened = await openExportFile(await file.text(), passphrase.input.value)
      passphrase.input.value = ''
      onOpened(opened)
    } catch (cause) {
      const kind = problemOf(cause)
      if (kind === 'wrong-passphrase') passphrase.refuse(texts.problem.wrongPassphrase)
      else {
        problem.textContent =
          kind === 'invalid-file' ? texts.problem.invalidFile : texts.problem.fault
      }
    } finally {
      status.textContent = ''
    }
  }

  const form = element(
    'form',
    { class: 'card', novalidate: true },
    element('h2', {}, labels.title),
    element('p', { class: 'soft' }, labels.text),
    input,
    choice,
    problem,
    passphrase.field,
    open,
    status,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void whileBusy(open, submit)
  })
  return form
}
