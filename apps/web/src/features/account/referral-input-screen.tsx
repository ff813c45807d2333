import { Code } from '@solstice/contract/codes'
import { isReferralCode, normaliseReferralCode } from '@solstice/rules/referral-code'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { showToast } from '#/lib/toast.ts'
import { useAction } from '#/lib/use-action.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { referralQuery, registerReferral } from './api.ts'
import styles from './referral-input-screen.module.css'

type Back = { label: string; onPress: () => void }

export function ReferralInputScreen({ back }: { back: Back }) {
  const { t } = useTranslation('account')
  const query = useQuery(referralQuery)
  if (query.data?.registeredCode === null) return <ReferralForm back={back} />
  return (
    <Screen header={<ScreenHeader back={back} title={t('referral.title')} />}>
      <Loaded
        query={query}
        skeleton={<Skeleton isCard width="100%" height="120px" />}
        failed={t('referral.loadFailed')}
      >
        {({ registeredCode }) => (
          <Card>
            <p className={classNames(text.small, text.soft)}>{t('referral.registered')}</p>
            <p className={classNames(text.headline, styles.code)}>{registeredCode}</p>
            <p className={text.soft}>{t('referral.problem.already')}</p>
          </Card>
        )}
      </Loaded>
    </Screen>
  )
}

function ReferralForm({ back }: { back: Back }) {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const form = useForm({ referralCode: '' }, ({ referralCode }) => ({
    referralCode: isReferralCode(referralCode) ? undefined : t('referral.problem.invalid'),
  }))

  const { run } = useAction({
    call: registerReferral,
    texts: { done: () => t('referral.done') },
    onDone: ({ registeredCode }) =>
      void queries.setQueryData(
        referralQuery.queryKey,
        (mine) => mine && { ...mine, registeredCode },
      ),
    onFailed: handleRefusal,
  })

  const submit = () => run(normaliseReferralCode(form.values.referralCode))

  function handleRefusal(error: unknown): void {
    switch (codeOf(error)) {
      case Code.REFERRAL_CODE_INVALID:
        return form.refuse('referralCode', messageOf(error, t('referral.problem.invalid')))
      case Code.REFERRAL_OWN_CODE:
        return form.refuse('referralCode', messageOf(error, t('referral.problem.own')))
      case Code.REFERRAL_ALREADY_REGISTERED:
        return form.refuse('referralCode', messageOf(error, t('referral.problem.already')))
      case undefined:
      default:
        return showToast(messageOf(error, t('referral.failed')), { tone: 'attention' })
    }
  }

  return (
    <Screen
      onSubmit={form.submit(submit)}
      header={<ScreenHeader back={back} title={t('referral.title')} />}
      dock={
        <Button type="submit" isBusy={form.isBusy}>
          {t('referral.submit')}
        </Button>
      }
    >
      <p className={classNames(text.soft, styles.intro)}>{t('referral.text')}</p>
      <TextInput
        label={t('referral.label')}
        binding={form.field('referralCode')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={16}
        hint={t('referral.hint')}
      />
    </Screen>
  )
}
