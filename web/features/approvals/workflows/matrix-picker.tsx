import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { useCan } from '../../platform/session/index.ts'
import { useMatrices } from '../approver-matrix/index.ts'
import classes from './workflow.module.css'

interface MatrixPickerProps {
  /** What is approved: "bill". */
  noun?: string
  id: string
  matrixId: string | null
  columnId: string | null
  onChange: (matrixId: string | null, columnId: string | null) => void
}

/** An approver matrix and the column whose people are asked, depending on the request's answers. */
export const MatrixPicker = ({ id, matrixId, columnId, noun = 'request', onChange }: MatrixPickerProps) => {
  const can = useCan()
  const { data } = useMatrices()
  const matrices = data ?? []
  const columns = matrices.find((matrix) => matrix.id === matrixId)?.approverColumns ?? []
  return (
    <div className={classes.principals}>
      <Select
        id={id}
        label="Approver matrix"
        description={
          matrixId && can('settings.manage') ? (
            <AppLink href={to('/settings/manage-approver-matrix/$approverMatrixId', { approverMatrixId: matrixId })}>
              View matrix
            </AppLink>
          ) : (
            `Approvers by the ${noun}’s department, entity, business unit and category.`
          )
        }
        placeholder={data && matrices.length === 0 ? 'No matrices yet' : 'None'}
        clearable
        searchable
        data={matrices.map((matrix) => ({ value: matrix.id, label: matrix.name }))}
        value={matrixId}
        onChange={(next) => {
          const found = matrices.find((matrix) => matrix.id === next)
          // With only one column there is nothing to choose.
          const [only, ...others] = found?.approverColumns ?? []
          onChange(next, only && others.length === 0 ? only.id : null)
        }}
      />
      {matrixId && (
        <Select
          label="Approver column"
          required
          allowDeselect={false}
          data={columns.map((column) => ({ value: column.id, label: column.name }))}
          value={columnId}
          onChange={(next) => onChange(matrixId, next)}
        />
      )}
    </div>
  )
}
