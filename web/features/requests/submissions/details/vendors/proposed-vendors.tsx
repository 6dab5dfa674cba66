import { useQueryClient } from '@tanstack/react-query'
import type { IntakeSubmission } from '../../../../../../schema/requests/endpoints.ts'
import { LateProposedVendorCard } from '../../../proposed-vendors/index.ts'
import { requestKeys } from '../../api.ts'
import classes from '../details.module.css'

/** The vendors that a request proposes, beside its answers. */
export const ProposedVendors = ({ submission }: { submission: IntakeSubmission }) => {
  const client = useQueryClient()
  const { id, status, proposedVendors } = submission
  return proposedVendors.map((vendor) => (
    <LateProposedVendorCard
      key={vendor.id}
      {...vendor}
      status={status}
      className={classes.card ?? ''}
      onSettled={() => void client.invalidateQueries({ queryKey: requestKeys.one(id) })}
    />
  ))
}
