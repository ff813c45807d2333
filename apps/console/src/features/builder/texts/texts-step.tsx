import { useMemo, useState } from 'react'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { maxLengthAt } from '#/features/builder/fields/contract-limits.ts'
import { DraftText } from '#/features/builder/fields/draft-text.tsx'
import { useProblemNames } from '#/features/builder/problems/problem-names.ts'
import { mergeDrafts } from '#/features/builder/store/merge.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { textAt } from '#/lib/season-draft.ts'
import { showToast } from '#/lib/toast.ts'
import { FileButton } from '#/shell/season/file-button.tsx'
import { downloadFile, fileNameOf } from '#/shell/season/plan-file.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Choice } from '#/ui/choice.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { decodeText } from './text-encoding.ts'
import { LANGUAGES, findingsOf, textRowsOf, textsFromCsv, textsToCsv } from './text-rows.ts'
import type { SkippedRow } from './text-rows.ts'
import styles from './texts.module.css'

/** Lists all texts side by side, for reading them in one go and for translators. */
export function TextsStep() {
  const { t } = useTranslation('builderParts')
  const { draft, edit, isReadOnly } = useBuilder()
  const [filter, setFilter] = useState<'all' | 'open'>('all')
  const [skipped, setSkipped] = useState<readonly SkippedRow[]>([])
  const rows = useMemo(
    () => textRowsOf(draft, maxLengthAt).map((row) => ({ row, findings: findingsOf(row) })),
    [draft],
  )
  const shown = filter === 'all' ? rows : rows.filter(({ findings }) => findings.length > 0)
  const name = fileNameOf(textAt(draft, 'title.en'))

  async function readFile(file: File): Promise<void> {
    const { name: title } = file
    const csv = decodeText(await file.arrayBuffer())
    if (csv === undefined) return showToast(t('texts.notText', { name: title }))
    // The draft may have changed while the file was chosen and read.
    edit((latest) => {
      const read = textsFromCsv(latest, csv)
      if (!read) {
        showToast(t('texts.notCsv', { name: title }))
        return latest
      }
      setSkipped(read.skipped)
      const undo = () => edit((later) => mergeDrafts(read.draft, latest, later))
      showToast(t('texts.read', { count: read.changed }), { label: t('common:undo'), run: undo })
      return read.draft
    })
  }

  return (
    <Panel
      title={t('texts.title', { count: rows.length })}
      more={
        <div className={styles.actions}>
          <FileButton
            label={t('texts.readCsv')}
            accept=".csv,text/csv"
            size="small"
            disabled={isReadOnly}
            onFile={(file) => void readFile(file)}
          />
          <Button
            size="small"
            icon="download"
            onClick={() =>
              downloadFile(
                `${name}-texts.csv`,
                textsToCsv(rows.map(({ row }) => row)),
                'text/csv;charset=utf-8',
              )
            }
          >
            {t('texts.writeCsv')}
          </Button>
        </div>
      }
    >
      {skipped.length > 0 && <SkippedRows rows={skipped} />}
      <Choice
        label={t('texts.show')}
        value={filter}
        options={[
          ['all', t('texts.all')],
          ['open', t('texts.open')],
        ]}
        onValue={setFilter}
      />
      {shown.length === 0 && <p className={text.soft}>{t('texts.nothing')}</p>}
      <ul className={styles.rows}>
        {shown.map(({ row: { path }, findings }) => (
          <TextRowFields key={path} path={path} findings={findings} />
        ))}
      </ul>
    </Panel>
  )
}

/** Lists the rows of a file that changed nothing, for the translator. */
function SkippedRows({ rows }: { rows: readonly SkippedRow[] }) {
  const { t } = useTranslation('builderParts')
  return (
    <Note tone="warn" isLive>
      <b>{t('texts.skipped', { count: rows.length })}</b>
      <ul className={styles.skipped}>
        {rows.map(({ key, reason }, at) => (
          <li key={`${key} ${at}`}>{`${key}: ${t(`texts.skippedWhy.${reason}`)}`}</li>
        ))}
      </ul>
    </Note>
  )
}

function TextRowFields({
  path,
  findings,
}: {
  path: string
  findings: ReturnType<typeof findingsOf>
}) {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const { subject, field } = useProblemNames(draft)(`${path}.en`)
  const label = `${subject} · ${field.split(', ')[0] ?? ''} ${positionOf(path)}`.trim()
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <b>{label}</b>
        {findings.map((finding) => (
          <Badge
            key={finding}
            tone={finding === 'missing' || finding === 'tooLong' ? 'bad' : 'warn'}
            icon="alert"
          >
            {t(`texts.findings.${finding}`)}
          </Badge>
        ))}
      </div>
      <div className={styles.pair}>
        {LANGUAGES.map((language) => (
          <DraftText
            key={language}
            path={`${path}.${language}`}
            label={t(`builder:in.${language}`, { label })}
            lang={language}
            hasCounter
          />
        ))}
      </div>
    </li>
  )
}

/** Tells the texts of several questions or options of one mission apart. */
function positionOf(path: string): string {
  const [, ...positions] = path.split('.').filter((name) => /^\d+$/.test(name))
  return positions.map((position) => Number(position) + 1).join('.')
}
