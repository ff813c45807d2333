import { rulesOf } from '@solstice/rules/missions/registry'
import type { MissionType } from '@solstice/rules/missions/registry'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { DraftNumber } from '#/features/builder/fields/draft-number.tsx'
import { DraftSelect } from '#/features/builder/fields/draft-select.tsx'
import { DraftText, DraftTexts } from '#/features/builder/fields/draft-text.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { ItemProblems } from '#/features/builder/fields/item-panel.tsx'
import { PictureField } from '#/features/builder/pictures/picture-field.tsx'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { getIn } from '#/lib/season-draft.ts'
import text from '#/ui/text.module.css'
import { knownType } from './mission-type-name.ts'
import { takes } from './new-mission.ts'
import { ProofFields } from './proof/proof-fields.tsx'
import { QuestionFields } from './questions/question-fields.tsx'
import { hasQuestions } from './questions/has-questions.ts'

/** Renders the fields that the rules of the mission's type allow. */
export function MissionFields({ at }: { at: number }) {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const path = `missions.${at}`
  const type = knownType(getIn(draft, `${path}.type`))
  if (!type) return null
  const isEarned = takes(type, 'proof') || takes(type, 'terms')
  const setElsewhere = findTextOf('builderParts', `missions.setElsewhere.${type}`)
  return (
    <>
      <ItemProblems path={path} />
      <DraftTexts path={`${path}.title`} label={t('builder:fields.title')} />
      <DraftTexts path={`${path}.description`} label={t('builder:fields.description')} isLong />
      {setElsewhere && <p className={text.soft}>{setElsewhere}</p>}
      {takes(type, 'proof') && <ProofFields path={`${path}.proof`} />}
      {isEarned && <RewardFields path={path} type={type} />}
      <DraftText
        path={`${path}.linkUrl`}
        label={t('builder:fields.linkUrl')}
        help={t('linkHelp')}
        isOptional
      />
      {takes(type, 'partner') && <PartnerFields path={`${path}.partner`} />}
      <PictureField path={`${path}.imageUrl`} label={t('builder:fields.imageUrl')} />
      {takes(type, 'terms') && hasQuestions(type) && <QuestionFields path={`${path}.terms`} />}
    </>
  )
}

function RewardFields({ path, type }: { path: string; type: MissionType }) {
  const { t } = useTranslation('builderParts')
  const { isDaily, isUnlimited } = rulesOf(type).plan
  const repeats = isDaily ? (['DAILY'] as const) : (['ONCE', 'DAILY'] as const)
  return (
    <div className={fields.row}>
      <DraftNumber path={`${path}.rewardXp`} label={t('builder:fields.rewardXp')} unit="XP" />
      <DraftSelect
        path={`${path}.repeat`}
        label={t('builder:fields.repeat')}
        options={repeats.map((repeat) => [repeat, t(`missions.repeats.${repeat}`)])}
      />
      {!isUnlimited && (
        <DraftNumber
          path={`${path}.maxCompletions`}
          label={t('builder:fields.maxCompletions')}
          placeholder={t('missions.noLimit')}
          help={t('missions.limitHelp')}
        />
      )}
    </div>
  )
}

function PartnerFields({ path }: { path: string }) {
  const { t } = useTranslation('builderParts')
  return (
    <>
      <DraftTexts path={`${path}.name`} label={t('missions.partnerName')} />
      <PictureField path={`${path}.markUrl`} label={t('missions.partnerMark')} />
    </>
  )
}
