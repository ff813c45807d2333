import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { normaliseAddress, shortAddress } from '#/features/wallet/address.ts'
import { bookmarksQuery, sentBeforeQuery } from '#/features/wallet/api.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import formStyles from '#/features/wallet/form.module.css'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { LongField } from '#/features/wallet/long-field.tsx'
import { focusFirstProblem } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Avatar } from '#/ui/avatar.tsx'
import text from '#/ui/text.module.css'
import { ScanSheet } from './scan-sheet.tsx'
import { readRecipient } from './send-state.ts'
import type { Recipient } from './send-state.ts'
import styles from './send.module.css'

const RECENT = 5

const REFUSALS = {
  invalid: 'send.toInvalid',
  checksum: 'send.toChecksum',
  zero: 'send.toZero',
  self: 'send.toSelf',
  contract: 'send.toContract',
  unread: 'send.codeUnread',
  token: 'send.codeToken',
  network: 'send.codeNetwork',
} as const

type OpenRequest = Extract<Recipient, { kind: 'open-request' }>
export type Accepted = Exclude<Recipient, { kind: 'refused' } | OpenRequest>

type SendToStepProps = {
  back: { label: string; onPress: () => void }
  own: string
  networks: readonly Network[]
  assets: readonly Asset[]
  initial: string
  /** Earlier sends that continue meanwhile. */
  underWay: ReactNode
  onChosen: (recipient: Accepted) => void
}

/** Selects the recipient: saved, paid before, pasted, scanned or typed. */
export function SendToStep(props: SendToStepProps) {
  const { back, own, networks, assets, initial, underWay, onChosen } = props
  const { t } = useTranslation('wallet')
  const { data: bookmarks = [] } = useQuery(bookmarksQuery)
  const { data: sentBefore = [] } = useQuery(sentBeforeQuery)
  const [typed, setTyped] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const [isScanning, setScanning] = useState(false)
  const [open, setOpen] = useState<OpenRequest>()

  function accept(value: string): void {
    setTyped(value)
    const recipient = readRecipient(value, { own, networks, assets })
    if (recipient.kind !== 'refused') {
      setProblem(undefined)
      return recipient.kind === 'open-request' ? setOpen(recipient) : onChosen(recipient)
    }
    const chainId = recipient.why === 'network' ? recipient.chainId : ''
    setProblem(t(REFUSALS[recipient.why], { chainId }))
  }

  async function paste(): Promise<void> {
    try {
      accept(await navigator.clipboard.readText())
    } catch {
      showToast(t('send.pasteFailed'), { tone: 'attention' })
    }
  }

  const saved = new Set(bookmarks.map(({ address }) => normaliseAddress(address)))
  const paid = sentBefore.filter(({ isOnChain }) => isOnChain)
  const recent = [...new Set(paid.map(({ to }) => to))]
    .filter((to) => !saved.has(normaliseAddress(to)) && normaliseAddress(to) !== own.toLowerCase())
    .slice(0, RECENT)

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('send.title')} />}
      onSubmit={(event) => {
        event.preventDefault()
        accept(typed)
        focusFirstProblem(event.currentTarget)
      }}
      dock={<Button type="submit">{t('continue')}</Button>}
    >
      <div className={formStyles.form}>
        {underWay}
        <LongField
          label={t('send.to')}
          error={problem}
          hint={t('send.toHint')}
          value={typed}
          onValue={(value) => {
            setTyped(value)
            setProblem(undefined)
          }}
        />
        <div className={styles.pair}>
          <Button variant="quiet" isCompact onClick={() => void paste()}>
            <Glyph name="paste" size={20} />
            {t('send.paste')}
          </Button>
          <Button variant="quiet" isCompact onClick={() => setScanning(true)}>
            <Glyph name="scan" size={20} />
            {t('send.scan')}
          </Button>
        </div>
        <section className={styles.people}>
          <h2 className={classNames(text.small, text.soft)}>{t('send.book')}</h2>
          {bookmarks.length === 0 ? (
            <p className={classNames(text.small, text.faint)}>{t('send.noBook')}</p>
          ) : (
            <Rows>
              {bookmarks.map(({ id, name, address }) => (
                <Row key={id}>
                  <button type="button" className={rowTargetClass} onClick={() => accept(address)}>
                    <RecipientRow name={name} address={address} />
                  </button>
                </Row>
              ))}
            </Rows>
          )}
        </section>
        {recent.length > 0 && (
          <section className={styles.people}>
            <h2 className={classNames(text.small, text.soft)}>{t('send.recent')}</h2>
            <Rows>
              {recent.map((address) => (
                <Row key={address}>
                  <button type="button" className={rowTargetClass} onClick={() => accept(address)}>
                    <RecipientRow address={address} />
                  </button>
                </Row>
              ))}
            </Rows>
          </section>
        )}
      </div>
      {isScanning && <ScanSheet onClose={() => setScanning(false)} onRead={accept} />}
      {open && (
        <Sheet isOpen onClose={() => setOpen(undefined)} title={t('send.onWhich')}>
          <p className={classNames(text.soft, styles.asked)}>{t('send.onWhichText')}</p>
          <Rows>
            {open.assets.map((asset) => (
              <Row key={asset.contractId}>
                <button
                  type="button"
                  className={rowTargetClass}
                  onClick={() => onChosen({ ...open, kind: 'request', asset })}
                >
                  <NetworkLabel
                    network={networks.find(({ chainId }) => chainId === asset.chainId)}
                    symbol={asset.symbol}
                  />
                </button>
              </Row>
            ))}
          </Rows>
        </Sheet>
      )}
    </Screen>
  )
}

function NetworkLabel({ network, symbol }: { network: Network | undefined; symbol: string }) {
  return (
    <span className={styles.person}>
      <span className={text.strong}>{network?.name}</span>
      <span className={classNames(text.small, text.soft)}>{symbol}</span>
    </span>
  )
}

function RecipientRow({ name, address }: { name?: string; address: string }) {
  return (
    <>
      <Avatar seed={address.toLowerCase()} />
      <span className={styles.person}>
        {name && <span className={text.strong}>{name}</span>}
        <span className={classNames(name ? text.small : text.strong, text.soft, text.number)}>
          {shortAddress(address)}
        </span>
      </span>
    </>
  )
}
