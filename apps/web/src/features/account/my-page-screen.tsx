import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { Row, RowContent, Rows, rowTargetClass, rowTextClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { memberQuery, referralQuery } from './api.ts'
import { LogoutSheet } from './logout-sheet.tsx'
import styles from './my-page-screen.module.css'
import { NicknameSheet } from './nickname-sheet.tsx'
import { PictureButton } from './picture-button.tsx'
import { SessionList } from './session-list.tsx'

type MyPageScreenProps = {
  back: { label: string; onPress: () => void }
  /** The signed-in member, from the data of this device. */
  user: { id: string; name: string; email: string } | undefined
  onRenamed: (nickname: string) => void
  onLogout: () => Promise<void>
}

export function MyPageScreen({ back, user, onRenamed, onLogout }: MyPageScreenProps) {
  const { t } = useTranslation('account')
  const { data: member, error, isFetching, refetch } = useQuery(memberQuery)
  const { data: referral } = useQuery(referralQuery)
  const [open, setOpen] = useState<'nickname' | 'logout'>()
  const [renameCount, setRenameCount] = useState(0)
  const nickname = member?.nickname ?? user?.name
  const header = <ScreenHeader back={back} title={t('myPage.title')} />

  if (error && !member) {
    return (
      <Screen header={header}>
        <ErrorState
          message={messageOf(error, t('myPage.loadFailed'))}
          retryLabel={t('retry')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Screen>
    )
  }
  return (
    <Screen header={header}>
      <div className={styles.page}>
        <div className={styles.person}>
          <PictureButton seed={user?.id ?? ''} member={member} />
          <p className={text.title}>{nickname}</p>
        </div>
        <Rows>
          <Row>
            <div className={rowTextClass}>
              <RowContent
                icon="mail"
                label={t('myPage.email')}
                note={member?.email ?? user?.email}
                end="none"
              />
            </div>
          </Row>
          <Row>
            <button
              type="button"
              className={rowTargetClass}
              onClick={() => {
                setRenameCount(renameCount + 1)
                setOpen('nickname')
              }}
            >
              <RowContent icon="person" label={t('myPage.name')} note={nickname} />
            </button>
          </Row>
          <Row>
            <Link to="/more/password-change" className={rowTargetClass}>
              <RowContent icon="lock" label={t('myPage.password')} note={t('myPage.change')} />
            </Link>
          </Row>
          <Row>
            <Link to="/pin/change" className={rowTargetClass}>
              <RowContent icon="keypad" label={t('myPage.pin')} note={t('myPage.change')} />
            </Link>
          </Row>
          <Row>
            <Link to="/more/referral-input" className={rowTargetClass}>
              <RowContent
                icon="people"
                label={t('myPage.referral')}
                note={referral && (referral.registeredCode ?? t('myPage.referralEnter'))}
              />
            </Link>
          </Row>
        </Rows>
        <section>
          <h2 className={classNames(text.small, text.soft, styles.heading)}>
            {t('sessions.title')}
          </h2>
          <SessionList />
        </section>
        <Rows>
          <Row>
            <button type="button" className={rowTargetClass} onClick={() => setOpen('logout')}>
              <RowContent icon="leave" label={t('logout.open')} end="none" />
            </button>
          </Row>
        </Rows>
      </div>
      {nickname !== undefined && (
        <NicknameSheet
          key={renameCount}
          current={nickname}
          isOpen={open === 'nickname'}
          onClose={() => setOpen(undefined)}
          onRenamed={onRenamed}
        />
      )}
      <LogoutSheet
        isOpen={open === 'logout'}
        onClose={() => setOpen(undefined)}
        onLogout={onLogout}
      />
    </Screen>
  )
}
