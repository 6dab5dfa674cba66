import { Button, Menu, Progress } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { to, useGo } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { importClasses as classes, counted, ImportCounts } from '../../platform/imports/index.ts'
import { useCan } from '../../platform/session/index.ts'
import {
  badRowsHref,
  deleteImport,
  importKeys,
  isBusy,
  rollBackImport,
  startImport,
  useImport,
  type VendorImport,
} from './api.ts'
import { ImportRows } from './import-rows.tsx'
import { IMPORTS_HREF } from './links.ts'
import { Mapping } from './mapping.tsx'
import { COUNTED, importState } from './words.ts'

/** One import, from the columns of its file to the result of every row. */
export const ImportPage = ({ importId }: { importId: string }) => {
  const can = useCan()
  const found = useImport(importId)
  if (!can('vendors.import')) return <Forbidden />
  if (isApiError(found.error, 'NOT_FOUND')) return <NotFound />
  if (found.data) return <Import found={found.data} />
  return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <Waiting />
}

const Waiting = () => <PageHeader title="Import of vendors" breadcrumbs={CRUMBS} />

const CRUMBS = [
  { label: 'Vendors', href: to('/vendors') },
  { label: 'Imports', href: IMPORTS_HREF },
]

const Import = ({ found }: { found: VendorImport }) => {
  const [dirty, setDirty] = useState(false)
  const client = useQueryClient()
  const { status, version } = found
  const isOpen = status === 'MAPPING' || status === 'CHECKED'
  // Its results are in the list of vendors.
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== status && !isOpen) void client.invalidateQueries({ queryKey: ['vendors'] })
    before.current = status
  }, [status, isOpen, client])
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
        action={
          status === 'CHECKED' && !dirty ? <Start found={found} /> : found.canRollBack && <TakeBack found={found} />
        }
        {...(isOpen && { menu: <Discard found={found} /> })}
      />
      {isOpen && <Mapping key={`${found.id} ${version}`} found={found} onDirty={setDirty} />}
      {isBusy(found) && <Running found={found} />}
      {status !== 'MAPPING' && !isBusy(found) && (
        <section className={classes.section} aria-labelledby="import-result">
          <h2 id="import-result" className={classes.heading}>
            {status === 'CHECKED' ? 'Preview' : 'What happened'}
          </h2>
          {dirty && <p className={classes.lead}>You have changed the columns. Check the file again to import it.</p>}
          <Counts found={found} />
          <ImportRows found={found} />
        </section>
      )}
    </>
  )
}

const Counts = ({ found }: { found: VendorImport }) => {
  const bad = (found.counts.BAD ?? 0) + (found.counts.FAILED ?? 0)
  return (
    <>
      <ImportCounts
        counts={[
          ...COUNTED.map(({ outcome, label }) => ({ label, count: found.counts[outcome] })),
          {
            label: 'With a warning',
            count: (found.status === 'CHECKED' && found.warningCount) || undefined,
          },
        ]}
      />
      {bad > 0 && (
        <div className={classes.buttons} style={{ marginBottom: 16 }}>
          <Button
            component="a"
            href={badRowsHref(found.id)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download {counted(bad, 'row')} with the reasons
          </Button>
        </div>
      )}
    </>
  )
}

const Running = ({ found }: { found: VendorImport }) => {
  const isRun = found.status === 'RUNNING'
  const total = isRun ? found.rowCount : found.doneCount + (found.counts.CREATED ?? 0) + (found.counts.UPDATED ?? 0)
  const share = total === 0 ? 0 : Math.min(100, (found.doneCount / total) * 100)
  return (
    <div className={classes.progress} role="status">
      <span>
        {isRun ? 'Importing' : 'Undoing'}: {formatNumber(found.doneCount)} of {counted(total, 'row')}
      </span>
      <Progress aria-label={isRun ? 'Importing' : 'Undoing'} value={share} />
      <p className={classes.hint}>You can leave this page. The import continues and its result is kept here.</p>
    </div>
  )
}

const Start = ({ found }: { found: VendorImport }) => {
  const count = (found.counts.CREATE ?? 0) + (found.counts.UPDATE ?? 0)
  const start = useCommand({
    run: (_: undefined, { commandId }) => startImport(found.id, found.version, commandId),
    invalidates: [importKeys.all],
  })
  return (
    <Button disabled={count === 0} loading={start.isPending} onClick={() => start.send(undefined)}>
      {count === 0 ? 'Nothing to import' : `Import ${counted(count, 'vendor')}`}
    </Button>
  )
}

const TakeBack = ({ found }: { found: VendorImport }) => {
  const takeBack = useCommand({
    run: (_: undefined, { commandId }) => rollBackImport(found.id, found.version, commandId),
    invalidates: [importKeys.all],
  })
  const ask = async () => {
    const agreed = await confirm({
      title: 'Undo this import?',
      text: 'Vendors it created are removed and vendors it updated are restored, unless someone has changed or used them since. Anything that stays is listed with the reason.',
      confirmLabel: 'Undo import',
      danger: true,
    })
    if (agreed) takeBack.send(undefined)
  }
  return (
    <Button
      variant="default"
      loading={takeBack.isPending}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={() => void ask()}
    >
      Undo import
    </Button>
  )
}

const Discard = ({ found }: { found: VendorImport }) => {
  const go = useGo()
  const discard = useCommand({
    run: (_: undefined, { commandId }) => deleteImport(found.id, commandId),
    success: 'Import discarded',
    invalidates: [importKeys.list],
    onSuccess: () => go.to(IMPORTS_HREF),
  })
  return (
    <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} color="red" onClick={() => discard.send(undefined)}>
      Discard this import
    </Menu.Item>
  )
}
