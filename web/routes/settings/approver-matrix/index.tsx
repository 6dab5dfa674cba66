import { MatrixList } from '../../../features/approvals/approver-matrix/matrix-list.tsx'

export const Page = () => <MatrixList />
