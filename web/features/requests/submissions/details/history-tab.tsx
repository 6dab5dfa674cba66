import { useMemo } from 'react'
import type { AuditRow } from '../../../../../schema/platform/audit/endpoints.ts'
import { DifferenceList } from '../../../../ui/difference-list.tsx'
import { FactList, History, historyFacts, type RowDetails } from '../../../platform/audit/index.ts'
import { requestKeys } from '../api.ts'
import { changesIn } from '../differences.ts'
import { useDifferences } from '../use-differences.ts'

const Changes = ({ row, submissionId }: { row: AuditRow; submissionId: string }) => {
  const changes = useMemo(() => changesIn(row.changeData), [row.changeData])
  const differences = useDifferences(submissionId, changes)
  return (
    <>
      <DifferenceList differences={differences} />
      <FactList facts={historyFacts(row.changeData)} />
    </>
  )
}

/** The history of the request, newest first, with changed answers by question. */
export const HistoryTab = ({ id }: { id: string }) => {
  const details = useMemo<RowDetails>(
    () => ({
      has: ({ changeData }) => changesIn(changeData).length > 0 || historyFacts(changeData).length > 0,
      render: (row) => <Changes row={row} submissionId={id} />,
    }),
    [id],
  )
  return <History targetType="INTAKE_SUBMISSION" targetId={id} queryKey={requestKeys.history(id)} details={details} />
}
