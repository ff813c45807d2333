import { parsePairingUri } from '@solstice/rules/connection/proposal'
import { useEffect, useState } from 'react'
import formStyles from '#/features/wallet/form.module.css'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { LongField } from '#/features/wallet/long-field.tsx'
import { ScanSheet } from '#/features/wallet/send/scan-sheet.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import text from '#/ui/text.module.css'
import styles from './connections.module.css'
import type { Engine } from './engine.ts'
import { RelayError } from './protocol/relay.ts'
import { useConnections } from './use-connections.ts'

const setWaiting = (isPairing: boolean) => useConnections.setState({ isPairing })

/** A site that shows a valid code answers within seconds. */
const SILENCE_MS = 30_000

/** Connects a site by its code, pasted or scanned. */
export function PairForm({ engine }: { engine: Engine }) {
  const { t } = useTranslation('connect')
  const { t: tWallet } = useTranslation('wallet')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isScanning, setScanning] = useState(false)
  const isWaiting = useConnections((state) => state.isPairing)

  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => {
      engine.cancelPairings()
      setWaiting(false)
      setProblem(t('silent'))
    }, SILENCE_MS)
    return () => clearTimeout(timer)
  }, [engine, isWaiting, t])

  async function pair(code: string): Promise<void> {
    setTyped(code)
    const pairing = parsePairingUri(code, Date.now())
    if (pairing.kind === 'refused') {
      setProblem(t(`codeProblem.${pairing.why}`))
      return
    }
    setProblem(undefined)
    setWaiting(true)
    try {
      await engine.pair(pairing)
    } catch (cause) {
      setWaiting(false)
      setProblem(t(cause instanceof RelayError ? 'codeProblem.offline' : 'codeProblem.invalid'))
    }
  }

  async function paste(): Promise<void> {
    try {
      await pair(await navigator.clipboard.readText())
    } catch {
      showToast(tWallet('send.pasteFailed'), { tone: 'attention' })
    }
  }

  if (isWaiting) {
    return (
      <div className={styles.waiting} role="status">
        <p className={text.soft}>{t('waiting')}</p>
        <Button
          variant="quiet"
          isCompact
          onClick={() => {
            engine.cancelPairings()
            setWaiting(false)
          }}
        >
          {t('stopWaiting')}
        </Button>
      </div>
    )
  }
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void pair(typed)
      }}
    >
      <LongField
        label={t('code')}
        error={problem}
        hint={t('codeHint')}
        value={typed}
        onValue={(value) => {
          setTyped(value)
          setProblem(undefined)
        }}
      />
      <div className={styles.pair}>
        <Button variant="quiet" isCompact onClick={() => void paste()}>
          <Glyph name="paste" size={20} />
          {tWallet('send.paste')}
        </Button>
        <Button variant="quiet" isCompact onClick={() => setScanning(true)}>
          <Glyph name="scan" size={20} />
          {tWallet('send.scan')}
        </Button>
      </div>
      <Button type="submit">{t('connect')}</Button>
      {isScanning && (
        <ScanSheet onClose={() => setScanning(false)} onRead={(code) => void pair(code)} />
      )}
    </form>
  )
}
