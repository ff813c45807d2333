import { Code } from '@solstice/contract/codes'
import { passkeyEndpoints } from '@solstice/contract/passkey.endpoints'
import { useEffect, useId, useState } from 'react'
import { call } from '#/lib/api.ts'
import { codeOf, messageOf } from '#/lib/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { noteLinkedAccount } from '#/lib/linked-account.ts'
import { showToast } from '#/lib/toast.ts'
import { classNames } from '#/ui/class-names.ts'
import { Row, Rows, Tile, rowTextClass } from '#/ui/rows.tsx'
import { Switch } from '#/ui/switch.tsx'
import text from '#/ui/text.module.css'
import { findWallet, vault } from '#/vault/vault.ts'
import type { Opening, PinKey } from '#/vault/vault.ts'
import { noteOwnPasskey } from './authenticate.ts'
import styles from './passkey-setting.module.css'
import { usePasskey } from './store.ts'

type Entered = { pinToken: string; pin: PinKey }

type PasskeySettingProps = {
  user: { id: string; name: string }
  /** The PIN, entered to add or to remove a passkey. */
  askPin: (purpose: 'PASSKEY_ADD' | 'PASSKEY_REMOVE') => Promise<Entered | undefined>
}

/** Hidden where the device has no passkeys: the PIN is there for everybody. */
export function PasskeySetting({ user, askPin }: PasskeySettingProps) {
  const { t } = useTranslation('passkey')
  const passkey = usePasskey((state) => state.passkey)
  const labelId = useId()
  const [isSupported, setSupported] = useState(false)
  const [doesOpen, setDoesOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    void vault.canUsePasskeys().then(setSupported)
  }, [])

  useEffect(() => {
    void findWallet(user.id).then((wallet) =>
      setDoesOpen(passkey !== undefined && (wallet?.passkeys ?? []).includes(passkey.credentialId)),
    )
  }, [user.id, passkey])

  async function add(): Promise<void> {
    const entered = await askPin('PASSKEY_ADD')
    if (!entered) return
    const { list: known } = await call(passkeyEndpoints['passkey.list'], {})
    const opening = await openingOf(user.id, entered.pin)
    const made = await vault.addPasskey({ userId: user.id, name: user.name }, opening, known)
    const { credentialId, salt, doesOpen: opens } = made
    const { pinToken } = entered
    await call(passkeyEndpoints['passkey.add'], { body: { credentialId, salt } }, { pinToken })
    await noteLinkedAccount(user.id, { passkey: { credentialId, salt } })
    noteOwnPasskey({ credentialId, salt }, Date.now())
    setDoesOpen(opens)
    showToast(t('added'), { tone: 'done' })
  }

  async function remove(credentialId: string): Promise<void> {
    const entered = await askPin('PASSKEY_REMOVE')
    if (!entered) return
    const { pinToken } = entered
    await call(
      passkeyEndpoints['passkey.remove'],
      { params: { credentialId } },
      { pinToken },
    ).catch(
      // Another device that shares this passkey has removed it already.
      (cause: unknown) => {
        if (codeOf(cause) !== Code.NOT_FOUND) throw cause
      },
    )
    await noteLinkedAccount(user.id, { passkey: undefined })
    noteOwnPasskey(undefined, Date.now())
    if (await findWallet(user.id)) await vault.dropPasskey(user.id, credentialId)
    showToast(t('removed'), { tone: 'done' })
  }

  async function toggle(): Promise<void> {
    setBusy(true)
    try {
      await (passkey ? remove(passkey.credentialId) : add())
    } catch (error) {
      showToast(messageOf(error, t(passkey ? 'removeFailed' : 'addFailed')), { tone: 'attention' })
    } finally {
      setBusy(false)
    }
  }

  if (!isSupported && !passkey) return null
  return (
    <section>
      <h2 className={classNames(text.small, text.soft, styles.heading)}>{t('section')}</h2>
      <Rows>
        <Row>
          <div className={rowTextClass}>
            <Tile icon="shield" />
            <span className={styles.words}>
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
              onChange={() => void (isBusy || toggle())}
            />
          </div>
        </Row>
      </Rows>
    </section>
  )
}

/** Where the wallet is sealed under the PIN that was just entered, the passkey may open it too. */
async function openingOf(userId: string, pin: PinKey): Promise<Opening | undefined> {
  const wallet = await findWallet(userId)
  const { pinKeyId, key } = pin
  return wallet?.pinKeys.some((each) => each.pinKeyId === pinKeyId)
    ? { kind: 'pin', pinKeyId, key }
    : undefined
}
