import { useState } from 'react'
import { ChoiceCell } from './choice-cell.tsx'
import classes from './mapping.module.css'
import { targetSource } from './mapping-api.ts'
import type { Target } from './mapping-edits.ts'
import type { MappingKind } from './mapping-kinds.ts'

/** One choice for all selected rows. */
export const BulkChoice = ({ of, onChoose }: { of: MappingKind; onChoose: (target: Target) => void }) => {
  const [opened, setOpened] = useState(false)
  return (
    <div className={classes.choose}>
      <ChoiceCell
        label={`${of.target} of the selected rows`}
        value={null}
        empty={`Choose ${of.target}…`}
        name={of.target}
        kind={of.options ?? 'spend-category'}
        load={targetSource(of)}
        opened={opened}
        reachable
        onOpen={() => setOpened(true)}
        onClose={() => setOpened(false)}
        onChange={(target) => target && onChoose(target)}
      />
    </div>
  )
}
