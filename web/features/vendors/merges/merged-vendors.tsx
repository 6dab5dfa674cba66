import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { useCan } from '../../platform/session/index.ts'
import { backText, MOVED, undoMerge, useVendorMerges, type VendorMerge } from './api.ts'
import classes from './vendor-merges.module.css'

/** Vendors that were merged into this one. Each can be separated for a day. */
export const MergedVendors = ({ vendorId }: { vendorId: string }) => {
  const can = useCan()
  const merges = useVendorMerges(vendorId, can('vendors.merge'))
  if (!merges.data || merges.data.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="merged-vendors">
      <h2 id="merged-vendors" className={classes.heading}>
        Merged vendors
      </h2>
      <ul className={classes.list}>
        {merges.data.map((merge) => (
          <Merge key={merge.id} merge={merge} />
        ))}
      </ul>
    </section>
  )
}

const Merge = ({ merge }: { merge: VendorMerge }) => {
  const undo = useCommand({
    run: (_: undefined, { commandId }) => undoMerge(merge.id, commandId),
    success: ({ kept }) => backText(merge.from.name, kept),
    invalidates: MOVED,
  })
  const ask = async () => {
    const agreed = await confirm({
      title: `Undo the merge of ${merge.from.name}?`,
      text: `${merge.from.name} comes back with everything that was moved. Anything changed or moved since stays as it is and is listed.`,
      confirmLabel: 'Undo merge',
    })
    if (agreed) undo.send(undefined)
  }
  return (
    <li className={classes.merge}>
      <div>
        <p>{merge.from.name}</p>
        <p className={classes.dim}>
          Merged by {merge.createdBy}, <DateTimeText instant={merge.createdAt} />
          {merge.moves.length > 0 && <>: {merge.moves.map(({ text }) => text).join(', ')}</>}
        </p>
        {merge.undoneAt && (
          <p className={classes.dim}>
            Undone <DateTimeText instant={merge.undoneAt} />
          </p>
        )}
        {merge.kept.map((sentence) => (
          <p key={sentence} className={classes.dim}>
            {sentence}.
          </p>
        ))}
        {merge.canUndo && (
          <p className={classes.dim}>
            Can be undone until <DateTimeText instant={merge.undoUntil} />
          </p>
        )}
      </div>
      {merge.canUndo && (
        <Button
          variant="default"
          size="compact-sm"
          loading={undo.isPending}
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={() => void ask()}
        >
          Undo merge
        </Button>
      )}
    </li>
  )
}
