import { useState } from 'react'
import { DAY_MS } from '@solstice/rules/duration'
import { HOLD_ALONE_MS, RELEASE_ANSWERS, UPHOLD_ANSWERS } from '@solstice/rules/hold/hold'
import type { HoldAnswer, HoldDecision } from '@solstice/rules/hold/hold'
import { answerText } from '@solstice/contract/hold-texts'
import { LANGUAGES } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import { serverNow } from '@solstice/ui/time.ts'
import { LANGUAGE_NAMES, useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { amountsText } from '#/shell/holds/amounts.ts'
import { SelectField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import { decideHold, noteDecided } from './api.ts'
import type { Hold } from './api.ts'
import styles from './holds.module.css'
import { isLongHold, needsSecondPerson } from './second-person.ts'
import { UPHOLD_SPANS, upheldUntil } from './uphold-spans.ts'
import type { UpholdSpan } from './uphold-spans.ts'

type DecisionDialogProps = {
  hold: Hold
  decision: HoldDecision
  policy: CallData<'approval.policy'> | undefined
  onClose: () => void
}

/** Releases or upholds a hold, with the answer that the member reads in their language. */
export function DecisionDialog({ hold, decision, policy, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('holds')
  // A repeated request must name the same time, so the spans count from the opening.
  const [openedMs] = useState(serverNow)
  const answers: readonly HoldAnswer[] = decision === 'RELEASE' ? RELEASE_ANSWERS : UPHOLD_ANSWERS
  const [answer, setAnswer] = useState<HoldAnswer>(answers[0] ?? 'MISTAKE')
  const [scope, setScope] = useState<'MEMBER' | 'GROUP'>('MEMBER')
  const [span, setSpan] = useState<UpholdSpan>('30')
  const { holdId, nickname, amounts, groupOpen, openedAt, latestUntil } = hold
  const until = decision === 'UPHOLD' ? upheldUntil(span, openedMs, latestUntil) : undefined
  const members = scope === 'GROUP' ? groupOpen : 1
  const isLong = isLongHold(openedAt, until)
  const isAbove = needsSecondPerson(amounts, policy) || isLong
  const name = decision === 'RELEASE' ? 'release' : 'uphold'
  return (
    <Confirm
      level={isAbove || scope === 'GROUP' ? 'C4' : 'C2'}
      isDanger={decision === 'UPHOLD'}
      title={t(`dialog.${name}Title`, { name: nickname })}
      action={
        scope === 'GROUP'
          ? t(`dialog.${name}Group`, { count: members })
          : t(`dialog.${name}Action`, { name: nickname })
      }
      effect={[
        [t('dialog.members'), String(members)],
        [
          scope === 'GROUP' ? t('dialog.amountOfMember') : t('dialog.amount'),
          amountsText(amounts) ?? t('dialog.noAmount'),
        ],
        [
          t('dialog.after'),
          until === undefined
            ? t('dialog.released')
            : t('dialog.upheld', { time: formatYearMinute(until) }),
        ],
      ]}
      fields={() => (
        <>
          <SelectField
            label={t('dialog.answer')}
            value={answer}
            options={answers.map((each) => [each, t(`answers.${each}`)])}
            onValue={setAnswer}
          />
          <Preview answer={answer} />
          {decision === 'UPHOLD' && (
            <SelectField
              label={t('dialog.span')}
              value={span}
              options={UPHOLD_SPANS.map((each) => [
                each,
                each === 'latest'
                  ? t('dialog.latest', { time: formatYearMinute(latestUntil) })
                  : t('dialog.days', { count: Number(each) }),
              ])}
              onValue={setSpan}
            />
          )}
          {isLong && (
            <Note icon="people">{t('dialog.long', { count: HOLD_ALONE_MS / DAY_MS })}</Note>
          )}
          {groupOpen > 1 && (
            <SelectField
              label={t('dialog.scope')}
              value={scope}
              options={[
                ['MEMBER', t('dialog.onlyMember', { name: nickname })],
                ['GROUP', t('dialog.wholeGroup', { count: groupOpen })],
              ]}
              onValue={setScope}
            />
          )}
        </>
      )}
      typed={{ label: t('dialog.typeName', { name: nickname }), expected: nickname }}
      run={({ idempotencyKey, reason }) =>
        decideHold(
          holdId,
          { decision, answer, reason, scope, ...(until !== undefined && { until }) },
          idempotencyKey,
        )
      }
      onDone={(decided) => {
        onClose()
        noteDecided(decided)
        showToast(t(`dialog.${name}Done`, { name: nickname }))
      }}
      onClose={onClose}
    />
  )
}

/** Shows the answer as the member reads it, in both languages. */
function Preview({ answer }: { answer: HoldAnswer }) {
  const { t } = useTranslation('holds')
  return (
    <section className={styles.answer} aria-label={t('dialog.asMember')}>
      <p className={text.strong}>{t('dialog.asMember')}</p>
      <dl>
        {LANGUAGES.map((language) => (
          <div key={language}>
            <dt className={text.small}>{LANGUAGE_NAMES[language]}</dt>
            <dd lang={language}>{answerText(answer, language)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
