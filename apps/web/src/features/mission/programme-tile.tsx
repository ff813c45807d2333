import { ProgrammeIcon } from '#/ui/programme-icon.tsx'
import type { ProgrammeIconName } from '#/ui/programme-icon.tsx'
import { Tile } from '#/ui/rows.tsx'

export function ProgrammeTile({
  name,
  isFaint = false,
}: {
  name: ProgrammeIconName
  isFaint?: boolean
}) {
  return (
    <Tile isFaint={isFaint}>
      <ProgrammeIcon name={name} size={20} />
    </Tile>
  )
}
