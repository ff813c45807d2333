import { useState } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PictureLibrary } from '#/shell/pictures/picture-library.tsx'
import { Button } from '#/ui/button.tsx'
import { Field, TextAreaField } from '#/ui/field.tsx'
import styles from './shop.module.css'
import { ProductPicture } from './product-picture.tsx'

const NAME_MAX = 80
const DESCRIPTION_MAX = 500

export type Content = {
  name: { en: string; ko: string }
  description: { en: string; ko: string }
  imageUrl: string | null
}

const isWithin = (text: string, most: number) => text.trim() !== '' && text.length <= most

export const isComplete = ({ name, description }: Content) =>
  (['en', 'ko'] as const).every(
    (language) =>
      isWithin(name[language], NAME_MAX) && isWithin(description[language], DESCRIPTION_MAX),
  )

type ContentFieldsProps = {
  content: Content
  onContent: (content: Content) => void
  isChecked: boolean
}

/** Edits the texts in both languages side by side, and chooses a picture of the library. */
export function ContentFields({ content, onContent, isChecked }: ContentFieldsProps) {
  const { t } = useTranslation('shop')
  const [isChoosing, setChoosing] = useState(false)
  const { name, description, imageUrl } = content
  const counter = (text: string, most: number) =>
    t('counter', { length: formatNumber(text.length), most: formatNumber(most) })
  const problem = (text: string, most: number) =>
    isChecked && !isWithin(text, most) ? t('textProblem', { most: formatNumber(most) }) : undefined
  return (
    <>
      <div className={styles.pair}>
        {(['en', 'ko'] as const).map((language) => (
          <div key={language} lang={language}>
            <Field
              label={t(language === 'en' ? 'nameEn' : 'nameKo')}
              value={name[language]}
              maxLength={NAME_MAX}
              onValue={(text) => onContent({ ...content, name: { ...name, [language]: text } })}
              help={counter(name[language], NAME_MAX)}
              problem={problem(name[language], NAME_MAX)}
            />
            <TextAreaField
              label={t(language === 'en' ? 'descriptionEn' : 'descriptionKo')}
              value={description[language]}
              maxLength={DESCRIPTION_MAX}
              onValue={(text) =>
                onContent({ ...content, description: { ...description, [language]: text } })
              }
              help={counter(description[language], DESCRIPTION_MAX)}
              problem={problem(description[language], DESCRIPTION_MAX)}
            />
          </div>
        ))}
      </div>
      <ProductPicture url={imageUrl} />
      <div className={styles.actions}>
        <Button size="small" icon="eye" onClick={() => setChoosing(true)}>
          {t('choosePicture')}
        </Button>
        {imageUrl !== null && (
          <Button
            size="small"
            tone="plain"
            onClick={() => onContent({ ...content, imageUrl: null })}
          >
            {t('noPicture')}
          </Button>
        )}
      </div>
      {isChoosing && (
        <PictureLibrary
          onChoose={(chosen) => {
            onContent({ ...content, imageUrl: chosen })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
