import preview from './ko/preview.json'
import invites from './ko/invites.json'
import networks from './ko/networks.json'
import books from './ko/books.json'
import campaign from './ko/campaign.json'
import builder from './ko/builder.json'
import builderParts from './ko/builder-parts.json'
import publish from './ko/publish.json'

/** Texts of the pages that are not opened first. */
export const texts = {
  preview,
  invites,
  networks,
  books,
  campaign,
  builder,
  builderParts,
  publish,
}
