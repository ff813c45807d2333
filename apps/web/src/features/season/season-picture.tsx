import longNight from '#/art/season-long-night.svg'

/** Falls back to the night picture for a season without its own. */
export function SeasonPicture({ url }: { url: string | null }) {
  return <img src={url ?? longNight} alt="" width={350} height={160} />
}
