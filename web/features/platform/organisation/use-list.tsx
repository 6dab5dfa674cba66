import type { InUseReason } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { readAddress } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import classes from './organisation.module.css'

/** Where a unit is used, with links. */
export const UseList = ({ reasons }: { reasons: InUseReason[] }) => (
  <ul className={classes.reasons}>
    {reasons.map(({ text, href }) => (
      <li key={`${href} ${text}`}>
        <AppLink className="ol-link" href={readAddress(href)}>
          {text}
        </AppLink>
      </li>
    ))}
  </ul>
)
