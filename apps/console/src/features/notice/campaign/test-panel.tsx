import { useMutation } from '@tanstack/react-query'
import { noticeCampaignEndpoints } from '@solstice/contract/notice-campaign.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMe } from '#/lib/me.ts'
import { traceOf } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { isComplete, trimmed } from '#/features/notice/texts.ts'
import type { NoticeTexts } from '#/features/notice/texts.ts'

type TestPanelProps = {
  texts: NoticeTexts
  isTested: boolean
  isUntested: boolean
  isChecked: boolean
  onTested: () => void
  onUntested: (isUntested: boolean) => void
}

/** Sends the text to the own phone. Somebody without one says that no test was sent. */
export function TestPanel(props: TestPanelProps) {
  const { texts, isTested, isUntested, isChecked, onTested, onUntested } = props
  const { t } = useTranslation('campaign')
  const { email } = useMe()
  const test = useMutation({
    mutationFn: () =>
      call(noticeCampaignEndpoints['notice.testCampaign'], { body: trimmed(texts) }),
    onSuccess: ({ sent }) => sent > 0 && onTested(),
  })
  const isMissing = isChecked && !isTested && !isUntested
  return (
    <Panel title={t('testFirst')}>
      <p className={text.soft}>{t('testHelp', { email: email ?? '–' })}</p>
      <Button isBusy={test.isPending} disabled={!isComplete(texts)} onClick={() => test.mutate()}>
        {t('sendTest')}
      </Button>
      {test.data && (
        <Note tone={test.data.sent > 0 ? 'ok' : 'warn'} isLive>
          {t(test.data.sent > 0 ? 'testSent' : 'testFailed', {
            nickname: test.data.nickname,
            count: test.data.devices,
          })}
        </Note>
      )}
      {test.error && (
        <Note tone="bad" isLive>
          {messageOf(test.error, t('testRefused'))} <code>{traceOf(test.error)}</code>
        </Note>
      )}
      {!isTested && (
        <label>
          <input
            type="checkbox"
            checked={isUntested}
            onChange={(event) => onUntested(event.target.checked)}
          />{' '}
          {t('untested')}
        </label>
      )}
      {isMissing && (
        <Note tone="warn" isLive>
          {t('testMissing')}
        </Note>
      )}
    </Panel>
  )
}
