import { DifferenceList } from '../../../../ui/difference-list.tsx'
import { FactList, historyFacts, type RowDetails } from '../../../platform/audit/index.ts'
import { changesIn, toDifferences } from '../differences.ts'

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** What the history of a subject shows of an entry, where its changes name no ids. */
export const CHANGE_DETAILS: RowDetails = {
  has: ({ changeData }) => changesIn(changeData).length > 0 || historyFacts(changeData).length > 0,
  render: ({ changeData }) => (
    <>
      <DifferenceList differences={toDifferences(changesIn(changeData), NO_NAMES, 'None')} />
      <FactList facts={historyFacts(changeData)} />
    </>
  ),
}
