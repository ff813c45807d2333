import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, Rows, Tile, rowTextClass } from '#/ui/rows.tsx'
import { Switch } from '#/ui/switch.tsx'
import text from '#/ui/text.module.css'
import { findWallet, vault } from '#/vault/vault.ts'
import { addPasskey, removePasskey } from './change-passkey.ts'
import type { Entered } from './change-passkey.ts'
import { OtherPasskeys, passkeysQuery } from './other-passkeys.tsx'
import styles from './passkey-setting.module.css'
import { usePasskey } from './store.ts'

type PasskeySettingProps = {
  user: { id: string; name: string }
  /** Prompts for the PIN to add or remove a passkey. */
  promptForPin: (purpose: 'PASSKEY_ADD' | 'PASSKEY_REMOVE') => Promise<Entered | undefined>
}

/**
 * Offers a passkey only on a device that supports them; those of other phones are listed on every
 * phone.
 */
export function PasskeySetting({ user, promptForPin }: PasskeySettingProps) {
  const { t } = useTranslation('passkey')
  const passkey = usePasskey((state) => state.passkey)
  const queries = useQueryClient()
  const { data: known = [], isError } = useQuery(passkeysQuery)
  const labelId = useId()
  const [isSupported, setSupported] = useState(false)
  const [doesOpen, setDoesOpen] = useState(false)
  const { run: toggle, isBusy } = useAction({
    call: () => (passkey ? remove(passkey.credentialId) : add()),
    texts: {
      done: () => t(passkey ? 'removed' : 'added'),
      failed: (error) => messageOf(error, t(passkey ? 'removeFailed' : 'addFailed')),
    },
    onDone: () => void queries.invalidateQueries(passkeysQuery),
  })
  const [hasOthers, setOthers] = useState(false)

  useEffect(() => {
    void vault.canUsePasskeys().then(setSupported)
  }, [])

  // Also runs after a failed change, because a passkey that is still listed may have lost its
  // access.
  useEffect(() => {
    if (isBusy) return
    // Without storage there is no wallet that a passkey could open.
    const found = findWallet(user.id).catch(() => undefined)
    void found.then((wallet) =>
      setDoesOpen(passkey !== undefined && (wallet?.passkeys ?? []).includes(passkey.credentialId)),
    )
  }, [user.id, passkey, isBusy])

  async function add(): Promise<void> {
    const entered = await promptForPin('PASSKEY_ADD')
    if (!entered) throw new Cancelled()
    await addPasskey(user, entered)
  }

  async function remove(credentialId: string): Promise<void> {
    const entered = await promptForPin('PASSKEY_REMOVE')
    if (!entered) throw new Cancelled()
    await removePasskey(user.id, credentialId, entered)
  }

  const isListed = known.some(({ credentialId }) => credentialId !== passkey?.credentialId)
  const others = followOthers(hasOthers, { isListed, isError })
  if (others.hasOthers !== hasOthers) setOthers(others.hasOthers)
  const isOffered = isSupported || passkey !== undefined
  if (!isOffered && !others.isShown) return null
  return (
    <section>
      <h2 className={classNames(text.small, text.soft, styles.heading)}>{t('section')}</h2>
      <Rows>
        {isOffered && (
          <Row>
            <div className={rowTextClass}>
              <Tile icon="shield" />
              <span className={styles.text}>
                <span id={labelId} className={text.strong}>
                  {t('label')}
                </span>
                <span className={classNames(text.small, text.soft)}>
                  {t(passkey ? (doesOpen ? 'on' : 'gateOnly') : 'off')}
                </span>
              </span>
              <Switch
                labelledBy={labelId}
                isOn={passkey !== undefined}
                isBusy={isBusy}
                onChange={() => void toggle()}
              />
            </div>
          </Row>
        )}
        <OtherPasskeys promptForPin={promptForPin} />
      </Rows>
    </section>
  )
}

/**
 * Keeps the section once passkeys were listed, because the last removal still shows a notice. After
 * a failed read it is shown only until the read is repeated.
 */
export function followOthers(hadOthers: boolean, read: { isListed: boolean; isError: boolean }) {
  const hasOthers = hadOthers || read.isListed
  return { hasOthers, isShown: hasOthers || read.isError }
}
