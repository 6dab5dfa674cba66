import { to } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import classes from './form.module.css'

/** In a new tab, because the form is being filled in. */
export const HowApprovedLink = ({ categoryId }: { categoryId: string }) => (
  <AppLink
    className={`ol-link ${classes.howApproved}`}
    href={to('/intake-requests/$categoryId/how-approved', { categoryId })}
    target="_blank"
  >
    How this is approved
  </AppLink>
)
