import { registerHistory } from '../../platform/audit/targets.ts'
import { accessStatement, toReadable } from './visibility.ts'

registerHistory('INTAKE_SUBMISSION', (context, id) => ({
  statement: accessStatement(context, id),
  check: (row) => void toReadable(row, context.actor),
}))
