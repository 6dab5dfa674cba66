import type { ImportMapping } from '../../../../schema/shared/imports.ts'
import { Select } from '../../../ui/choices/select.tsx'
import classes from './imports.module.css'

const LEFT_OUT = ''

interface MappingTableProps {
  columns: readonly { header: string; samples: readonly string[] }[]
  fields: readonly { key: string; label: string; help?: string | undefined; isRequired?: boolean | undefined }[]
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** What each column of a file is. It has the heading with the id "import-columns". */
export const MappingTable = ({ columns, fields, mapping, onChange }: MappingTableProps) => {
  const options = [
    { value: LEFT_OUT, label: 'Leave out' },
    ...fields.map(({ key, label, isRequired }) => ({ value: key, label: isRequired ? `${label} (required)` : label })),
  ]
  const taken = new Set(mapping.filter((key) => key !== null))
  return (
    <>
      <h2 id="import-columns" className={classes.heading}>
        Columns
      </h2>
      <p className={classes.lead}>
        Columns were matched by their headers. Correct any that are wrong and skip those you don’t need.
      </p>
      <table className={classes.mapping} aria-labelledby="import-columns">
        <thead>
          <tr>
            <th scope="col">Column in the file</th>
            <th scope="col">First values</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ header, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat, and columns never move
            <tr key={index}>
              <th scope="row">{header || `Column ${index + 1}`}</th>
              <td className={classes.samples}>{samples.join(' · ') || <span aria-hidden>–</span>}</td>
              <td className={classes.field}>
                <Select
                  aria-label={`Field of ${header || `column ${index + 1}`}`}
                  data={options.map((option) => ({
                    ...option,
                    disabled: option.value !== LEFT_OUT && option.value !== mapping[index] && taken.has(option.value),
                  }))}
                  value={mapping[index] ?? LEFT_OUT}
                  allowDeselect={false}
                  searchable
                  onChange={(key) => onChange(mapping.map((old, at) => (at === index ? key || null : old)))}
                  description={fields.find(({ key }) => key === mapping[index])?.help}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
