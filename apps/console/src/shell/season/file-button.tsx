import { useRef } from 'react'
import { Button } from '#/ui/button.tsx'
import type { IconName } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'

type FileButtonProps = {
  label: string
  accept: string
  icon?: IconName
  size?: 'normal' | 'small'
  isBusy?: boolean
  disabled?: boolean
  path?: string
  onFile: (file: File) => void
}

/** Opens the file dialog. The input itself cannot look like a button, so it is hidden. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, icon = 'upload', size = 'normal', isBusy, disabled, path, onFile } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className={text.unseen}
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        disabled={disabled}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again after it was corrected.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        size={size}
        icon={icon}
        isBusy={isBusy ?? false}
        disabled={disabled}
        data-path={path}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
