import styles from './shop.module.css'

/** The console's host has the pictures of the members' app only as files of its preview. */
export function ProductPicture({ url }: { url: string | null }) {
  const src = url?.startsWith('/art/') ? `/preview${url}` : url
  return src == null || !/^\/(media|preview\/art)\//.test(src) ? null : (
    <img className={styles.picture} src={src} alt="" />
  )
}
