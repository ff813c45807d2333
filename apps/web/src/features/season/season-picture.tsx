import longNight from '#/art/season-long-night.svg'

/** A season without a picture of its own has the night. */
export function SeasonPicture({ url }: { url: string | null }) {
  return <img src={url ?? longNight} alt="" width={350} height={160} />
}
