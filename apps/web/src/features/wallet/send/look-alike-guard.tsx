import { isMiddleOf, middleOf } from '@solstice/rules/look-alike'
import { useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '#/ui/class-names.ts'
import { NoticeWords } from '#/ui/notice.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import styles from './look-alike-guard.module.css'

const GAP = ' …… '

type LookAlikeGuardProps = { address: string; known: string; onCompared: () => void }

/** Nothing goes to a look-alike before its middle was typed: forged ends do not forge that. */
export function LookAlikeGuard({ address, known, onCompared }: LookAlikeGuardProps) {
  const { t } = useTranslation('wallet')
  const [typed, setTyped] = useState('')
  const asked = middleOf(address)
  const [before = '', after = ''] = address.split(asked)
  const isFull = typed.trim().length >= asked.length
  const isWrong = isFull && !isMiddleOf(address, typed)
  return (
    <div className={styles.guard}>
      <div className={styles.words} role="alert">
        <NoticeWords title={t('send.lookAlike')}>
          {t('send.lookAlikeText', { known: shortAddress(known) })}
        </NoticeWords>
      </div>
      <p className={classNames(text.small, text.number, styles.gap)}>
        {before}
        <b>{GAP}</b>
        {after}
      </p>
      <TextInput
        label={t('send.middle')}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={asked.length}
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
    </div>
  )
}
