import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { copyDraft } from '@solstice/rules/draft-copy'
import { messageOf } from '@solstice/ui/api-error.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { textAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { showToast } from '#/lib/toast.ts'
import { FileButton } from '#/shell/season/file-button.tsx'
import { downloadPlan, parsePlan } from '#/shell/season/plan-file.ts'
import { seasonQuery, seasonsQuery } from '#/shell/season/season-queries.ts'
import { Button } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { templateDraft } from './template.ts'
import styles from './start.module.css'

/** Fills the draft from another season, from a template or from a file. */
export function StartStep() {
  const { t } = useTranslation('builder')
  const { draft, edit, isReadOnly } = useBuilder()

  /** Replaces the whole draft; the toast offers to put the former one back. */
  function fill(next: (latest: Draft) => Draft, message: string) {
    edit((latest) => {
      showToast(message, { label: t('common:undo'), run: () => edit(() => latest) })
      return next(latest)
    })
  }

  async function fillFromFile(file: File): Promise<void> {
    const plan = parsePlan(await file.text())
    if (plan) fill(() => plan, t('start.filled', { name: file.name }))
    else showToast(t('start.notJson', { name: file.name }))
  }

  return (
    <>
      <CopyPanel fill={fill} />
      <Panel title={t('start.template')}>
        <p className={text.soft}>{t('start.templateNote')}</p>
        <div>
          <Button
            icon="calendar"
            disabled={isReadOnly}
            onClick={() => fill(templateDraft, t('start.templateUsed'))}
          >
            {t('start.useTemplate')}
          </Button>
        </div>
      </Panel>
      <Panel title={t('start.json')}>
        <p className={text.soft}>{t('start.jsonNote')}</p>
        <div className={styles.buttons}>
          <FileButton
            label={t('start.readJson')}
            accept="application/json,.json"
            disabled={isReadOnly}
            onFile={(file) => void fillFromFile(file)}
          />
          <Button icon="download" onClick={() => downloadPlan(textAt(draft, 'title.en'), draft)}>
            {t('start.writeJson')}
          </Button>
        </div>
      </Panel>
    </>
  )
}

function CopyPanel({ fill }: { fill: (next: (latest: Draft) => Draft, message: string) => void }) {
  const { t } = useTranslation('builder')
  const { seasonId, isReadOnly } = useBuilder()
  const { data: seasons = [] } = useQuery(seasonsQuery)
  const [chosen, setChosen] = useState('')
  const [isBusy, setBusy] = useState(false)
  const others = seasons.filter((season) => season.seasonId !== seasonId).toReversed()
  const source = chosen || String(others[0]?.seasonId ?? '')

  async function copy(): Promise<void> {
    setBusy(true)
    try {
      const { plan, season } = await queryClient.fetchQuery(seasonQuery(Number(source)))
      fill(
        (latest) => {
          const startAt = Date.parse(textAt(latest, 'startAt'))
          const from = textAt(plan, 'startAt')
          return copyDraft(plan, new Date(Number.isFinite(startAt) ? startAt : from))
        },
        t('start.filled', { name: season.title[currentLanguage()] }),
      )
    } catch (error) {
      showToast(messageOf(error, t('start.copyFailed')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel title={t('start.copy')}>
      <p className={text.soft}>{t('start.copyNote')}</p>
      {others.length > 0 && (
        <div className={styles.copy}>
          <SelectField
            label={t('start.season')}
            value={source}
            options={others.map((season) => [
              String(season.seasonId),
              season.title[currentLanguage()] || t('untitled', { id: season.seasonId }),
            ])}
            onValue={setChosen}
          />
          <Button icon="copy" isBusy={isBusy} disabled={isReadOnly} onClick={() => void copy()}>
            {t('start.fillFrom')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
