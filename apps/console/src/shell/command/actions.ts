import type { CallId } from '@solstice/contract/catalogue'
import type { TextKey, Translate } from '#/lib/i18n.ts'
import type { IconName } from '#/ui/icon.tsx'
import type { Command, Target } from './command.ts'

type Action = {
  name: TextKey<'command'> & `actions.${string}`
  icon: IconName
  needs: CallId
  note?: TextKey<'command'> & `notes.${string}`
  words: readonly string[]
  /** The address that opens the dialog of the action. */
  opens: Target
}

const ACTIONS: readonly Action[] = [
  {
    name: 'actions.freeze',
    icon: 'freeze',
    needs: 'payout.freeze',
    note: 'notes.freeze',
    words: ['freeze treasury', 'stop payouts'],
    // Every role may open this page, also one that may stop payouts but not see the treasury.
    opens: { to: '/', search: { open: 'freeze' } },
  },
  {
    name: 'actions.appoint',
    icon: 'people',
    needs: 'operator.addOperator',
    words: ['add operator', 'invite', 'new machine token'],
    opens: { to: '/system/operators', search: { open: 'appoint' } },
  },
  {
    name: 'actions.addFactor',
    icon: 'passkey',
    needs: 'operatorAuth.factorOptions',
    words: ['add passkey', 'authenticator app', 'password'],
    opens: { to: '/me', search: { open: 'add-factor' } },
  },
  {
    name: 'actions.recoveryCodes',
    icon: 'key',
    needs: 'operatorAuth.newRecoveryCodes',
    words: ['new recovery codes'],
    opens: { to: '/me', search: { open: 'recovery-codes' } },
  },
]

/** Returns the actions that a role may take; each opens the dialog of its own page. */
export function actionsFor(calls: readonly string[], t: Translate<'command'>): Command[] {
  return ACTIONS.filter(({ needs }) => calls.includes(needs)).map(
    ({ name, icon, note, words, opens }) => ({
      id: name,
      group: 'actions',
      icon,
      name: `${t(name)}…`,
      ...(note && { note: t(note) }),
      words,
      does: opens,
    }),
  )
}
