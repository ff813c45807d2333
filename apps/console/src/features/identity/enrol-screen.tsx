import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Code } from '@solstice/contract/codes'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Instant } from '#/shell/instant.tsx'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Note } from '#/ui/note.tsx'
import { SkeletonRows } from '#/ui/skeleton.tsx'
import { enrol, readAgain, showEnrolment } from './api.ts'
import { NewFactor } from './new-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Uses up an enrolment link: a factor is created, and the person is signed in. */
export function EnrolScreen() {
  const { t } = useTranslation('enrol')
  const { code } = useParams({ from: '/enrol/$code' })
  const navigate = useNavigate()
  const [codes, setCodes] = useState<readonly string[]>()
  const { data, error } = useQuery({
    queryKey: ['enrolment', code],
    // Reading it again would replace the challenge and the secret that the person is using.
    staleTime: Infinity,
    retry: false,
    queryFn: () => showEnrolment(code),
  })

  if (codes) {
    return (
      <SignInFrame title={t('codesTitle')} lead={t('codesLead')}>
        <RecoveryCodes codes={codes} />
        <Button tone="primary" size="large" onClick={() => void navigate({ to: '/' })}>
          {t('done')}
        </Button>
      </SignInFrame>
    )
  }
  if (error) {
    const isGone = codeOf(error) === Code.NOT_FOUND
    return (
      <SignInFrame title={t('title')} lead={t('lead')}>
        <Note tone="bad" isLive>
          {isGone ? t('gone') : messageOf(error, t('failed'))}
        </Note>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('title')} lead={t('lead')}>
      {data ? (
        <>
          <Facts
            look="boxed"
            facts={[
              [t('name'), data.name],
              [t('email'), data.email],
              [t('role'), t(`roles:${data.role}`)],
              [t('expires'), <Instant key="expires" at={data.expiresAt} />],
            ]}
          />
          <NewFactor
            options={data}
            onCreate={async (body) => {
              const { recoveryCodes } = await enrol(code, body)
              // The codes come once: they are shown even if the next read fails.
              setCodes(recoveryCodes)
              await readAgain().catch(() => undefined)
            }}
          />
        </>
      ) : (
        <SkeletonRows count={4} />
      )}
    </SignInFrame>
  )
}
