import { useState } from 'react'
import { inviteCost, referralText } from '@solstice/rules/invite'
import { formatNumber, formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Button } from '#/ui/button.tsx'
import { Field as TextField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { noteTerms, setTerms } from './api.ts'
import type { Terms } from './api.ts'
import styles from './invites.module.css'
import {
  AMOUNTS,
  COUNTS,
  changeOf,
  draftOf,
  isRaise,
  problemsOf,
  readDraft,
  refusedProblems,
} from './terms-change.ts'
import type { Field, Problem } from './terms-change.ts'

/** Edits the terms. Problems stand at their fields, those of the server too. */
export function TermsForm({ terms }: { terms: Terms }) {
  const { t } = useTranslation('invites')
  const [draft, setDraft] = useState(() => draftOf(terms))
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const [isAsking, setAsking] = useState(false)
  const own = problemsOf(draft)
  const problems = [...own, ...refused]
  const change = changeOf(draft, terms)
  const isChanged = Object.keys(change).length > 0
  const needsSecond = isRaise(draft, terms)

  function set(name: Field, value: string) {
    setDraft({ ...draft, [name]: value })
    setRefused([])
  }

  const field = (name: Field, inputMode: 'decimal' | 'numeric' | 'text') => {
    const problem = problems.find(({ path }) => path === name)
    return (
      <TextField
        key={name}
        label={t(`fields.${name}`)}
        inputMode={inputMode}
        value={draft[name]}
        onValue={(value) => set(name, value)}
        problem={problem && t(`problems.${problem.code}`)}
      />
    )
  }

  return (
    <Panel title={t('change')}>
      <div className={styles.fields}>
        {AMOUNTS.map((name) => field(name, 'decimal'))}
        {COUNTS.map((name) => field(name, 'numeric'))}
        {field('symbol', 'text')}
      </div>
      <div className={styles.foot}>
        <Cost draft={draft} />
        {isChanged && (
          <Button tone="plain" onClick={() => setDraft(draftOf(terms))}>
            {t('undo')}
          </Button>
        )}
        <Button
          tone="primary"
          disabled={!isChanged || problems.length > 0}
          onClick={() => setAsking(true)}
        >
          {t(needsSecond ? 'ask' : 'save')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          level={needsSecond ? 'C4' : 'C3'}
          title={t(needsSecond ? 'askTitle' : 'saveTitle')}
          action={t(needsSecond ? 'askAction' : 'saveAction')}
          effect={Object.entries(change).map(([name, after]) => [
            t(`fields.${name as Field}`), // The change has no other names.
            `${terms[name as Field]} → ${after}`,
          ])}
          note={t(needsSecond ? 'raiseNote' : 'lowerNote')}
          run={async ({ reason, idempotencyKey }) => {
            try {
              return await setTerms(change, reason, idempotencyKey)
            } catch (error) {
              const found = refusedProblems(error)
              if (found) {
                setRefused(found)
                setAsking(false)
              }
              throw error
            }
          }}
          onDone={(data) => {
            setAsking(false)
            noteTerms(data)
            showToast(t('saved'))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

/** Counts what 1,000 friends cost at the typed terms, before anything is saved. */
function Cost({ draft }: { draft: Parameters<typeof readDraft>[0] }) {
  const { t } = useTranslation('invites')
  const read = readDraft(draft)
  if ('problems' in read) return null
  const { tokens, xp } = inviteCost(read.terms, 1000)
  return (
    <p className={text.soft}>
      {t('costs', {
        amount: formatShortAmount(referralText(tokens)),
        symbol: read.terms.symbol,
        xp: formatNumber(xp),
      })}
    </p>
  )
}
