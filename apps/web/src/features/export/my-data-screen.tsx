import type { CallData } from '@solstice/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { saveFile } from '#/lib/save-file.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { ProgressBar } from '#/ui/progress-bar.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { exportSummaryQuery } from './api.ts'
import { DataArt } from './data-art.tsx'
import styles from './my-data.module.css'
import { useDownload, type DownloadState } from './use-download.ts'

type Summary = CallData<'export.summary'>

/** Other lines are shown only if there is something to count. */
const ALWAYS_SHOWN = ['profile', 'entries', 'payouts', 'friends', 'devices'] as const
const LINES = ['profile', 'entries', 'payouts', 'friends', 'purchases', 'devices'] as const

type MyDataScreenProps = {
  back: { label: string; onPress: () => void }
  promptForPin: () => Promise<string | undefined>
}

/** Shows what the file of the member's data contains, and downloads it. */
export function MyDataScreen({ back, promptForPin }: MyDataScreenProps) {
  const { t } = useTranslation('my-data')
  const query = useQuery(exportSummaryQuery)
  const { state, start, cancel } = useDownload(promptForPin)
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} />}
      dock={<Dock state={state} bytes={query.data?.bytes} onStart={start} onCancel={cancel} />}
    >
      <div className={styles.head}>
        <DataArt />
        <h2 className={text.headline}>{t('headline')}</h2>
        <p className={text.soft}>{t('lead')}</p>
      </div>
      <Loaded
        query={query}
        skeleton={<Skeleton isCard width="100%" height="265px" />}
        failed={t('loadFailed')}
      >
        {(summary) => (
          <Facts
            facts={linesOf(summary).map((name) => [
              t(`counts.${name}`),
              formatNumber(summary[name]),
            ])}
          />
        )}
      </Loaded>
      <p className={classNames(text.small, text.soft, styles.without)}>
        <Icon name="lock" size={20} />
        <span>
          <b className={styles.emphasis}>{t('without.label')}</b> {t('without.text')}
        </span>
      </p>
      {state.kind === 'idle' && state.problem && (
        <Notice role="alert" title={t(`problem.${state.problem}.title`)}>
          {t(`problem.${state.problem}.text`)}
        </Notice>
      )}
    </Screen>
  )
}

const isAlwaysShown = (name: string) => ALWAYS_SHOWN.some((shown) => shown === name)

function linesOf(summary: Summary) {
  return LINES.filter((name) => isAlwaysShown(name) || summary[name] > 0)
}

type DockProps = {
  state: DownloadState
  bytes: number | undefined
  onStart: () => void
  onCancel: () => void
}

function Dock({ state, bytes, onStart, onCancel }: DockProps) {
  const { t } = useTranslation('my-data')
  switch (state.kind) {
    case 'idle':
      return (
        <>
          {bytes !== undefined && (
            <p className={classNames(text.small, text.soft, styles.note)}>
              {t('size', { size: sizeText(bytes) })}
            </p>
          )}
          <Button onClick={onStart}>{t(state.problem ? 'again' : 'download')}</Button>
        </>
      )
    case 'running': {
      const percent = Math.floor(state.share * 100)
      return (
        <>
          <div className={styles.progress}>
            <p className={classNames(text.small, text.soft)} role="status">
              {t('running', { percent })}
            </p>
            <ProgressBar value={state.share} />
          </div>
          <Button variant="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </>
      )
    }
    case 'ready':
      return <SaveButton file={state.file} />
  }
}

/** Needs a separate press, because browsers open the share sheet only for a user gesture. */
function SaveButton({ file }: { file: File }) {
  const { t } = useTranslation('my-data')
  const noteRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => noteRef.current?.focus(), [])
  return (
    <>
      <p
        ref={noteRef}
        tabIndex={-1}
        className={classNames(text.small, text.soft, styles.note)}
        role="status"
      >
        {t('ready', { size: sizeText(file.size) })}
      </p>
      <Button onClick={() => void saveFile(file)}>{t('save')}</Button>
    </>
  )
}

/** Returns "380 KB" or "2.4 MB". */
function sizeText(bytes: number): string {
  const isSmall = bytes < 1_000_000
  const value = isSmall ? Math.max(1, Math.round(bytes / 10_000) * 10) : bytes / 1_000_000
  const shown = value.toLocaleString(currentLanguage(), { maximumFractionDigits: 1 })
  return `${shown} ${isSmall ? 'KB' : 'MB'}`
}
