import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconArrowsDiff, IconCheck, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Drift, FailedEntry } from '../../../../schema/platform/accounting/drift-endpoints.ts'
import { readAddress } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { DifferenceList } from '../../../ui/difference-list.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import classes from './accounting.module.css'
import { accountingKeys, compareWritten, driftsQuery, sendAgain } from './api.ts'
import { ENTRY_NOUNS } from './words.ts'

type Written = Pick<Drift, 'kind' | 'number' | 'page' | 'url'>

/** "Bill INV-9", with the ways to it in Outlay and there. */
const WrittenName = ({ kind, number, page, url, system }: Written & { system: string }) => {
  const name = [ENTRY_NOUNS[kind], number].filter(Boolean).join(' ')
  return (
    <div className={classes.wrapped}>
      {page ? (
        <Anchor component={AppLink} href={readAddress(page)}>
          {name}
        </Anchor>
      ) : (
        name
      )}
      {url && (
        <Anchor className={classes.outside} href={url} target="_blank" rel="noreferrer">
          Open in {system}
        </Anchor>
      )}
    </div>
  )
}

/** What Outlay wrote into the accounting system: what failed, and what was changed there behind its back. */
export const SentSection = ({ system, canCompare }: { system: string; canCompare: boolean }) => {
  const { data, error, refetch } = useQuery(driftsQuery)
  const [accepted, setAccepted] = useState<Drift | null>(null)
  const compare = useCommand({
    run: (_, { commandId }) => compareWritten(commandId),
    invalidates: [accountingKeys.all],
  })
  const again = useCommand<string>({
    run: (entryId, { commandId }) => sendAgain(entryId, commandId),
    success: `Sent to ${system} again`,
    invalidates: [accountingKeys.all],
  })
  const askToReplace = async (drift: Drift): Promise<void> => {
    const agreed = await confirm({
      title: drift.drift === 'DELETED' ? 'Send it again?' : 'Send Outlay’s version again?',
      text:
        drift.drift === 'DELETED' ? `Outlay creates it in ${system} again.` : `It replaces what is in ${system} now.`,
      confirmLabel: 'Send again',
    })
    if (agreed) again.send(drift.id)
  }
  const retry = () => void refetch()
  return (
    <Section id="sent" title={`Sent to ${system}`}>
      <Group justify="space-between" align="center" mb="md">
        <span className={classes.hint}>
          {data?.isComparing ? (
            `Comparing with ${system}…`
          ) : data?.comparedAt ? (
            <>
              Last compared: <AgeText instant={data.comparedAt} />
            </>
          ) : (
            `Not compared with ${system} yet`
          )}
        </span>
        {canCompare && (
          <Button
            variant="default"
            leftSection={<IconArrowsDiff size={16} aria-hidden />}
            loading={compare.isPending}
            disabled={data?.isComparing}
            onClick={() => compare.send()}
          >
            Compare now
          </Button>
        )}
      </Group>
      {data?.error && !data.isComparing && (
        <Alert color="red" mb="md" role="alert">
          {data.error}
        </Alert>
      )}
      {data && data.failed.length > 0 && (
        <div className={classes.failed}>
          <TableView
            label="Not sent"
            columns={failedColumns(system, again.send)}
            rows={data.failed}
            rowId={({ id }) => id}
            empty={{ title: 'Everything was sent' }}
          />
        </div>
      )}
      <TableView
        label={`Changed in ${system}`}
        columns={driftColumns(system, setAccepted, askToReplace)}
        rows={data?.drifts}
        rowId={({ id }) => id}
        error={error}
        onRetry={retry}
        placeholderRows={2}
        empty={{
          icon: <IconCheck size={20} aria-hidden />,
          title: 'No differences',
          text: `What someone changes or deletes in ${system} after Outlay sent it appears here.`,
        }}
      />
      <AcceptDialog drift={accepted} onClose={() => setAccepted(null)} />
    </Section>
  )
}

const failedColumns = (system: string, send: (id: string) => void): Column<FailedEntry>[] => [
  {
    ...{ id: 'what', header: 'Not sent', card: 'title', width: '13rem' },
    cell: (entry) => <WrittenName {...entry} system={system} />,
  },
  {
    ...{ id: 'why', header: 'Why' },
    cell: ({ error, advice }) => (
      <div className={classes.wrapped}>
        {error}
        {advice && <span className={classes.advice}>{advice}</span>}
      </div>
    ),
  },
  { id: 'since', header: 'Since', width: '7rem', cell: ({ failedAt }) => <AgeText instant={failedAt} /> },
  {
    ...{ id: 'actions', header: '', width: '9rem', align: 'right' },
    cell: ({ id }) => (
      <Button size="xs" variant="default" leftSection={<IconSend size={14} aria-hidden />} onClick={() => send(id)}>
        Send again
      </Button>
    ),
  },
]

const driftColumns = (
  system: string,
  accept: (drift: Drift) => void,
  replace: (drift: Drift) => Promise<void>,
): Column<Drift>[] => [
  {
    ...{ id: 'what', header: 'What', card: 'title', width: '13rem' },
    cell: (drift) => <WrittenName {...drift} system={system} />,
  },
  {
    ...{ id: 'differences', header: 'Sent and now there' },
    cell: ({ drift, differences }) => (
      <div className={classes.wrapped}>
        {drift === 'DELETED' ? (
          `Deleted in ${system}`
        ) : (
          <DifferenceList
            differences={differences.map(({ what, sent, there }) => ({ label: what, before: sent, after: there }))}
          />
        )}
      </div>
    ),
  },
  { id: 'since', header: 'Since', width: '7rem', cell: ({ since }) => <AgeText instant={since} /> },
  {
    ...{ id: 'actions', header: '', width: '13rem', align: 'right' },
    cell: (drift) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button size="xs" variant="default" onClick={() => accept(drift)}>
          Accept
        </Button>
        <Button size="xs" variant="default" onClick={() => void replace(drift)}>
          Send again
        </Button>
      </Group>
    ),
  },
]
