import { openStoredWallet } from '#/vault/recovery.ts'
import type { StoredWallet, Opened } from '#/vault/recovery.ts'
import { button, element, whileBusy } from './dom.ts'
import type { RecoveryTexts } from './texts.ts'

/** Shows a wallet in this browser. A passkey with PRF opens it without a server. */
export function deviceSection(
  texts: RecoveryTexts,
  wallet: StoredWallet,
  onOpened: (opened: Opened) => void,
): HTMLElement {
  const { device: labels } = texts
  const problem = element('p', { class: 'problem', role: 'alert' })
  const card = element(
    'section',
    { class: 'card' },
    element('h2', {}, labels.title),
    element('p', { class: 'address' }, wallet.address),
  )
  if (wallet.passkeys.length === 0) {
    card.append(element('p', { class: 'soft' }, labels.noPasskey))
    return card
  }
  const open = button('lit', labels.open, () => {
    problem.textContent = ''
    void whileBusy(open, async () => {
      try {
        onOpened(await openStoredWallet(wallet))
      } catch {
        problem.textContent = labels.failed
      }
    })
  })
  card.append(problem, open)
  return card
}
