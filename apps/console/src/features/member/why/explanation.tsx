import { useQuery } from '@tanstack/react-query'
import { Code } from '@solstice/contract/codes'
import { explanationEndpoints } from '@solstice/contract/explanation.endpoints'
import { explanationText } from '@solstice/contract/explanation-texts'
import { codeOf } from '@solstice/ui/api-error.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Note } from '#/ui/note.tsx'
import { explanationQuery } from '#/features/member/api.ts'
import type { OperatorExplanation } from '#/features/member/api.ts'
import { EARN_NOW } from '#/features/member/member-search.ts'
import { inZone, zoneOf } from './answer-of.ts'
import { MemberAnswer } from './member-answer.tsx'
import { Sources } from './sources.tsx'
import { StepTable } from './step-table.tsx'
import type { Why } from './use-why.ts'
import { VERDICT_LOOK, proofOf, verdictOf, verdictText } from './verdict.ts'
import styles from './why.module.css'

type ExplanationProps = {
  userId: number
  entry: string
  language: string | undefined
  why: Why
}

export function Explanation({ userId, entry, language, why }: ExplanationProps) {
  const { t } = useTranslation('why')
  const query = useQuery(explanationQuery(userId, entry))
  // An entry that was kept for some days only is never found again, so reading it again is not offered.
  if (codeOf(query.error) === Code.NOT_FOUND) return <Empty message={t('gone')} />
  return (
    <Loaded
      query={query}
      endpoint={explanationEndpoints['explanation.ofMember']}
      failed={t('failed')}
    >
      {(explanation) => (
        <>
          <VerdictNote explanation={explanation} />
          <Steps explanation={explanation} />
          <Sources userId={userId} explanation={explanation} why={why} />
          <MemberAnswer
            explanation={explanation}
            language={language}
            more={<Button onClick={() => why.ask(EARN_NOW)}>{t('earnNow')}</Button>}
          />
        </>
      )}
    </Loaded>
  )
}

function VerdictNote({ explanation }: { explanation: OperatorExplanation }) {
  const { t } = useTranslation('why')
  const proof = proofOf(explanation)
  if (proof === 'differs') {
    return (
      <Note tone="bad">
        <b>{verdictText(explanation)}</b>{' '}
        {t(explanation.equalsLedger === false ? 'proofs.notLedger' : 'proofs.notReplay')}
      </Note>
    )
  }
  return (
    <Note {...VERDICT_LOOK[verdictOf(explanation)]}>
      <b>{verdictText(explanation)}</b> {proof !== 'none' && t(`proofs.${proof}`)}
    </Note>
  )
}

function Steps({ explanation }: { explanation: OperatorExplanation }) {
  const zone = zoneOf(explanation)
  const words = explanationText(explanation, currentLanguage(), zone.timeZone)
  const facts = words.rows.map(({ label, value }) => [label, inZone(value, zone)] as const)
  return (
    <>
      <StepTable explanation={explanation} words={words} />
      {facts.length > 0 && (
        <div className={styles.facts}>
          <Facts facts={facts} />
        </div>
      )}
    </>
  )
}
