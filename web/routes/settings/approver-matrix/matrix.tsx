import { MatrixPage } from '../../../features/approvals/approver-matrix/matrix-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { approverMatrixId } = usePathParams<'approverMatrixId'>()
  return <MatrixPage id={approverMatrixId} />
}
