import { useState } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { changeProduct, readShop } from './api.ts'
import type { Product } from './api.ts'
import { ContentFields, isComplete } from './content-fields.tsx'
import type { Content } from './content-fields.tsx'

/** Corrects the texts and the picture of a product. Price and gift stay as they are. */
export function ContentDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('shop')
  const { productId, name, description, imageUrl, sold } = product
  const [content, setContent] = useState<Content>({ name, description, imageUrl })
  return (
    <Confirm
      level="C1"
      title={t('contentDialog.title', { name: name[currentLanguage()] })}
      action={t('contentDialog.action')}
      effect={[[t('sold'), formatNumber(sold)]]}
      note={t('contentDialog.note')}
      isReady={isComplete(content)}
      fields={(isChecked) => (
        <ContentFields content={content} onContent={setContent} isChecked={isChecked} />
      )}
      run={(confirmed) => changeProduct(productId, content, confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
        void readShop()
      }}
      onClose={onClose}
    />
  )
}
