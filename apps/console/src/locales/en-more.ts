import preview from './en/preview.json'
import invites from './en/invites.json'
import networks from './en/networks.json'
import books from './en/books.json'
import campaign from './en/campaign.json'
import builder from './en/builder.json'
import builderParts from './en/builder-parts.json'
import publish from './en/publish.json'

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
