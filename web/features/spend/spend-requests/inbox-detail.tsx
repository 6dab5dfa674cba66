import { to } from '../../../lib/address.ts'
import type { OpenedItem } from '../../approvals/inbox/index.ts'
import { SubjectApiProvider, SubjectInInbox } from '../../requests/submissions/index.ts'
import { useSpendApprovals, useSpendRequest } from './api.ts'
import { ProposedVendor } from './proposed-vendor.tsx'
import { SpendDetails } from './spend-details.tsx'
import { SPEND_API } from './subject-api.ts'

interface SpendInInboxProps {
  id: string
  onOpened: (opened: OpenedItem) => void
}

/** A spend request as the inbox shows it: its lines, and who decides. */
export const SpendInInbox = ({ id, onOpened }: SpendInInboxProps) => {
  const spend = useSpendRequest(id)
  const approvals = useSpendApprovals(id)
  return (
    <SubjectApiProvider api={SPEND_API}>
      <SubjectInInbox
        id={id}
        subject={spend}
        approvals={approvals}
        onOpened={onOpened}
        editHref={({ canEdit }) =>
          canEdit ? to('/spend-requests/$spendRequestId/edit', { spendRequestId: id }) : null
        }
        details={(request, { isNewest, mine }) => (
          <>
            <SpendDetails spend={request} cutsIn={isNewest ? mine.find(({ canDecide }) => canDecide)?.id : undefined} />
            <ProposedVendor spend={request} />
          </>
        )}
      />
    </SubjectApiProvider>
  )
}
