import type { MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LinkedReplayPanel } from '../engine/index.ts'
import type { useBacktest } from './api.ts'

interface ReplayDialogProps {
  opened: boolean
  onClose: () => void
  /** Kept by the editor, so that the result survives a look at the matrix. */
  backtest: ReturnType<typeof useBacktest>
  grid: MatrixGrid
  hasProblems: boolean
}

/** Past requests planned again with the draft of the matrix. */
export const ReplayDialog = ({ opened, onClose, backtest, grid, hasProblems }: ReplayDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Past requests" size="lg">
    <LinkedReplayPanel
      what="requests that use this matrix"
      noun="request"
      hasProblems={hasProblems}
      isPending={backtest.isPending}
      error={backtest.error}
      isOutdated={backtest.data !== undefined && backtest.variables?.grid !== grid}
      run={(period) => backtest.mutate({ grid, period })}
      result={backtest.data}
    />
  </Dialog>
)
