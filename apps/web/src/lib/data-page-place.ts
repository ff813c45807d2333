/** The page that shows and verifies a member's data, without any. */
export const DATA_PAGE_PATH = '/data-page/index.html'

/** Stands in the page at the place of the data. */
export const DATA_PLACE = '<!-- data -->'
