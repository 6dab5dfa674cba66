import { MatrixPage } from '../../../features/approver-matrix/matrix-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { approverMatrixId } = usePathParams<'approverMatrixId'>()
  return <MatrixPage id={approverMatrixId} />
}
