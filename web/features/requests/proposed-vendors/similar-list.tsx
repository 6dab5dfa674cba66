import { Alert, Button } from '@mantine/core'
import type { SimilarVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import classes from './proposed-vendors.module.css'

interface SimilarListProps {
  vendors: readonly SimilarVendor[]
  /** What the buttons do. Without it there are none. */
  action?: string
  isBusy?: boolean
  onUse?: (vendorId: string) => void
}

/** Vendors that may be the same, the same ones alone if there are any. */
export const SimilarList = ({ vendors, action, isBusy = false, onUse }: SimilarListProps) => {
  const same = vendors.filter(({ isSame }) => isSame)
  const shown = same.length > 0 ? same : vendors
  return (
    <Alert
      color={same.length > 0 ? 'yellow' : 'gray'}
      variant="light"
      p="xs"
      title={same.length > 0 ? 'You may already have this vendor' : 'Similar vendors'}
    >
      <ul className={classes.similar}>
        {shown.map(({ id, name, website, archived }) => (
          <li key={id}>
            <span>
              <AppLink href={to('/vendors/$vendorId', { vendorId: id })} className="ol-link" target="_blank">
                {name}
              </AppLink>
              {archived && ' (archived)'}
              {website && <span className={classes.known}> {website}</span>}
            </span>
            {action && !archived && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={isBusy}
                aria-label={`${action}: ${name}`}
                onClick={() => onUse?.(id)}
              >
                {action}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
