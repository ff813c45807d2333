import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { noticeEndpoints } from '@solstice/contract/notice.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Forbidden } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { readNotices } from './api.ts'
import { EMPTY_NOTICE, isReady, NoticeForm, publishedAtOf } from './notice-form.tsx'
import { Phone } from './phone.tsx'
import { trimmed } from './texts.ts'

/** Writes a notice in both languages and publishes it now or at a time. */
export function NewNoticeScreen() {
  const { t } = useTranslation('notice')
  const may = useMay()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(EMPTY_NOTICE)
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const above = { to: '/messages/notices', title: t('title'), name: t('new') } as const

  if (!may('notice.publish')) {
    return (
      <Page title={t('new')} above={above}>
        <Panel isFlush>
          <Forbidden roles={noticeEndpoints['notice.publish'].roles} />
        </Panel>
      </Page>
    )
  }

  function ask() {
    setChecked(true)
    if (isReady(draft)) setAsking(true)
  }

  const publishedAt = publishedAtOf(draft)
  return (
    <Page
      title={t('new')}
      above={above}
      aside={
        <Button tone="primary" onClick={ask}>
          {draft.isNow ? t('publish') : t('schedule')}
        </Button>
      }
    >
      <Columns
        main={
          <Panel title={t('whatItSays')}>
            <NoticeForm draft={draft} onDraft={setDraft} isChecked={isChecked} />
          </Panel>
        }
        beside={
          <Panel title={t('asMembersSee')}>
            <Phone texts={draft.texts} />
          </Panel>
        }
      />
      {isAsking && (
        <Confirm
          level="C1"
          title={t('publishTitle')}
          action={draft.isNow ? t('publish') : t('schedule')}
          effect={[
            [t('notice'), draft.texts.title.en.trim()],
            [t('publishedAt'), publishedAt ? <Instant key="at" at={publishedAt} /> : t('now')],
          ]}
          note={t('publishNote')}
          run={({ idempotencyKey }) =>
            call(
              noticeEndpoints['notice.publish'],
              {
                body: {
                  type: draft.type,
                  ...trimmed(draft.texts),
                  ...(publishedAt !== undefined && { publishedAt }),
                },
              },
              { idempotencyKey },
            )
          }
          onDone={({ noticeId }) => {
            readNotices()
            showToast(t(draft.isNow ? 'published' : 'scheduled'))
            void navigate({
              to: '/messages/notices/$noticeId',
              params: { noticeId: String(noticeId) },
            })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  )
}
