import { useTranslation } from '#/lib/i18n.ts'
import { Instant } from '#/shell/instant.tsx'
import { Choice } from '#/ui/choice.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import type { CampaignSeason } from '#/features/notice/api.ts'
import styles from '#/features/notice/notice.module.css'
import { momentsOf, OFFSET_UNITS } from './moment.ts'
import { useMomentText } from './moment-text.ts'
import type { ChosenTime, When } from './when.ts'

type WhenFieldsProps = {
  when: When
  onWhen: (when: When) => void
  seasons: readonly CampaignSeason[]
  chosen: ChosenTime
  isChecked: boolean
}

/** Chooses when a campaign is sent: now, at a time, or relative to a season. */
export function WhenFields({ when, onWhen, seasons, chosen, isChecked }: WhenFieldsProps) {
  const { t } = useTranslation('campaign')
  // A moment is chosen, not typed, so one that has passed is named at once.
  const isShown = isChecked || when.at !== '' || when.moment !== undefined
  const problem = !chosen.isReady && isShown ? chosen.problem : undefined
  return (
    <>
      <div className={styles.row}>
        <Choice
          label={t('when')}
          look="segments"
          value={when.kind}
          options={(['now', 'at', 'moment'] as const).map((kind) => [kind, t(`kinds.${kind}`)])}
          onValue={(kind) => onWhen({ ...when, kind })}
        />
        {when.kind === 'at' && (
          <Field
            label={t('time')}
            type="datetime-local"
            value={when.at}
            onValue={(at) => onWhen({ ...when, at })}
            problem={problem && t(`problems.${problem}`)}
          />
        )}
      </div>
      {when.kind === 'moment' && (
        <MomentFields when={when} onWhen={onWhen} seasons={seasons} problem={problem} />
      )}
      {chosen.isReady && chosen.at !== undefined && (
        <p>
          <Instant at={chosen.at} />
        </p>
      )}
      {chosen.isReady && chosen.body.moment && <Note>{t('momentMoves')}</Note>}
    </>
  )
}

const keyOf = (moment: When['moment']) =>
  moment ? `${moment.kind} ${moment.seasonId} ${moment.round ?? ''}` : ''

function MomentFields({
  when,
  onWhen,
  seasons,
  problem,
}: Pick<WhenFieldsProps, 'when' | 'onWhen' | 'seasons'> & {
  problem: 'noTime' | 'past' | 'noMoment' | 'offset' | undefined
}) {
  const { t } = useTranslation('campaign')
  const { nameOf } = useMomentText(seasons)
  const { offset } = when
  const moments = seasons.flatMap(momentsOf)
  return (
    <div className={styles.row}>
      <Field
        label={t('offset')}
        inputMode="numeric"
        value={offset.count}
        onValue={(count) => onWhen({ ...when, offset: { ...offset, count } })}
        problem={problem === 'offset' ? t('problems.offset') : undefined}
      />
      <SelectField
        label={t('unit')}
        value={offset.unit}
        options={OFFSET_UNITS.map((unit) => [unit, t(`units.${unit}`)])}
        onValue={(unit) => onWhen({ ...when, offset: { ...offset, unit } })}
      />
      <SelectField
        label={t('side')}
        value={offset.isBefore ? 'before' : 'after'}
        options={[
          ['before', t('before')],
          ['after', t('after')],
        ]}
        onValue={(side) => onWhen({ ...when, offset: { ...offset, isBefore: side === 'before' } })}
      />
      <SelectField
        label={t('moment')}
        value={keyOf(when.moment)}
        options={[
          ['', t('choose')],
          ...moments.map((moment) => [keyOf(moment), nameOf(moment)] as const),
        ]}
        onValue={(key) =>
          onWhen({ ...when, moment: moments.find((moment) => keyOf(moment) === key) })
        }
        problem={
          problem === 'noMoment' || problem === 'past' ? t(`problems.${problem}`) : undefined
        }
      />
    </div>
  )
}
