import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { Address } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { VendorLink } from './api.ts'
import classes from './links.module.css'

/** What is known of both, to see whether they are one. */

export const AccountingSide = ({ link: { accounting } }: { link: VendorLink }) => (
  <div className={classes.side}>
    <span className={classes.of}>Accounting system</span>
    <span className={classes.name}>{accounting.name}</span>
    <ul className={classes.facts}>
      {accounting.number && <li>Number {accounting.number}</li>}
      {accounting.email && <li>{accounting.email}</li>}
      {accounting.last12 && accounting.last12.value !== 0 && (
        <li>
          <MoneyText money={accounting.last12} /> in the last 12 months
        </li>
      )}
      {!accounting.isActive && <li>Inactive in the accounting system</li>}
    </ul>
  </div>
)

export const VendorSide = ({ link: { vendor } }: { link: VendorLink }) => {
  if (!vendor)
    return (
      <div className={classes.side}>
        <span className={classes.of}>Your vendor</span>
        <span className={classes.name}>No match</span>
      </div>
    )
  return (
    <div className={classes.side}>
      <span className={classes.of}>Your vendor</span>
      <AppLink className={`ol-link ${classes.name}`} href={hrefOf('VENDOR', vendor.id) as Address}>
        {vendor.name}
      </AppLink>
      <ul className={classes.facts}>
        {vendor.isArchived && <li>Archived</li>}
        {vendor.website && <li>{vendor.website}</li>}
        {vendor.email && <li>{vendor.email}</li>}
        {vendor.servicesCount > 0 && (
          <li>{vendor.servicesCount === 1 ? '1 service' : `${vendor.servicesCount} services`}</li>
        )}
        {vendor.last12.value !== 0 && (
          <li>
            <MoneyText money={vendor.last12} /> in the last 12 months
          </li>
        )}
        {vendor.alsoKnownAs.length > 0 && <li>Also linked to {vendor.alsoKnownAs.join(', ')}</li>}
      </ul>
    </div>
  )
}
