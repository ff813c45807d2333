import { useQuery } from '@tanstack/react-query'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { verificationQuery, verify } from './api.ts'
import type { Verification } from './api.ts'
import styles from './books.module.css'

type OfExtent = Verification['verifications'][number]

/** Shows what verifies the ledger, how far it is, and what the last verifications found. */
export function VerificationTab() {
  const { t } = useTranslation('books')
  const query = useQuery(verificationQuery)
  return (
    <Loaded
      query={query}
      endpoint={booksEndpoints['ledger.verification']}
      failed={t('verificationFailed')}
    >
      {({ verifications, checkpoint, checkpointAt, newestTransaction }) => (
        <>
          <p className={text.sentence}>
            {checkpointAt === null
              ? t('noCheckpoint')
              : t('checkpoint', {
                  id: formatNumber(checkpoint),
                  time: formatMinute(checkpointAt),
                  newest: formatNumber(newestTransaction),
                })}
          </p>
          <div className={styles.cards}>
            {verifications.map((each) => (
              <ExtentPanel key={each.extent} verification={each} />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

function ExtentPanel({ verification }: { verification: OfExtent }) {
  const { t } = useTranslation('books')
  const may = useMay()
  const { isBusy, run } = useBusy()
  const { extent, running, last } = verification

  async function start() {
    try {
      await verify(extent)
    } catch (error) {
      showToast(messageOf(error, t('verifyFailed')))
    }
  }

  return (
    <Panel
      title={t(`extents.${extent}`)}
      more={
        may('ledger.verify') && (
          <Button
            size="small"
            icon="shield"
            isBusy={isBusy || running !== null}
            onClick={() => void run(start)}
          >
            {t(`verify.${extent}`)}
          </Button>
        )
      }
    >
      <p className={text.soft}>{t(`extentNotes.${extent}`)}</p>
      {running && <Running running={running} />}
      <Last last={last} />
    </Panel>
  )
}

function Running({ running }: { running: NonNullable<OfExtent['running']> }) {
  const { t } = useTranslation('books')
  const { phase, share, done, all, startedAt, problemCount } = running
  const percent = formatPercent(Math.floor(share * 100))
  return (
    <Note icon="shield" isLive>
      {t(`phases.${phase}`, { done: formatNumber(done), all: formatNumber(all) })}{' '}
      {t('runningSince', { time: formatMinute(startedAt), percent })}
      {problemCount > 0 && (
        <b> {t('problems', { count: problemCount, text: formatNumber(problemCount) })}</b>
      )}
      <progress className={styles.progress} value={share} max={1} aria-label={t('progress')} />
    </Note>
  )
}

function Last({ last }: { last: OfExtent['last'] }) {
  const { t } = useTranslation('books')
  if (!last) return <Note>{t('neverVerified')}</Note>
  const { finishedAt, problemCount, problems } = last
  const time = formatMinute(finishedAt)
  if (problemCount === 0) {
    return (
      <Note tone="ok" icon="check">
        <b>{t('consistent')}</b> {t('verifiedAt', { time })}
      </Note>
    )
  }
  return (
    <>
      <Note tone="bad">
        <b>{t('problems', { count: problemCount, text: formatNumber(problemCount) })}</b>{' '}
        {t('verifiedAt', { time })}
      </Note>
      <Table label={t('problemList')} columns={[t('rule'), t('where')]} className={table.dense}>
        {problems.map(({ rule, where }) => (
          <tr key={`${rule} ${where}`}>
            <td>{rule}</td>
            <td>
              <code>{where}</code>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
