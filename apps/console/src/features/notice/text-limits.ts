/** The maxima of the contract, which a test compares, so that the page loads no schema. */
export const NOTICE_TITLE_MAX = 100
export const NOTICE_CONTENT_MAX = 4000
/** A phone shows about this much of the text in a push. */
export const PUSH_TEXT_MAX = 160
