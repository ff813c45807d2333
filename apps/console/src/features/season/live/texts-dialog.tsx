import { useState } from 'react'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { useMembersFact } from './effect-facts.tsx'
import { changeAtOnce } from './live-api.ts'
import type { LivePlan } from './live-plan.ts'
import styles from './live.module.css'
import { changeOf, isChanged, textsOf } from './texts-change.ts'
import type { Part, TypedParts, TypedTexts } from './texts-change.ts'

type TextsDialogProps = { seasonId: number; plan: LivePlan; onClose: () => void }

/** Corrects the texts, the picture and the link of one part of a season in both languages. */
export function TextsDialog({ seasonId, plan, onClose }: TextsDialogProps) {
  const { t } = useTranslation('live')
  const [part, setPart] = useState<Part>('season')
  // The text typed for one part stays while another part is corrected.
  const [typedParts, setTypedParts] = useState<TypedParts>({})
  const texts = typedParts[part] ?? textsOf(plan, part)
  const { change, incomplete } = changeOf(plan, typedParts)
  const members = useMembersFact(seasonId)
  const language = currentLanguage()
  const parts: readonly (readonly [Part, string])[] = [
    ['season', t('dialogs.texts.wholeSeason')],
    ...plan.missions.map(
      ({ missionId, title }) =>
        [
          `mission-${missionId}` as const,
          t('dialogs.texts.missionPart', { name: title[language] }),
        ] as const,
    ),
    ...plan.banners.map(
      ({ title }, at) =>
        [
          `banner-${at}` as const,
          t('dialogs.texts.bannerPart', { number: at + 1, name: title[language] }),
        ] as const,
    ),
  ]
  const nameOf = (of: Part) => parts.find(([each]) => each === of)?.[1] ?? ''
  const options = parts.map(([each, name]) => {
    const isTyped = isChanged(plan, each, typedParts[each])
    return [each, isTyped ? t('dialogs.texts.changedPart', { name }) : name] as const
  })
  const field = (name: keyof TypedTexts, label: string) => {
    const value = texts[name]
    if (value === undefined) return null
    return (
      <Field
        label={label}
        value={value}
        onValue={(typed) => setTypedParts({ ...typedParts, [part]: { ...texts, [name]: typed } })}
      />
    )
  }
  return (
    <Confirm
      level="C1"
      title={t('dialogs.texts.title')}
      action={t('dialogs.texts.action')}
      effect={[members]}
      fields={(isChecked) => (
        <>
          <SelectField
            label={t('dialogs.texts.part')}
            value={part}
            options={options}
            onValue={setPart}
          />
          <div className={styles.pair}>
            {field('titleEn', t('dialogs.texts.titleEn'))}
            {field('titleKo', t('dialogs.texts.titleKo'))}
            {field('descriptionEn', t('dialogs.texts.descriptionEn'))}
            {field('descriptionKo', t('dialogs.texts.descriptionKo'))}
          </div>
          {field('image', t('dialogs.texts.image'))}
          {field('link', t('dialogs.texts.link'))}
          {isChecked && !change && (
            <Note tone="warn" isLive>
              {incomplete.length > 0
                ? t('dialogs.texts.invalid', { parts: incomplete.map(nameOf).join(', ') })
                : t('dialogs.texts.none')}
            </Note>
          )}
        </>
      )}
      isReady={change !== undefined}
      run={(confirmed) => changeAtOnce(seasonId, change ?? { kind: 'TEXTS' }, confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}
