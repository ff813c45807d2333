import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { DraftNumber } from '#/features/builder/fields/draft-number.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt } from '#/lib/season-draft.ts'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { LevelPlot } from './level-plot.tsx'

/** Edits the XP of the check-in and of the levels. */
export function RewardsStep() {
  const { t } = useTranslation('builder')
  const { draft, isReadOnly } = useBuilder()
  const { add, remove } = useEdits()
  return (
    <>
      <Panel title={t('levels.checkIn')}>
        <div className={fields.row}>
          <DraftNumber path="checkIn.baseXp" label={t('fields.baseXp')} unit="XP" />
          <DraftNumber path="checkIn.bonusEvery" label={t('fields.bonusEvery')} />
          <DraftNumber path="checkIn.bonusXp" label={t('fields.bonusXp')} unit="XP" />
        </div>
      </Panel>
      <Panel title={t('levels.title')}>
        <div className={fields.row}>
          <DraftNumber path="levels.xpPerLevel" label={t('fields.xpPerLevel')} unit="XP" />
          <DraftNumber path="levels.topLevel" label={t('fields.topLevel')} />
        </div>
        {listAt(draft, 'levels.bonuses').map((_, at) => (
          <div key={`bonus ${at}`} className={fields.row}>
            <DraftNumber
              path={`levels.bonuses.${at}.fromLevel`}
              label={t('levels.fromLevel', { number: at + 1 })}
            />
            <DraftNumber
              path={`levels.bonuses.${at}.percent`}
              label={t('levels.percent', { number: at + 1 })}
              unit="%"
            />
            <div className={fields.beside}>
              <Button
                size="small"
                icon="remove"
                disabled={isReadOnly}
                onClick={() =>
                  remove('levels.bonuses', at, {
                    removed: t('levels.removed'),
                    undo: t('common:undo'),
                  })
                }
              >
                {t('levels.remove', { number: at + 1 })}
              </Button>
            </div>
          </div>
        ))}
        <div>
          <Button
            size="small"
            icon="plus"
            disabled={isReadOnly}
            onClick={() => add('levels.bonuses', { fromLevel: null, percent: null })}
          >
            {t('levels.add')}
          </Button>
        </div>
        <LevelPlot />
      </Panel>
    </>
  )
}
