import { openKeptWallet } from '#/vault/recovery.ts'
import type { KeptWallet, Opened } from '#/vault/recovery.ts'
import { button, element, whileBusy } from './dom.ts'
import type { RecoveryTexts } from './texts.ts'

/** A wallet that lies in this browser. A passkey with PRF opens it without anybody's help. */
export function deviceSection(
  texts: RecoveryTexts,
  wallet: KeptWallet,
  onOpened: (opened: Opened) => void,
): HTMLElement {
  const { device: words } = texts
  const problem = element('p', { class: 'problem', role: 'alert' })
  const card = element(
    'section',
    { class: 'card' },
    element('h2', {}, words.title),
    element('p', { class: 'address' }, wallet.address),
  )
  if (wallet.passkeys.length === 0) {
    card.append(element('p', { class: 'soft' }, words.noPasskey))
    return card
  }
  const open = button('lit', words.open, () => {
    problem.textContent = ''
    void whileBusy(open, async () => {
      try {
        onOpened(await openKeptWallet(wallet))
      } catch {
        problem.textContent = words.failed
      }
    })
  })
  card.append(problem, open)
  return card
}
