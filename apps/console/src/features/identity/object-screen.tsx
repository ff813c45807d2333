import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { approvalTitle } from '#/shell/approval-title.ts'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { SkeletonRows } from '#/ui/skeleton.tsx'
import { object, showObjection } from './api.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in.module.css'

/** An email or a wallet address, which the audit must not contain. */
const PERSONAL = /@|0x[0-9a-f]/i

/** Lets a person who was disabled or demoted object; they may have no session any more. */
export function ObjectScreen() {
  const { t } = useTranslation('objection')
  const { code } = useParams({ from: '/object/$code' })
  const [declined, setDeclined] = useState<readonly number[]>()
  const { data, error } = useQuery({
    queryKey: ['objection', code],
    retry: false,
    queryFn: () => showObjection(code),
  })

  return (
    <SignInFrame title={t('title')} lead={t('lead')}>
      {declined ? (
        <Note tone="ok" isLive>
          {t('sent')}{' '}
          {declined.length === 0
            ? t('declinedNone')
            : t('declined', { numbers: declined.join(', ') })}
        </Note>
      ) : error ? (
        <Note tone="bad" isLive>
          {codeOf(error) === Code.NOT_FOUND ? t('gone') : messageOf(error, t('failed'))}
        </Note>
      ) : data ? (
        <>
          <Change change={data} />
          <ObjectionForm code={code} onDone={setDeclined} />
        </>
      ) : (
        <SkeletonRows count={4} />
      )}
    </SignInFrame>
  )
}

function Change({ change }: { change: CallData<'operatorAuth.showObjection'> }) {
  const { t } = useTranslation('objection')
  const { role, proposals, objectedAt } = change
  return (
    <>
      <Facts
        look="boxed"
        facts={[
          [t('name'), change.name],
          [
            t('change'),
            role === null ? t('disabled') : t('roleChanged', { role: t(`roles:${role}`) }),
          ],
          [t('by'), change.changedBy ?? t('system')],
          [t('at'), formatMinute(change.changedAt)],
          [t('until'), formatMinute(change.until)],
        ]}
      />
      {objectedAt !== null && <Note>{t('earlier', { at: formatMinute(objectedAt) })}</Note>}
      <p>{t('effect')}</p>
      {proposals.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <section>
          <h2>{t('proposals')}</h2>
          <ul>
            {proposals.map(({ approvalId, call, requestedBy }) => (
              <li key={approvalId}>
                {t('proposal', { title: approvalTitle({ call }), approvalId, requestedBy })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function ObjectionForm({
  code,
  onDone,
}: {
  code: string
  onDone: (declined: readonly number[]) => void
}) {
  const { t } = useTranslation('objection')
  const { isBusy, run } = useBusy()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    void run(async () => {
      setProblem(undefined)
      try {
        const { declined } = await object(code, reason.trim())
        onDone(declined)
      } catch (error) {
        setProblem(messageOf(error, t('failed')))
      }
    })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('reason')}
        help={t('reasonHelp')}
        problem={PERSONAL.test(reason) ? t('reasonPersonal') : undefined}
        value={reason}
        onValue={setReason}
        maxLength={500}
        autoComplete="off"
      />
      <Button
        tone="primary"
        size="large"
        isSubmit
        isBusy={isBusy}
        disabled={reason.trim() === '' || PERSONAL.test(reason)}
      >
        {t('send')}
      </Button>
      {problem && (
        <Note tone="bad" isLive>
          {problem}
        </Note>
      )}
    </form>
  )
}
