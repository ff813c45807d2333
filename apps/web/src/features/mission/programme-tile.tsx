import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { ScreenIconName } from '#/ui/screen-icon.tsx'
import { Tile } from '#/ui/rows.tsx'

export function ProgrammeTile({
  name,
  isFaint = false,
}: {
  name: ScreenIconName
  isFaint?: boolean
}) {
  return (
    <Tile isFaint={isFaint}>
      <ScreenIcon name={name} size={20} />
    </Tile>
  )
}
