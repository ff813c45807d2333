import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { operatorAuthEndpoints as auth } from '@solstice/contract/operator-auth.endpoints'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { call } from '#/lib/api.ts'
import { LANGUAGE_NAMES, chooseLanguage, useTranslation } from '#/lib/i18n.ts'
import { hasKept, removeAllKept } from '#/lib/kept-draft.ts'
import { useMe } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { noteSignedOut } from '#/lib/session-state.ts'
import { THEMES, chooseTheme, currentTheme } from '#/lib/theme.ts'
import { Columns, Page } from '#/shell/page.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { currentLanguage } from '@solstice/ui/language.ts'
import { Factors } from './factors.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

export function MeScreen() {
  const { t } = useTranslation('me')
  const { name, role, email, kind } = useMe()
  return (
    <Page title={name} beside={<Badge>{t(`roles:${role}`)}</Badge>} aside={<SignOut />}>
      <Columns
        main={
          <>
            <Factors />
            <Sessions />
            <Tokens />
          </>
        }
        beside={
          <>
            <Panel title={t('account')}>
              <Facts
                look="left"
                facts={[
                  [t('email'), email ?? '–'],
                  [t('kind'), t(`kinds.${kind}`)],
                  [t('role'), t(`roleRights.${role}`)],
                ]}
              />
            </Panel>
            <RecoveryPanel />
            <Appearance />
          </>
        }
      />
    </Page>
  )
}

function SignOut() {
  const { t } = useTranslation('me')
  const navigate = useNavigate()
  const { operatorId } = useMe()
  const { isBusy, run } = useBusy()

  async function signOut() {
    removeAllKept(operatorId)
    // Without an answer the cookie may remain; the page forgets everything in any case.
    await call(auth['operatorAuth.logout'], {}).catch(() => undefined)
    noteSignedOut()
    await navigate({ to: '/login' })
    queryClient.clear()
  }

  return (
    <>
      {hasKept(operatorId) && <span className={text.bad}>{t('unsavedSeasons')}</span>}
      <Button icon="leave" isBusy={isBusy} onClick={() => void run(signOut)}>
        {t('signOut')}
      </Button>
    </>
  )
}

function Appearance() {
  const { t } = useTranslation('me')
  const [theme, setTheme] = useState(currentTheme)
  return (
    <Panel title={t('appearance')}>
      <SelectField
        label={t('language')}
        value={currentLanguage()}
        options={[
          ['en', LANGUAGE_NAMES.en],
          ['ko', LANGUAGE_NAMES.ko],
        ]}
        onValue={(language) => void chooseLanguage(language)}
      />
      <SelectField
        label={t('theme')}
        value={theme}
        options={THEMES.map((each) => [each, t(`themes.${each}`)] as const)}
        onValue={(chosen) => {
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      />
    </Panel>
  )
}
