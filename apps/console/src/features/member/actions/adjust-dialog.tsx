import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { currentLanguage } from '@solstice/ui/language.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { amountText, changeText } from '#/features/member/amount-text.ts'
import { readMember } from '#/features/member/api.ts'
import type { Member } from '#/features/member/api.ts'
import type { Season } from '#/shell/published-seasons-query.ts'
import { fromSmallest, toSmallest } from '#/features/member/token-units.ts'
import { ADJUSTABLE, levelOf } from './adjustment.ts'
import type { AdjustableAsset } from './adjustment.ts'

type AdjustDialogProps = { member: Member; season: Season | undefined; onClose: () => void }

/** Credits an amount to a member or debits it; above the limits it becomes a proposal. */
export function AdjustDialog({ member, season, onClose }: AdjustDialogProps) {
  const { t } = useTranslation('member')
  const [asset, setAsset] = useState<AdjustableAsset>('XP')
  const [direction, setDirection] = useState<'give' | 'take'>('give')
  const [typed, setTyped] = useState('')
  const { data: policy } = useQuery({
    queryKey: ['policy'],
    queryFn: ({ signal }) => call(approvalEndpoints['approval.policy'], {}, { signal }),
  })
  const { decimals, unit, isOfSeason } = ADJUSTABLE[asset]
  const scope = isOfSeason && season ? `season:${season.seasonId}` : ''
  const amount = toSmallest(typed, decimals)
  const now =
    member.balances.find((each) => each.asset === asset && each.scope === scope)?.balance ?? '0'
  const change = amount && (direction === 'give' ? amount : `-${amount}`)
  const after = change === undefined ? undefined : (BigInt(now) + BigInt(change)).toString()
  const decimal = (whole: string) => fromSmallest(whole, decimals)
  const isTooMuch = after?.startsWith('-') ?? false
  const isReady = amount !== undefined && !isTooMuch && (!isOfSeason || season !== undefined)
  const shown = amount === undefined ? '…' : amountText(decimal(amount), unit)
  return (
    <Confirm
      level={levelOf(asset, amount, policy)}
      title={t('adjust.title', { name: member.nickname })}
      action={t(`adjust.${direction}Action`, { amount: shown })}
      isDanger={direction === 'take'}
      effect={[
        ...(isOfSeason && season
          ? [[t('season'), season.title[currentLanguage()]] satisfies Fact]
          : []),
        [t('adjust.now'), amountText(decimal(now), unit)],
        [t('adjust.change'), change === undefined ? '–' : changeText(decimal(change), unit)],
        [t('adjust.after'), after === undefined ? '–' : amountText(decimal(after), unit)],
      ]}
      isReady={isReady}
      fields={(isChecked) => (
        <>
          <SelectField
            label={t('adjust.asset')}
            value={asset}
            options={Object.keys(ADJUSTABLE).map(
              // The keys of the table are its assets.
              (each) =>
                [each as AdjustableAsset, t(`adjust.assets.${each as AdjustableAsset}`)] as const,
            )}
            onValue={setAsset}
          />
          <SelectField
            label={t('adjust.direction')}
            value={direction}
            options={[
              ['give', t('adjust.give')],
              ['take', t('adjust.take')],
            ]}
            onValue={setDirection}
          />
          <Field
            label={t('adjust.amount', { unit: t(`adjust.assets.${asset}`) })}
            value={typed}
            onValue={setTyped}
            inputMode="decimal"
            autoComplete="off"
            problem={
              !isChecked || isReady
                ? undefined
                : isTooMuch
                  ? t('adjust.tooMuch', { amount: amountText(decimal(now), unit) })
                  : isOfSeason && season === undefined
                    ? t('adjust.noSeason')
                    : t('adjust.noAmount')
            }
          />
        </>
      )}
      typed={{
        label: t('typeAmount', { amount: shown }),
        expected: amount === undefined ? '' : shown.replaceAll('\u00a0', ' '),
      }}
      run={({ idempotencyKey, reason }) =>
        call(
          operatorEndpoints['operator.adjustBalance'],
          {
            params: { userId: member.userId },
            body: { asset, amount: change ?? '', reason, ...(scope !== '' && { scope }) },
          },
          { idempotencyKey },
        )
      }
      onDone={({ balance }) => {
        onClose()
        readMember(member.userId)
        showToast(
          t('adjust.done', { name: member.nickname, amount: amountText(decimal(balance), unit) }),
        )
      }}
      onClose={onClose}
    />
  )
}
