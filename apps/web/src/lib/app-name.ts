/** The product's name in the page title, the manifest and the texts. */
export const APP_NAME = 'Solstice'
