import table from '../../../ui/lines-table.module.css'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { SpendVersion } from './api.ts'
import classes from './spend.module.css'

/** The lines of one version, with their total. */
export const LinesTable = ({ version }: { version: Pick<SpendVersion, 'spendRequestLines' | 'estimatedCost'> }) => {
  const { spendRequestLines: lines, estimatedCost } = version
  const hasUnits = lines.some(({ businessUnit }) => businessUnit)
  const hasEntities = lines.some(({ entity }) => entity)
  const columns = 3 + (hasUnits ? 1 : 0) + (hasEntities ? 1 : 0)
  return (
    <div className={table.frame}>
      <table className={table.lines}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Category</th>
            <th scope="col">Department</th>
            {hasUnits && <th scope="col">Business unit</th>}
            {hasEntities && <th scope="col">Entity</th>}
            <th scope="col" data-align="right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} className={line.cut?.isRejected ? classes.rejected : undefined}>
              <td data-label="Description" data-blank={(!line.description && !line.cut) || undefined}>
                <div>
                  {line.description || (line.cut ? null : <span aria-hidden>–</span>)}
                  {line.cut && (
                    <p className={classes.cut}>
                      {line.cut.isRejected ? 'Rejected' : 'Reduced'} by {line.cut.by.name}: {line.cut.reason}
                    </p>
                  )}
                </div>
              </td>
              <td data-label="Category">{line.category.name}</td>
              <td data-label="Department">{line.department.name}</td>
              {hasUnits && <td data-label="Business unit">{line.businessUnit?.name ?? <span aria-hidden>–</span>}</td>}
              {hasEntities && <td data-label="Entity">{line.entity?.name ?? <span aria-hidden>–</span>}</td>}
              <td data-label="Amount" data-align="right">
                <div>
                  {line.cut && (
                    <del className={classes.asked}>
                      <span className="ol-visually-hidden">Asked for: </span>
                      <MoneyText money={line.cut.asked} />
                    </del>
                  )}
                  <MoneyText money={line.estimatedCost} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={columns}>Total</td>
            <td data-align="right">
              <MoneyText money={estimatedCost} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
