import { Button, Checkbox, Menu } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { to, useGo } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, NotFound } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { saidOfRights } from '../guarded/index.ts'
import { importClasses as classes, counted, ImportCounts } from '../imports/index.ts'
import { deleteImport, importKeys, type MemberImport, rehearseUndo, startImport, undoImport, useImport } from './api.ts'
import { ImportRows } from './import-rows.tsx'
import { MEMBER_IMPORTS_HREF } from './links.ts'
import { Mapping } from './mapping.tsx'
import { UndoEffects } from './undo-effects.tsx'
import { COUNTED, importState } from './words.ts'

/** One import, from the columns of its file to the result of every row. */
export const MemberImportPage = ({ importId }: { importId: string }) => {
  const found = useImport(importId)
  if (isApiError(found.error, 'NOT_FOUND')) return <NotFound />
  if (found.data) return <Import found={found.data} />
  return found.error ? (
    <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  ) : (
    <PageHeader title="Import of members" breadcrumbs={CRUMBS} />
  )
}

const CRUMBS = [
  { label: 'Members', href: to('/settings/members') },
  { label: 'Imports', href: MEMBER_IMPORTS_HREF },
]

const Import = ({ found }: { found: MemberImport }) => {
  const [dirty, setDirty] = useState(false)
  const { status, version } = found
  const isOpen = status === 'MAPPING' || status === 'CHECKED'
  return (
    <>
      <PageHeader
        title={found.fileName}
        tabTitle={`Import of ${found.fileName}`}
        breadcrumbs={CRUMBS}
        state={<StatusBadge {...importState(found)} />}
        subtitle={
          <>
            {counted(found.rowCount, 'row')}, uploaded by {found.createdBy}, <DateTimeText instant={found.createdAt} />
          </>
        }
        action={status === 'CHECKED' && !dirty ? <Start found={found} /> : found.canUndo && <Undo found={found} />}
        {...(isOpen && { menu: <Discard found={found} /> })}
      />
      {isOpen && <Mapping key={`${found.id} ${version}`} found={found} onDirty={setDirty} />}
      {status !== 'MAPPING' && (
        <section className={classes.section} aria-labelledby="import-result">
          <h2 id="import-result" className={classes.heading}>
            {status === 'CHECKED' ? 'Preview' : 'What happened'}
          </h2>
          {dirty && <p className={classes.lead}>You have changed the columns. Check the file again to import it.</p>}
          <ImportCounts counts={COUNTED.map(({ outcome, label }) => ({ label, count: found.counts[outcome] }))} />
          <ImportRows found={found} />
        </section>
      )}
    </>
  )
}

/** Members, and what counts or lists them. */
const useSaved = (found: MemberImport) => {
  const client = useQueryClient()
  return (after: MemberImport) => {
    client.setQueryData(importKeys.one(found.id), after)
    for (const queryKey of [importKeys.list, ['members'], ['organisation']]) {
      void client.invalidateQueries({ queryKey })
    }
  }
}

const Start = ({ found }: { found: MemberImport }) => {
  const count = found.counts.CREATE ?? 0
  const [opened, setOpened] = useState(false)
  const [sendsInvitations, setSendsInvitations] = useState(false)
  const saved = useSaved(found)
  const start = useCommand({
    run: (_: undefined, { commandId }) =>
      startImport(found.id, { sendsInvitations, version: found.version }, commandId),
    success: (answer) =>
      saidOfRights(
        `${counted(answer.counts.CREATED ?? 0, 'member')} added${sendsInvitations ? ' and invited' : ''}`,
        answer,
      ),
    onSuccess: (after) => {
      setOpened(false)
      saved(after)
    },
  })
  return (
    <>
      <Button disabled={count === 0} onClick={() => setOpened(true)}>
        {count === 0 ? 'No one to add' : `Add ${counted(count, 'member')}`}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={`Add ${counted(count, 'member')}?`}>
        <p className={classes.lead}>
          They can sign in with a link to their email address. You can undo this import for 30 days.
        </p>
        <Checkbox
          label="Email everyone an invitation now"
          description="With a login link. You can also do that later in Members."
          checked={sendsInvitations}
          onChange={({ currentTarget }) => setSendsInvitations(currentTarget.checked)}
        />
        <div className={classes.buttons}>
          <Button loading={start.isPending} onClick={() => start.send(undefined)}>
            Add members
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setOpened(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  )
}

const Undo = ({ found }: { found: MemberImport }) => {
  const saved = useSaved(found)
  const undo = useCommand({
    run: (_: undefined, { commandId }) => undoImport(found.id, found.version, commandId),
    success: ({ counts }) =>
      [`${counted(counts.REMOVED ?? 0, 'member')} removed`, counts.KEPT ? `${counts.KEPT} kept` : '']
        .filter(Boolean)
        .join(', '),
    onSuccess: saved,
  })
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    // Without an answer the import can be undone all the same.
    const rehearsal = await rehearseUndo(found.id, found.version).catch(() => undefined)
    setAsking(false)
    const agreed = await confirm({
      title: 'Undo this import?',
      text: <UndoEffects rehearsal={rehearsal} />,
      confirmLabel: 'Undo import',
      danger: true,
    })
    if (agreed) undo.send(undefined)
  }
  return (
    <Button
      variant="default"
      loading={undo.isPending || isAsking}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={() => void ask()}
    >
      Undo import
    </Button>
  )
}

const Discard = ({ found }: { found: MemberImport }) => {
  const go = useGo()
  const discard = useCommand({
    run: (_: undefined, { commandId }) => deleteImport(found.id, commandId),
    success: 'Import discarded',
    invalidates: [importKeys.list],
    onSuccess: () => go.to(MEMBER_IMPORTS_HREF),
  })
  return (
    <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} color="red" onClick={() => discard.send(undefined)}>
      Discard this import
    </Menu.Item>
  )
}
