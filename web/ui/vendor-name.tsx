import { to } from '../lib/address.ts'
import { AppLink } from './app-link.tsx'

interface VendorNameProps {
  /** The company's vendor, or null while the accounting system's isn't linked. */
  id: string | null
  name: string
}

/** A vendor that is named in a list or on a page, which leads to its own page. */
export const VendorName = ({ id, name }: VendorNameProps) =>
  id === null ? (
    name
  ) : (
    <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: id })}>
      {name}
    </AppLink>
  )
