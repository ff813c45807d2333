import { isMiddleOf, middleOf } from '@solstice/rules/look-alike'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { Caution, CautionText } from '#/features/wallet/caution.tsx'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import styles from './look-alike-guard.module.css'

const GAP = ' …… '

type GuardProps = { address: string; onCompared: () => void }

/**
 * Blocks a look-alike until the member has typed its middle, which a forged address does not match.
 */
export function LookAlikeGuard({ known, ...props }: GuardProps & { known: string }) {
  const { t } = useTranslation('wallet')
  return (
    <MiddleGuard
      {...props}
      title={t('send.lookAlike')}
      message={t('send.lookAlikeText', { known: shortAddress(known) })}
    />
  )
}

type UnclearGuardProps = GuardProps & { silent: readonly Network[]; onRetry: () => void }

/** Shown when the history could not be read: the member compares the address by hand or retries. */
export function UnclearGuard({ silent, onRetry, ...props }: UnclearGuardProps) {
  const { t } = useTranslation('wallet')
  const networks = silent.map(({ name }) => name).join(', ')
  return (
    <MiddleGuard
      {...props}
      title={t('send.unclear')}
      message={networks === '' ? t('send.unclearText') : t('send.unclearNetworks', { networks })}
      action={
        <Button variant="quiet" isCompact onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  )
}

type MiddleGuardProps = GuardProps & { title: string; message: string; action?: ReactNode }

function MiddleGuard({ address, onCompared, title, message, action }: MiddleGuardProps) {
  const { t } = useTranslation('wallet')
  const [typed, setTyped] = useState('')
  const expectedMiddle = middleOf(address)
  const [before = '', after = ''] = address.split(expectedMiddle)
  const isFull = typed.trim().length >= expectedMiddle.length
  const isWrong = isFull && !isMiddleOf(address, typed)
  return (
    <Caution>
      <CautionText role="alert" title={title}>
        {message}
      </CautionText>
      {action}
      <p className={classNames(text.small, text.number, styles.gap)}>
        {before}
        <b>{GAP}</b>
        {after}
      </p>
      <TextInput
        label={t('send.middle')}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={expectedMiddle.length}
        binding={{
          name: 'middle',
          value: typed,
          error: isWrong ? t('send.middleWrong') : undefined,
          onBlur: () => undefined,
          onChange: (value) => {
            setTyped(value)
            if (isMiddleOf(address, value)) onCompared()
          },
        }}
      />
    </Caution>
  )
}
