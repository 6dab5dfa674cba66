import { useQueryClient } from '@tanstack/react-query'
import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import { LateProposedVendorCard } from '../../requests/proposed-vendors/index.ts'
import { detailsClasses as classes } from '../../requests/submissions/index.ts'
import { type SpendRequest, spendKeys } from './api.ts'

/** The vendor that a spend request proposes, if it proposes one. */
export const ProposedVendor = ({ spend }: { spend: SpendRequest }) => {
  const client = useQueryClient()
  const { id, vendor, status } = spend
  if (!isProposedVendorId(vendor.id)) return null
  return (
    <LateProposedVendorCard
      {...vendor}
      status={status}
      className={classes.card ?? ''}
      onSettled={() => void client.invalidateQueries({ queryKey: spendKeys.one(id) })}
    />
  )
}
