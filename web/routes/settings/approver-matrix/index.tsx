import { MatrixList } from '../../../features/approver-matrix/matrix-list.tsx'

export const Page = () => <MatrixList />
