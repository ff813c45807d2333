import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { normaliseAddress } from '#/features/wallet/address.ts'
import { bookmarksQuery, listTransactions } from '#/features/wallet/api.ts'
import { useAssets } from '#/features/wallet/chain/added-tokens.ts'
import { useNetworks } from '#/features/wallet/chain/networks.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import formStyles from '#/features/wallet/form.module.css'
import { useTranslation } from '#/lib/i18n.ts'
import { saveFile } from '#/lib/save-file.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import { activityCsv } from './activity-csv.ts'
import { IncompleteError, ROWS, readWholeActivity } from './whole-activity.ts'

type ExportActivityProps = { userId: string; address: string }

/** Shows a button below the history and the sheet that prepares the file. */
export function ExportActivity(props: ExportActivityProps) {
  const { t } = useTranslation('wallet-reach')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('export.open')}
      </Button>
      {isOpen && <ExportSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type State =
  | { kind: 'start' }
  | { kind: 'reading'; network: Network | undefined; done: number }
  | { kind: 'ready'; file: File; count: number; truncated: readonly Network[] }
  | { kind: 'empty' }
  | { kind: 'problem'; text: string }

function ExportSheet({ userId, address, onClose }: ExportActivityProps & { onClose: () => void }) {
  const { t } = useTranslation('wallet-reach')
  const queries = useQueryClient()
  const { networks } = useNetworks()
  const assets = useAssets(userId)
  const [state, setState] = useState<State>({ kind: 'start' })
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  async function prepare(): Promise<void> {
    const stopped = new AbortController()
    reading.current = stopped
    setState({ kind: 'reading', network: networks[0], done: 0 })
    try {
      const next = await read(stopped.signal)
      if (!stopped.signal.aborted) setState(next)
    } catch (cause) {
      if (stopped.signal.aborted) return
      setState({ kind: 'problem', text: problemOf(cause) })
    }
  }

  async function read(signal: AbortSignal): Promise<State> {
    if (!navigator.onLine) return { kind: 'problem', text: t('export.offline') }
    const bookmarks = await queries
      .fetchQuery({ ...bookmarksQuery, staleTime: 0 })
      .catch(() => undefined)
    if (!bookmarks) return { kind: 'problem', text: t('export.names') }
    const names = new Map(
      bookmarks.map((bookmark) => [normaliseAddress(bookmark.address), bookmark.name]),
    )
    const { rows, truncated } = await readWholeActivity({
      address,
      networks,
      assets: assets ?? [],
      signal,
      readRows: ({ chainId }, action, page) =>
        listTransactions({ action, chainid: chainId, address, page, offset: ROWS }),
      onProgress: (network, done) => {
        if (!signal.aborted) setState({ kind: 'reading', network, done })
      },
    })
    if (rows.length === 0) return { kind: 'empty' }
    const nameOf = (of: string) => names.get(normaliseAddress(of))
    const csv = activityCsv(rows, { networks, nameOf, t })
    const day = new Date().toISOString().slice(0, 10)
    const file = new File([csv], `${t('export.filename')}-${day}.csv`, { type: 'text/csv' })
    return { kind: 'ready', file, count: rows.length, truncated }
  }

  function problemOf(cause: unknown): string {
    if (!navigator.onLine) return t('export.offline')
    const failed = cause instanceof IncompleteError ? cause.networks : networks
    return t('export.failed', { networks: failed.map(({ name }) => name).join(', ') })
  }

  async function save(file: File): Promise<void> {
    if ((await saveFile(file)) === 'cancelled') return
    showToast(t('export.saved'), { tone: 'done' })
    onClose()
  }

  return (
    <Sheet isOpen onClose={onClose} title={t('export.title')} actions={action()}>
      <div className={formStyles.form}>
        <p className={text.soft}>{t('export.text')}</p>
        <p className={text.soft}>{t('export.left')}</p>
        <div role="status">
          {state.kind === 'reading' && (
            <p className={text.number}>
              {t('export.reading', { network: state.network?.name ?? '', done: state.done })}
            </p>
          )}
          {state.kind === 'ready' && <p>{t('export.ready', { count: state.count })}</p>}
          {state.kind === 'empty' && <p>{t('export.none')}</p>}
        </div>
        {state.kind === 'ready' && state.truncated.length > 0 && (
          <Notice>
            {t('export.truncated', {
              networks: state.truncated.map(({ name }) => name).join(', '),
            })}
          </Notice>
        )}
        {state.kind === 'problem' && <Notice role="alert">{state.text}</Notice>}
      </div>
    </Sheet>
  )

  function action() {
    if (state.kind === 'ready') {
      return <Button onClick={() => void save(state.file)}>{t('export.save')}</Button>
    }
    if (state.kind === 'reading') {
      return (
        <Button variant="quiet" onClick={onClose}>
          {t('export.cancel')}
        </Button>
      )
    }
    const isReady = networks.length > 0 && assets !== undefined
    return (
      <Button disabled={!isReady} onClick={() => void prepare()}>
        {t(state.kind === 'problem' ? 'retry' : 'export.start')}
      </Button>
    )
  }
}
