import { DELETION_REASONS, DELETION_TEXT_MAX_LENGTH } from '@solstice/rules/account'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import styles from './delete-account.module.css'
import { useDeletion } from './deletion.ts'

type DeleteReasonScreenProps = {
  back: { label: string; onPress: () => void }
  onNext: () => void
}

export function DeleteReasonScreen({ back, onNext }: DeleteReasonScreenProps) {
  const { t } = useTranslation('account')
  const { reason, reasonText } = useDeletion()
  const textId = useId()
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('delete.title')} />}
      dock={
        <Button variant="quiet" disabled={!reason} onClick={onNext}>
          {t('delete.next')}
        </Button>
      }
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>
          <span className={text.title}>{t('delete.reasonTitle')}</span>
          <span className={classNames(text.soft, styles.block)}>{t('delete.reasonText')}</span>
        </legend>
        <Rows>
          {DELETION_REASONS.map((name) => (
            <Row key={name}>
              <label className={rowTargetClass}>
                <input
                  type="radio"
                  name="reason"
                  className={text.unseen}
                  checked={name === reason}
                  onChange={() => useDeletion.setState({ reason: name })}
                />
                <RowContent
                  label={t(`delete.reason.${name}`)}
                  end={name === reason ? 'check' : 'none'}
                />
              </label>
            </Row>
          ))}
        </Rows>
      </fieldset>
      {reason === 'OTHER' && (
        <div className={styles.other}>
          <label htmlFor={textId} className={classNames(text.small, text.soft)}>
            {t('delete.otherLabel')}
          </label>
          <textarea
            id={textId}
            className={styles.text}
            rows={4}
            maxLength={DELETION_TEXT_MAX_LENGTH}
            value={reasonText}
            onChange={(event) => useDeletion.setState({ reasonText: event.target.value })}
          />
        </div>
      )}
      <Link to="/more/my-data" className={classNames(buttonClass('text'), styles.copy)}>
        {t('delete.copyFirst')}
      </Link>
    </Screen>
  )
}
