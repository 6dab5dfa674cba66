import { Button } from '@mantine/core'
import { IconInbox, IconRefresh } from '@tabler/icons-react'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { InboundMessage } from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { PreviewDialog } from '../documents/index.ts'
import { fetchMessages, forwardingKeys } from './api.ts'
import classes from './email-forwarding.module.css'
import { MessageFiles, type OpenedDocument } from './message-files.tsx'
import { checksSentence, senderBadge } from './words.ts'

const Sender = ({ message }: { message: InboundMessage }) => (
  <span className={classes.sender}>
    <span className={classes.who}>{message.fromName || message.fromAddress || 'Unknown sender'}</span>
    {message.fromName && message.fromAddress && <span className={classes.dim}>{message.fromAddress}</span>}
    <span title={checksSentence(message.authentication)}>
      <StatusBadge plain {...senderBadge(message)} />
    </span>
  </span>
)

const columnsOf = (onOpen: (document: OpenedDocument) => void): Column<InboundMessage>[] => [
  {
    id: 'subject',
    header: 'Subject',
    card: 'title',
    cell: ({ subject }) => <span className={classes.subject}>{subject || '(no subject)'}</span>,
  },
  { id: 'from', header: 'From', width: '14rem', cell: (message) => <Sender message={message} /> },
  {
    id: 'files',
    header: 'Files',
    width: '22rem',
    always: true,
    cell: (message) => <MessageFiles message={message} onOpen={onOpen} />,
  },
  {
    id: 'received',
    header: 'Received',
    width: '8rem',
    cell: ({ receivedAt }) => <DateText instant={receivedAt} />,
  },
]

/** What arrived at the company's address, newest first. */
export const MessageList = ({ address }: { address: string }) => {
  const [opened, setOpened] = useState<OpenedDocument | null>(null)
  const columns = useMemo(() => columnsOf(setOpened), [])
  return (
    <div className={classes.received}>
      <h2 className={classes.heading}>Received emails</h2>
      <DataTable
        label="Received emails"
        columns={columns}
        rowId={(message) => message.id}
        rowKeys={false}
        queryKey={forwardingKeys.messages}
        fetchPage={fetchMessages}
        toolbar={<Refresh />}
        empty={{
          icon: <IconInbox size={20} aria-hidden />,
          title: 'No emails yet',
          text: `Email a file to ${address}and it appears here within a minute.`,
        }}
      />
      {opened && <PreviewDialog document={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** Emails arrive from outside, so people waiting for one can refresh. */
const Refresh = () => {
  const client = useQueryClient()
  const asking = useIsFetching({ queryKey: forwardingKeys.messages }) > 0
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={asking}
      onClick={() => {
        for (const queryKey of [forwardingKeys.messages, forwardingKeys.held])
          void client.invalidateQueries({ queryKey })
      }}
    >
      Check for new emails
    </Button>
  )
}
