import { useRef } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './file-choice.module.css'

type FileChoiceProps = { file: File | undefined; onChoose: (file: File | undefined) => void }

/**
 * Chooses an export file. The button replaces the browser's own control, which cannot be styled.
 */
export function FileChoice({ file, onChoose }: FileChoiceProps) {
  const { t } = useTranslation('wallet')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className={text.unseen}
        tabIndex={-1}
        aria-label={t('import.fileLabel')}
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
      <button type="button" className={styles.file} onClick={() => input.current?.click()}>
        <Icon name="share" size={20} />
        {file ? t('import.fileChosen', { name: file.name }) : t('import.fileChoose')}
      </button>
    </>
  )
}
