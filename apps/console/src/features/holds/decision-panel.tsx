import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HoldDecision } from '@solstice/rules/hold/hold'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { policyQuery } from './api.ts'
import type { Hold } from './api.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import styles from './holds.module.css'
import { needsSecondPerson } from './second-person.ts'

/** Offers the decision to roles that may take it, and says to others who can. */
export function DecisionPanel({ hold }: { hold: Hold }) {
  const { t } = useTranslation('holds')
  const may = useMay()
  const [decision, setDecision] = useState<HoldDecision>()
  const { data: policy } = useQuery(policyQuery)
  const isOffered = hold.can.decide && may('hold.decide')
  return (
    <Panel title={t('decision.title')}>
      {!hold.can.decide ? (
        <p className={text.soft}>{t('decision.over')}</p>
      ) : !isOffered ? (
        <Note icon="lock">{t('decision.others')}</Note>
      ) : (
        <>
          <p className={text.soft}>{t('decision.lead')}</p>
          {needsSecondPerson(hold.amounts, policy) && (
            <Note icon="people">{t('decision.second', { usds: policy?.holdUsds ?? 0 })}</Note>
          )}
          <div className={styles.actions}>
            <Button tone="primary" icon="check" onClick={() => setDecision('RELEASE')}>
              {t('decision.release')}
            </Button>
            <Button tone="risk" icon="stop" onClick={() => setDecision('UPHOLD')}>
              {t('decision.uphold')}
            </Button>
          </div>
        </>
      )}
      {decision && (
        <DecisionDialog
          hold={hold}
          decision={decision}
          policy={policy}
          onClose={() => setDecision(undefined)}
        />
      )}
    </Panel>
  )
}
